import type { Condition } from '#domain/checks/condition.ts';
import type { Units } from '#domain/decimal.ts';
import type { Params } from '../database/parameters.ts';

/** The parameters of one statement and the thresholds by name. */
export interface CheckTerms {
  readonly params: Params;
  readonly thresholds: ReadonlyMap<string, Units>;
  /** Lets the statement compute an expensive condition once, as a named column. */
  readonly shared?: (condition: Condition, compile: () => string) => string;
}
