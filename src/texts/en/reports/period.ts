/** English for periods: their labels, and what is wrong with a written one. */

export const monthNames = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const;

export const weekdayNames = {
  monday: 'Monday',
  tuesday: 'Tuesday',
  wednesday: 'Wednesday',
  thursday: 'Thursday',
  friday: 'Friday',
  saturday: 'Saturday',
  sunday: 'Sunday',
} as const;

/** What calendars to pick days from head their columns with, from Sunday on. */
export const weekdayHeads = ['Su', 'Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa'] as const;

const monthName = (month: number) => monthNames[month - 1] ?? String(month);
export const shortMonths = monthNames.map((name) => name.slice(0, 3));
const shortMonth = (month: number) => shortMonths[month - 1] ?? String(month);

export const periodTexts = {
  year: (year: number) => String(year),
  quarter: (year: number, quarter: number) => `Q${quarter} ${year}`,
  month: (year: number, month: number) => `${monthName(month)} ${year}`,
  shortMonth: (year: number, month: number) => `${shortMonth(month)} ${year}`,
  week: (year: number, week: number) => `Week ${week}, ${year}`,
  /** `30 Oct 2026`, `5–11 Oct`; in other regions `Oct 30, 2026`. @param days one, or several of the month */
  dayFirst: (days: string, month: number, year: string | undefined) =>
    `${days} ${shortMonth(month)}${year === undefined ? '' : ` ${year}`}`,
  monthFirst: (days: string, month: number, year: string | undefined) =>
    `${shortMonth(month)} ${days}${year === undefined ? '' : `, ${year}`}`,
  days: (from: number, to: number) => `${from}–${to}`,
  range: (from: string, to: string) => `${from} – ${to}`,
  /** `Oct–Dec`. */
  monthsRange: (from: number, to: number) => `${shortMonth(from)}–${shortMonth(to)}`,
  /** `Oct–Dec 2026`, `Nov 2026 – Jan 2027`. */
  monthSpan: (from: { readonly year: number; readonly month: number }, to: typeof from) =>
    from.year === to.year
      ? `${shortMonth(from.month)}–${shortMonth(to.month)} ${to.year}`
      : `${shortMonth(from.month)} ${from.year} – ${shortMonth(to.month)} ${to.year}`,
  dated: (title: string, dates: string) => `${title} (${dates})`,
  calendars: {
    'recorded-month': 'by recorded month',
    'recorded-week': 'by recorded week',
    clock: 'by start time',
  },
};

/** Words of periods as people type them, in lower case. Units: singular, plural. */
export const periodWords = {
  today: 'today',
  yesterday: 'yesterday',
  this: ['this', 'current'],
  last: ['last', 'past', 'previous'],
  units: {
    day: ['day', 'days'],
    week: ['week', 'weeks'],
    month: ['month', 'months'],
    quarter: ['quarter', 'quarters'],
    year: ['year', 'years'],
    'fiscal-quarter': ['fiscal-quarter', 'fiscal-quarters'],
    'fiscal-year': ['fiscal-year', 'fiscal-years'],
  },
  /** Before or behind a number: quarter, week, fiscal year. */
  marks: { Q: ['q', 'quarter'], W: ['w', 'wk', 'week'], F: ['fy'] } as { readonly [Mark in 'Q' | 'W' | 'F']: string[] },
  months: monthNames.map((name, at) => [
    name.toLowerCase(),
    name.slice(0, 3).toLowerCase(),
    ...(at === 8 ? ['sept'] : []),
  ]),
  to: ['to', 'until', 'till', 'through'],
} as const;

const examples =
  'Oct 2026, 2026-10, Q3 2026, FY2026-Q3, 2026-W41, 2026, 5–11 Oct 2026, 2026-01-01..2026-03-31, last 30 days or last-month';

export const periodProblemTexts = {
  unreadable: (text: string) => `"${text}" is not a period; write ${examples}`,
  notInCalendar: (text: string) =>
    `"${text}" is not in the calendar: a year has quarters Q1 to Q4, months 01 to 12, weeks W01 to W52 and in some years W53`,
  ambiguous: (text: string) => `"${text}" could be two days; write 5 Oct 2026 or 2026-10-05`,
  backwards: (text: string) => `"${text}" ends before it starts`,
};
