/** English for periods: their labels, and what is wrong with one as written. */

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

const monthName = (month: number) => monthNames[month - 1] ?? String(month);
const shortMonth = (month: number) => monthName(month).slice(0, 3);

export const periodTexts = {
  year: (year: number) => String(year),
  quarter: (year: number, quarter: number) => `Q${quarter} ${year}`,
  month: (year: number, month: number) => `${monthName(month)} ${year}`,
  shortMonth: (year: number, month: number) => `${shortMonth(month)} ${year}`,
  week: (year: number, week: number) => `Week ${week}, ${year}`,
  day: (year: number, month: number, day: number) => `${day} ${shortMonth(month)} ${year}`,
  range: (from: string, to: string) => `${from} – ${to}`,
  calendars: {
    'recorded-month': 'by recorded month',
    'recorded-week': 'by recorded week',
    clock: 'by start time',
  },
};

export const periodProblemTexts = {
  unreadable: (text: string) =>
    `"${text}" is not a period; write 2026-10, 2026-Q3, 2026-W41, 2026, 2026-01-01..2026-03-31 or last-month`,
  notInCalendar: (text: string) => `"${text}" is not in the calendar`,
  backwards: (text: string) => `"${text}" ends before it starts`,
};
