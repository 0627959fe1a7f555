/** A promise under faults and attack, and the campaign that tests it. */
export interface Campaign {
  /** The row in docs/trust.md. */
  readonly row: number;
  /** The name that selects it on the command line. */
  readonly name: string;
  /** What must hold, as a sentence. */
  readonly holds: string;
  /** Runs of a full campaign. */
  readonly promised: number;
  /** Runs in `npm test`. */
  readonly short: number;
  /** Puts the promise to the test `count` times. Seeded: the same `seed` and `count` make the same runs. */
  run(options: CampaignOptions): Promise<CampaignResult>;
}
export interface CampaignOptions {
  readonly count: number;
  readonly seed: number;
  /** Prints a line of progress. */
  readonly tell: (line: string) => void;
}
export interface CampaignResult {
  /** Runs that really took place. */
  readonly reached: number;
  /** One sentence for each run that broke the promise: seed, what was expected, what came. */
  readonly failures: readonly string[];
  /** The same of runs that only took longer than promised: they break the command's promise, and no test, whose machine may be busy. */
  readonly slow?: readonly string[];
  /** What the runs were made of, e.g. '412 resets, 398 cuts'. */
  readonly told: string;
}
