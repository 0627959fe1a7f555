/** Days as counts since 1970-01-01 (UTC), and their meaning for the firm. */
import { DAY } from '../day.ts';

export const HOUR = 3_600_000;
export const MINUTE = 60_000;

/** Days since 1970-01-01. */
export type DayNumber = number;

export function toDay(moment: number): DayNumber {
  return Math.floor(moment / DAY);
}

const dateTexts = new Map<DayNumber, string>();

export function dateText(day: DayNumber): string {
  const known = dateTexts.get(day);
  if (known !== undefined) return known;
  const made = new Date(day * DAY).toISOString().slice(0, 10);
  dateTexts.set(day, made);
  return made;
}

/** @throws RangeError unless the text is a calendar date `YYYY-MM-DD`. */
export function parseDate(text: string): DayNumber {
  const moment = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(moment) || dateText(toDay(moment)) !== text) throw new RangeError(`Not a date: ${text}`);
  return toDay(moment);
}

/** 0 is Monday. */
export function weekday(day: DayNumber): number {
  return (day + 3) % 7;
}

export function monday(day: DayNumber): DayNumber {
  return day - weekday(day);
}

export function year(day: DayNumber): number {
  return new Date(day * DAY).getUTCFullYear();
}

/** 0 is January. */
export function month(day: DayNumber): number {
  return new Date(day * DAY).getUTCMonth();
}

/** @returns the first day of the month that lies `months` before (negative) or after the given day's. */
export function monthStart(day: DayNumber, months = 0): DayNumber {
  return toDay(Date.UTC(year(day), month(day) + months, 1));
}

const holidays = new Set(['01-01', '05-01', '12-25', '12-26']);

export function isHoliday(day: DayNumber): boolean {
  return holidays.has(dateText(day).slice(5));
}
