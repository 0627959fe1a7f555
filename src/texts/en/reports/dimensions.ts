/** English for the groups of reports, and for groups that do not fit a calendar. */

export const dimensionTexts = {
  client: 'Client',
  team: 'Team',
  object: 'Object',
  day: 'Day',
  week: 'Week',
  month: 'Month',
  quarter: 'Quarter',
  year: 'Year',
} as const;

export const resolveProblemTexts = {
  dayOnClock: 'days exist by start time only: choose the calendar "clock", or group by week or month',
  notRecorded: (period: string) =>
    `"${period}" is neither whole months nor whole weeks, so nothing is recorded for it: choose the calendar "clock"`,
  compareWithoutPeriod: 'a comparison needs a period',
  furtherWithoutCompare: 'a further comparison needs a first one',
  nothingElapsed: 'No day of this period is over yet, so there is nothing to compare.',
  elapsedOnClock:
    'This period is still running, and its elapsed days can be compared by start time only: choose the calendar "clock".',
  coverageDiffers: 'Records of one of the two periods may be missing, so they are not compared.',
  orderUnknown: (name: string) =>
    `"${name}" is neither a measure nor a group of this report, so it cannot be ordered by it`,
  orderColumn: 'rows are ordered by a column only with a measure, and only where the report has columns',
  orderChange: 'rows are ordered by a change only with a measure, and not in one column alone',
  changeWithoutCompare: 'rows are ordered by a change only where the report compares two periods',
  onlyWithoutGroup: 'a report without groups has no new or gone ones',
  onlyWithoutCompare: 'what is new or gone shows only where the report compares two periods',
  topWithoutGroup: 'the first rows of a report without groups are its total',
  breakdown: {
    'no-line': (by: string) => `a line that is to be broken down by ${by} cannot be in this report`,
    'unknown-group': (by: string) => `records cannot be grouped by "${by}", so no line can be broken down by it`,
    'same-group': (by: string) => `a line is broken down by another group than its own and the columns', not by ${by}`,
    twice: (by: string) => `a line is broken down once: remove its other break-down before the one by ${by}`,
  },
  tooManyCells: (rows: string, columns: string) =>
    `${rows} rows by ${columns} columns are too many to read: choose a filter, a period or a coarser group`,
  expectedGroup: (label: string) => `hours are expected of people, not of ${label}: group by person, team or time`,
  expectedFilter: (label: string) =>
    `hours are expected of people, whatever ${label} is: filter by person or team only`,
  freeText: 'the free text',
  expectedPeriod: 'expected hours need a period',
} as const;
