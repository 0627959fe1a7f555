/** What a part found, in a line, and what does not hold. */
export interface Result {
  readonly told: string;
  readonly failures: readonly string[];
}

export function judge(told: string, ...checks: readonly (readonly [held: boolean, otherwise: string])[]): Result {
  return { told, failures: checks.flatMap(([held, otherwise]) => (held ? [] : [otherwise])) };
}
