/** English for figures of reports beyond the screen's own texts: groups in words, what a figure rests on, notes, rounding. */
import { plural } from '../counts.ts';

export const groupTexts = {
  none: '(none)',
  noDate: '(no date)',
  yes: 'yes',
  no: 'no',
  total: 'Total',
  totalOf: (label: string) => `${label}, total`,
  /** Other spellings of a group's key, printed beside it. */
  also: (spellings: readonly string[], more: number) =>
    `also ${[...spellings, ...(more > 0 ? [`${more} more`] : [])].join(', ')}`,
  withAlso: (key: string, also: string) => `${key} (${also})`,
  /** What lines lack to their total. `unlisted`: lines whose own figure is unknown are still part of it. */
  lacks: { rounding: 'Rounding difference', unlisted: 'In no line above' },
  /** @param only which groups are listed, where not all or the first: the others are what is not */
  other: (groups: string, only?: 'new-or-gone') =>
    only === undefined ? `Other (${groups})` : `In both periods (${groups})`,
  quarter: (quarter: number, year: string) => `Q${quarter} ${year}`,
  month: (month: string, year: number) => `${month} ${year}`,
  week: (week: number) => `W${String(week).padStart(2, '0')}`,
  weekOfYear: (week: number, year: number) => `W${String(week).padStart(2, '0')} ${year}`,
  partOf: (bucket: string) => `part of ${bucket}`,
  partOfWeek: (week: number) => `part of week ${week}`,
  weekday: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'],
  before: 'Before',
  change: 'Change',
  /** Where several periods are compared. */
  comparedWith: {
    previous: { before: 'Period before', change: 'Change on it' },
    'last-year': { before: 'Last year', change: 'Change on last year' },
  },
  points: (figure: string) => `${figure} pts`,
} as const;

const addingUp = { lines: 'they', subtotals: 'the subtotals', columns: 'the columns' };
type RoundedFigure = Readonly<Record<'label' | 'sum' | 'total' | 'difference', string>> & {
  readonly of: keyof typeof addingUp;
};

/** What rounding lines leaves to their totals, below the table. */
export const roundedTexts = {
  note: (said: readonly string[]) => `Lines are rounded one by one: ${said.join('; ')}.`,
  exact: ({ label, of, sum, total, difference }: RoundedFigure) =>
    `in “${label}” ${addingUp[of]} add up to ${sum}, the total is ${total} (difference ${difference})`,
  short: (differences: readonly string[]) =>
    `the totals differ from what their lines add up to by ${differences.join(', ')}`,
  shortOf: ({ label, of, difference }: RoundedFigure) =>
    `${difference} in “${label}”${of === 'columns' ? ' across its columns' : ''}`,
  within: (sums: string) =>
    `${plural(sums, 'sum within the table differs', 'sums within the table differ')} by at most half a unit of the last digit for each line`,
  outside: (label: string, difference: string, total: string) =>
    `Of the ${total} in “${label}”, ${difference} is in none of the columns.`,
  outsideWithin: (label: string, lines: string, count: number) =>
    `${lines} ${count === 1 ? 'line has' : 'lines have'} figures in “${label}” that are in none of the columns.`,
} as const;

/** Amounts of several currencies beside one another. */
export const amountTexts = {
  separator: ' · ',
  of: (figure: string, currency: string | null) =>
    currency === null ? `${figure} (no currency)` : `${figure} ${currency}`,
} as const;

export const explainTexts = {
  /** Opens the parts of a change. */
  why: 'Why it moved',
  labels: {
    formula: 'Formula',
    parts: 'From',
    expected: 'Expected',
    group: 'Group',
    spellings: 'Also written',
    filter: 'Records',
    period: 'Period',
    calendar: 'Calendar',
    zone: 'Time zone',
    amounts: 'Amounts',
    rounding: 'Rounding',
    footing: 'Rounding of totals',
    coverage: 'Coverage',
    asOf: 'Fetched',
    records: 'Counted',
    compared: 'Compared with',
    change: 'Change',
  },
  part: (label: string, figure: string) => `${label} ${figure}`,
  leftOut: (figure: string) => `not in the margin ${figure}`,
  change: (now: string, before: string, change: string) => `${now} now, ${before} before: ${change}`,
  split: (hours: string, rate: string, other: string | undefined) =>
    [`${hours} by hours`, `${rate} by rate`, ...(other === undefined ? [] : [`${other} without known hours`])].join(
      ', ',
    ),
  ofWhole: (note: string) => `In the whole report: ${note}`,
  allTime: 'All of time',
  wholeReport: 'The whole report',
  calendars: {
    recorded: 'The week and month each record itself names; no time zone shifts them',
    clock: (zone: string) => `The day the work began, on the clocks of ${zone}`,
  },
  zone: {
    clock: (zone: string) => `${zone} decides the day`,
    recorded: (zone: string) => `${zone}, but no figure here depends on it: recorded dates are not shifted`,
  },
  amounts: {
    recorded: 'as recorded',
    auto: 'as the service works them out',
    'recorded-else-auto': 'as recorded, else as the service works them out',
  },
  rounding: {
    decimals: (digits: number) =>
      digits === 0
        ? 'Kept exactly, printed as a whole number, halves away from zero'
        : `Kept exactly, printed with ${plural(String(digits), 'decimal', 'decimals')}, halves away from zero`,
    clock: 'Kept exactly, printed in hours and minutes, half minutes away from zero',
  },
  footing: {
    exact: 'Every figure is rounded by itself; a difference to its total is told',
    'round-lines': 'Lines are rounded, and totals are the sums of what is printed',
    'largest-remainder': 'The total is rounded, and its lines are rounded up or down to fit it',
    itself: 'Never added up: each line and each total is worked out from its own records',
    unlike:
      'The lines do not make the total by themselves, so every figure is rounded alone and the difference is told',
  },
  coverage: {
    complete: 'Every record of the period is here',
    damaged: 'Every record of the period is here; names or settings are damaged',
    missing: (months: string) => `Records may be missing: ${months}`,
    partial: 'Records may be missing',
  },
  asOf: (moment: string) => `${moment}; later entries are not here yet`,
  neverFetched: 'Nothing was fetched yet',
  records: (count: string) => plural(count, 'record', 'records'),
  recordsAmong: (counted: string, all: string) =>
    `${counted} of ${plural(all, 'record', 'records')}; the others are left out, as the notes say`,
  recordsLess: (all: string) => `${plural(all, 'record', 'records')}, less those left out, as the notes say`,
  elapsed: (period: string, days: string) => `${period}, as many days as have elapsed (${days}), by start time`,
} as const;

/** Whose hours are expected when. */
export const expectedTexts = {
  people: (count: string) => `${count} people with weekly hours, together`,
  weekly: (whose: string, hours: string, days: string, dates: string) =>
    `${whose} ${hours} h a week, a fifth for each of ${plural(days, 'weekday', 'weekdays')}, ${dates}`,
  changed: (name: string, hours: string, day: string) => `${name} ${hours} h from ${day}`,
  severalChanged: (changes: string) => `with ${changes} changes of weekly hours within them`,
  fewer: (name: string, days: string) => `${name} for ${days} of them`,
  severalFewer: (people: string) => `${people} people for fewer, as their active dates and absences say`,
  absences: 'absences in the directory are left out; other holidays count as worked',
  leave: 'holidays and leave are not known and count as worked',
} as const;

/** The form of `4:45` shows that it is time. */
export const noteHours = (hours: string, isClock: boolean) => (isClock ? hours : `${hours} h`);

const haveNo = (records: string, what: string) => `${plural(records, 'record has', 'records have')} no ${what}`;
/** Of several currencies: 100.00 EUR and 20.00 USD. */
const together = (amounts: readonly string[]) => amounts.join(' and ');

export const reportNoteTexts = {
  'no-minutes': (records: string, hours: string) =>
    `${haveNo(records, 'minutes')} and ${records === '1' ? 'counts with its' : 'count with their'} total hours: ${hours}.`,
  'no-billable-minutes': (records: string, hours: string) =>
    `${haveNo(records, 'billable minutes')} and ${records === '1' ? 'counts with its' : 'count with their'} billable hours: ${hours}.`,
  'no-billable': (records: string, hours: string) =>
    `${haveNo(records, 'known billable hours')}, so non-billable hours and billable share leave out ${hours} logged.`,
  'no-logged': (records: string, hours: string) =>
    `${haveNo(records, 'known logged hours')}, so non-billable hours and billable share leave out ${hours} billable.`,
  'no-billable-expected': (records: string, hours: string) =>
    `${plural(records, 'record', 'records')} of people with weekly hours ${records === '1' ? 'has' : 'have'} no known billable hours, so utilisation counts none of ${hours} logged.`,
  'no-rate': (records: string, hours: string, values: readonly string[]) =>
    `${haveNo(records, 'known billable hours or no known billable value')}, so effective rates leave out ${together([`${hours} billable`, ...values])}.`,
  'hours-alone': (records: string, hours: string) =>
    `${haveNo(records, 'known billable value')}, so billable value counts nothing for ${hours} billable.`,
  'no-cost': (hours: string, values: readonly string[]) =>
    values.length === 0
      ? `${hours} are without a known cost, so margins leave them out.`
      : `${hours} are without a known cost, so margins leave them out, and their billable value of ${together(values)} too.`,
  'no-value': (records: string, costs: readonly string[]) =>
    `${plural(records, 'record has', 'records have')} a billable value that could not be read, so margins leave out ${records === '1' ? 'its' : 'their'} cost of ${together(costs)} too.`,
  'cost-alone': (records: string, costs: readonly string[]) =>
    `${plural(records, 'record has', 'records have')} a cost and no billable value, so margins count ${records === '1' ? 'its' : 'their'} cost${costs.length === 0 ? '' : ` of ${together(costs)}`} against a value of 0.`,
  unreadable: (records: string) =>
    `${plural(records, 'record has', 'records have')} a value that could not be read; it is not counted anywhere.`,
  'no-date': (records: string) =>
    `${haveNo(records, 'date on this calendar')}: ${records === '1' ? 'it is' : 'they are'} in no period and not counted here.`,
  undated: (records: string) =>
    `${haveNo(records, 'date on this calendar')}: ${records === '1' ? 'it is' : 'they are'} counted under “(no date)”.`,
  'unread-start': (records: string) =>
    `${plural(records, 'record has', 'records have')} a start time that cannot be read: “(no date)” counts ${records === '1' ? 'it' : 'them'} and no filter selects ${records === '1' ? 'it' : 'them'}, so the records shown for “(no date)” lack ${records === '1' ? 'it' : 'them'}.`,
  'no-expected-hours': (people: string, hours: string) =>
    `${plural(people, 'person', 'people')} without weekly hours in the directory left out of expected hours, gap and utilisation: ${hours}.`,
  'logged-since': (hours: string) =>
    `Hours are expected up to yesterday; ${hours} logged today or later count against them too.`,
  'no-owner': (records: string, hours: string) =>
    `${plural(records, 'record names', 'records name')} no person and ${records === '1' ? 'is' : 'are'} left out of expected hours, gap and utilisation: ${hours}.`,
  'journal-damaged': () =>
    'Names or settings are damaged: whom records belong to, filters by client and team, expected hours and currencies may differ from what they were.',
  'mixed-currencies': () =>
    'Amounts are in several currencies, which are never added up: each amount names its own, and where they meet each currency has an amount of its own.',
  'no-currency': (records: string) =>
    `${plural(records, 'record with an amount belongs', 'records with amounts belong')} to objects without a currency, and the workspace has none: their amounts have no currency here and are never added to amounts with one.`,
  'no-order-column': () =>
    'The column that rows are ordered by is not in this answer: they are ordered by their totals.',
  'other-weeks': (records: string) =>
    `${plural(records, 'record is of a recorded week that begins', 'records are of recorded weeks that begin')} on another weekday than most do: the service records weeks from several weekdays, and each line has the dates of its own.`,
  'no-client': (records: string) =>
    `${plural(records, 'record belongs', 'records belong')} to objects whose client is not known.`,
} as const;

/** The same facts where no rate and no margin stands that would leave them out: beside records, sums and own formulas. */
export const recordNoteTexts = {
  'no-rate': (records: string, hours: string, values: readonly string[]) =>
    `${plural(records, 'record has', 'records have')} billable hours without a known billable value, or a value without known billable hours: ${together([`${hours} billable`, ...values])}.`,
  'no-cost': (hours: string, values: readonly string[]) =>
    values.length === 0
      ? `${hours} are without a known cost.`
      : `${hours} are without a known cost; their billable value is ${together(values)}.`,
  'no-value': (records: string, costs: readonly string[]) =>
    `${plural(records, 'record has', 'records have')} a billable value that could not be read, and a cost of ${together(costs)}.`,
  'cost-alone': (records: string, costs: readonly string[]) =>
    `${plural(records, 'record has', 'records have')} a cost and no billable value${costs.length === 0 ? '' : `: ${together(costs)}`}.`,
} as const;

/** Which months of a report may lack records. */
export const notWholeText = (months: string) => `Not fetched or not complete: ${months}.`;

/** A note about the compared period. */
export const noteBefore = (note: string, kind: 'previous' | 'last-year' | null = null) =>
  kind === null ? `In the compared period: ${note}` : `${inPast[kind]}: ${note}`;

const inPast = { previous: 'In the period before', 'last-year': 'In the same period last year' } as const;
const withPast = { previous: 'With the period before', 'last-year': 'With the same period last year' } as const;

/** Why one of several comparisons is missing. */
export const notComparedText = (kind: 'previous' | 'last-year', why: string) => `${withPast[kind]}: ${why}`;

/** Why a bucket of time has no counterpart in a compared period of another length. */
export const unevenTexts = {
  day: (count: string) => plural(count, 'day', 'days'),
  week: (count: string) => plural(count, 'week', 'weeks'),
  month: (count: string) => plural(count, 'month', 'months'),
  quarter: (count: string) => plural(count, 'quarter', 'quarters'),
  year: (count: string) => plural(count, 'year', 'years'),
  elapsed: (elapsed: string, all: string, period: string) =>
    `${elapsed} that have elapsed are compared with all ${all} of ${period}: it has no more.`,
  has: (period: string, buckets: string) => `${period} has ${buckets}`,
  alone: (longer: string, shorter: string, keys: string, count: number) =>
    `${longer}, ${shorter}: ${keys} ${count === 1 ? 'has no counterpart and gets a line of its own' : 'have no counterpart and get lines of their own'}.`,
  without: (longer: string, shorter: string, keys: string, count: number) =>
    `${longer}, ${shorter}: ${keys} ${count === 1 ? 'has' : 'have'} no counterpart, so nothing is shown beside ${count === 1 ? 'it' : 'them'}.`,
  inLast: (longer: string, shorter: string, keys: string, last: string) =>
    `${longer}, ${shorter}: ${keys} of the compared period is counted in the line of ${last}.`,
} as const;

/** What a subtotal counts beyond its lines, where no line says so. */
export const unlistedBelowText =
  'A subtotal counts more than its lines show: some of them have no figure of their own, because a value it needs is missing there.';

/** What “In no line above” means, wherever it is printed. */
export const unlistedText =
  '“In no line above”: counted in the total, but in lines whose own figure is not known (a value it needs is missing there), so none of them shows it.';

/** A span of months: `Jan 2026 – Mar 2026`. */
export const monthSpan = (from: string, to: string) => `${from} – ${to}`;

/** Parts of the line below a printed table. */
export const basisTexts = {
  allTime: 'All of time',
  recorded: 'by recorded week and month',
  clock: 'by start time',
  zone: (zone: string) => `time zone ${zone}`,
  fiscalYear: (month: string) => `years from ${month}`,
  currency: (label: string) => `amounts in ${label}`,
  hours: { decimal: 'hours as decimals', clock: 'hours as h:mm' },
  weeks: { monday: 'weeks from Monday', sunday: 'weeks from Sunday' },
  recordedWeeks: (weekday: string) => `recorded weeks from ${weekday}`,
  /** Which amounts are billable value and cost. */
  amounts: {
    recorded: 'recorded amounts count',
    auto: 'automatic amounts count',
    'recorded-else-auto': 'recorded amounts count, else automatic ones',
  },
  footing: {
    exact: 'each rounded by itself',
    'round-lines': 'totals are the sums of rounded lines',
    'largest-remainder': 'lines rounded to fit their total',
  },
  compared: (period: string) => `compared with ${period}`,
  comparedAll: (all: readonly string[]) => all.join(', and '),
  comparedElapsed: (period: string, days: string) => `compared with ${period}: as many days as have elapsed, ${days}`,
} as const;
