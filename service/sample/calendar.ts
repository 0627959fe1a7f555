/** Converts days, counted since 1970-01-01 (UTC), and knows the firm's holidays. */

/** Milliseconds of a day in UTC. */
export const DAY = 86_400_000;

export const HOUR = 3_600_000;
export const MINUTE = 60_000;

/** Days since 1970-01-01. */
export type DayNumber = number;

export function toDay(moment: number): DayNumber {
  return Math.floor(moment / DAY);
}

const dateTexts = new Map<DayNumber, string>();

export function formatDate(day: DayNumber): string {
  const cachedText = dateTexts.get(day);
  if (cachedText !== undefined) return cachedText;
  const text = new Date(day * DAY).toISOString().slice(0, 10);
  dateTexts.set(day, text);
  return text;
}

/** @throws RangeError unless the text is a calendar date `YYYY-MM-DD`. */
export function parseDate(text: string): DayNumber {
  const moment = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(moment) || formatDate(toDay(moment)) !== text) throw new RangeError(`Not a date: ${text}`);
  return toDay(moment);
}

/** @returns 0 for Monday. */
export function getWeekday(day: DayNumber): number {
  return (day + 3) % 7;
}

export function getWeekStart(day: DayNumber): DayNumber {
  return day - getWeekday(day);
}

export function getYear(day: DayNumber): number {
  return new Date(day * DAY).getUTCFullYear();
}

/** @returns the first day of the day's month, or of a month that is `months` later or, if negative, earlier. */
export function getMonthStart(day: DayNumber, months = 0): DayNumber {
  return toDay(Date.UTC(getYear(day), new Date(day * DAY).getUTCMonth() + months, 1));
}

const holidays = new Set(['01-01', '05-01', '12-25', '12-26']);

export function isHoliday(day: DayNumber): boolean {
  return holidays.has(formatDate(day).slice(5));
}
