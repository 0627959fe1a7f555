export interface Outcome {
  readonly ok: boolean;
  readonly errors: string;
}
export interface SystemPart {
  readonly packageName: string;
  readonly isThere: () => boolean;
}
/** What is asked of this machine, and done to it. */
export interface Machine {
  readonly findRights: () => 'root' | 'sudo' | 'none';
  readonly hasApt: boolean;
  readonly run: (command: string, args: string[]) => Outcome;
  readonly pause: (seconds: number) => void;
  readonly pausesSeconds: readonly number[];
  readonly say: (sentence: string) => void;
}
export function installWithRetries(
  machine: Pick<Machine, 'say' | 'pause' | 'pausesSeconds'>,
  subject: string,
  attempt: () => Outcome,
): Outcome;
/** @returns why some are missing still, as one sentence. */
export function installParts(
  parts: readonly SystemPart[],
  machine: Machine,
  options?: readonly string[],
): string | undefined;
