/** Behaviours of the upstream that its public documents leave open or disagree about, each one to be set. */

export interface Switches {
  /** How ids travel: `as-shown` is a string in lists and a number in batch reads and searches, as in the interface's samples. */
  readonly ids: 'as-shown' | 'strings' | 'numbers';
  readonly listMaximum: number;
  /** The most a list page holds when a change history is asked for. */
  readonly listMaximumWithHistory: number;
  readonly batchMaximum: number;
  readonly batchMaximumWithHistory: number;
  /** A batch read with no id found: an empty answer, or a 404. */
  readonly allMissing: 'complete' | 'not-found';
  /** An id given twice in a batch read. */
  readonly duplicateIds: 'once' | 'refused';
  readonly searchMaximum: number;
  /** Results past this one cannot be paged to. Infinity: no wall. */
  readonly searchWall: number;
  /** The last legal page may still name a next cursor that is then refused. */
  readonly cursorAtWall: boolean;
  readonly searchBodyCharacters: number;
  readonly filterGroups: number;
  readonly filtersPerGroup: number;
  readonly filtersInAll: number;
  /** `total` never says more than this. Infinity: it always tells. */
  readonly totalCeiling: number;
  /** Where records without a value stand in a sorted search. */
  readonly unsetSorts: 'last' | 'first';
  /** Whether NEQ, NOT_IN and NOT_CONTAINS_TOKEN match records without a value. */
  readonly negationMatchesUnset: boolean;
}

export const defaultSwitches: Switches = {
  ids: 'as-shown',
  listMaximum: 100,
  listMaximumWithHistory: 50,
  batchMaximum: 100,
  batchMaximumWithHistory: 50,
  allMissing: 'complete',
  duplicateIds: 'once',
  searchMaximum: 200,
  searchWall: 10_000,
  cursorAtWall: true,
  searchBodyCharacters: 3_000,
  filterGroups: 5,
  filtersPerGroup: 6,
  filtersInAll: 18,
  totalCeiling: Infinity,
  unsetSorts: 'last',
  negationMatchesUnset: true,
};
