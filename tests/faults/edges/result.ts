/** What a part of the campaign found. */
export interface Result {
  readonly told: string;
  readonly failures: readonly string[];
}

export function judge(told: string, ...checks: readonly (readonly [held: boolean, otherwise: string])[]): Result {
  return { told, failures: checks.flatMap(([held, otherwise]) => (held ? [] : [otherwise])) };
}
