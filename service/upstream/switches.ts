/** Configurable behaviours of the upstream on which its public documents are silent or disagree. */

export interface Switches {
  /** The same seed and the same changes give the same lags and ties. */
  readonly seed: number;
  /** The type of ids: `as-shown` means strings in lists and numbers in batch reads and searches, as in the interface's samples. */
  readonly ids: 'as-shown' | 'strings' | 'numbers';
  readonly listMaximum: number;
  /** The maximum page size when a change history is requested. */
  readonly listMaximumWithHistory: number;
  readonly batchMaximum: number;
  readonly batchMaximumWithHistory: number;
  /** The response to a batch read without any existing id: an empty one, or a 404. */
  readonly allMissing: 'complete' | 'not-found';
  /** The status of a partly successful batch read: the interface's 200 or the platform's own 207. */
  readonly partialStatus: 200 | 207;
  /** Whether missing ids share one error entry or have one each. */
  readonly missingErrors: 'together' | 'each';
  /** The treatment of repeated ids in a batch read. */
  readonly duplicateIds: 'once' | 'refused';
  readonly searchMaximum: number;
  /** Paging ends after this many results. Infinity removes the limit. */
  readonly searchWall: number;
  /** Whether the last page before the wall still has a cursor, although the upstream refuses it. */
  readonly cursorAtWall: boolean;
  readonly searchBodyCharacters: number;
  readonly filterGroups: number;
  readonly filtersPerGroup: number;
  readonly filtersInAll: number;
  /** The maximum of `total`. Infinity makes it exact. */
  readonly totalCeiling: number;
  /** `total` comes from an index that is this many milliseconds older. */
  readonly totalLagMilliseconds: number;
  /** Searches see a change after a random time of up to this many milliseconds, so that recent changes appear in no particular order. */
  readonly indexLagMilliseconds: number;
  /** The share of changes that hide the record until it is indexed again. */
  readonly indexBlinks: number;
  /** The position of records without a value: first or last in either direction, or as the lowest or highest value. */
  readonly unsetSorts: 'last' | 'first' | 'lowest' | 'highest';
  /** The order of equal sort values: by ascending or descending id, seeded, or different at each request. */
  readonly ties: 'oldest-first' | 'newest-first' | 'shuffled' | 'unstable';
  /** Whether NEQ, NOT_IN and NOT_CONTAINS_TOKEN match records without a value. */
  readonly negationMatchesUnset: boolean;
  /** The form of numbers and booleans: as stored, as text, or as JSON values wherever no digit is lost. */
  readonly values: 'as-stored' | 'strings' | 'json';
  /** The form of dates and times; `days` writes times as ISO. Built-in times are always ISO. */
  readonly dates: 'as-stored' | 'iso' | 'days' | 'epoch';
}

export const defaultSwitches: Switches = {
  seed: 1,
  ids: 'as-shown',
  listMaximum: 100,
  listMaximumWithHistory: 50,
  batchMaximum: 100,
  batchMaximumWithHistory: 50,
  allMissing: 'complete',
  partialStatus: 200,
  missingErrors: 'together',
  duplicateIds: 'once',
  searchMaximum: 200,
  searchWall: 10_000,
  cursorAtWall: true,
  searchBodyCharacters: 3_000,
  filterGroups: 5,
  filtersPerGroup: 6,
  filtersInAll: 18,
  totalCeiling: Infinity,
  totalLagMilliseconds: 0,
  indexLagMilliseconds: 0,
  indexBlinks: 0,
  unsetSorts: 'last',
  ties: 'oldest-first',
  negationMatchesUnset: true,
  values: 'as-stored',
  dates: 'as-stored',
};

/** The values of each switch; the others are numbers of 0 or more. */
export const switchChoices = {
  ids: ['as-shown', 'strings', 'numbers'],
  allMissing: ['complete', 'not-found'],
  partialStatus: [200, 207],
  missingErrors: ['together', 'each'],
  duplicateIds: ['once', 'refused'],
  cursorAtWall: [true, false],
  unsetSorts: ['last', 'first', 'lowest', 'highest'],
  ties: ['oldest-first', 'newest-first', 'shuffled', 'unstable'],
  negationMatchesUnset: [true, false],
  values: ['as-stored', 'strings', 'json'],
  dates: ['as-stored', 'iso', 'days', 'epoch'],
} as const satisfies {
  readonly [K in keyof Switches as number extends Switches[K] ? never : K]: readonly Switches[K][];
};
