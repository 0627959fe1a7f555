/** Behaviours of the upstream that its public documents leave open or disagree about, each one configurable. */

export interface Switches {
  /** Decides every draw below: the same seed and the same changes give the same lags and ties. */
  readonly seed: number;
  /** How ids travel: `as-shown` is a string in lists and a number in batch reads and searches, as in the interface's samples. */
  readonly ids: 'as-shown' | 'strings' | 'numbers';
  readonly listMaximum: number;
  /** The most a list page holds when a change history is asked for. */
  readonly listMaximumWithHistory: number;
  readonly batchMaximum: number;
  readonly batchMaximumWithHistory: number;
  /** A batch read with no id found: an empty answer, or a 404. */
  readonly allMissing: 'complete' | 'not-found';
  /** The status of a batch read that found only some: the interface's 200, or the platform's own 207. */
  readonly partialStatus: 200 | 207;
  /** Missing ids of a batch read share one error entry, or have one each. */
  readonly missingErrors: 'together' | 'each';
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
  /** `total` is never larger than this. Infinity: always exact. */
  readonly totalCeiling: number;
  /** `total` is counted over an index that is so much older than the one that finds. Milliseconds. */
  readonly totalLagMilliseconds: number;
  /** A change is found by searches after 0 to so many milliseconds, drawn for each record and change, so that near now what is found follows no order. */
  readonly indexLagMilliseconds: number;
  /** The share of changes during which the record is not found at all until it is indexed again. */
  readonly indexBlinks: number;
  /** Where records without a value stand in a sorted search, in either direction or as if below or above every value. */
  readonly unsetSorts: 'last' | 'first' | 'lowest' | 'highest';
  /** Equal sort values: by id, by id backwards, by a seeded order, or in another order at each request. */
  readonly ties: 'oldest-first' | 'newest-first' | 'shuffled' | 'unstable';
  /** Whether NEQ, NOT_IN and NOT_CONTAINS_TOKEN match records without a value. */
  readonly negationMatchesUnset: boolean;
  /** How numbers and booleans travel: as each record holds them, all as text, or as JSON wherever no digit is lost. */
  readonly values: 'as-stored' | 'strings' | 'json';
  /** How dates and times travel; `days` leaves times as ISO. Built-in times are always ISO. */
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

/** What each switch may be set to; the others are numbers of 0 or more. */
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
