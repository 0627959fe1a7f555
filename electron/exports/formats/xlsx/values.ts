/** Cells as the numbers a spreadsheet knows: decimals by their digits, days since 1900, durations as parts of a day. */
import { toUnits } from '../../../../src/domain/decimal.ts';

const PLAIN = /^-?\d+(?:\.\d+)?$/;
const DAY_MS = 86_400_000;
/** Day 0 of the 1900 system, right for every day after its 29 February 1900, which never was. */
const EPOCH = Date.UTC(1899, 11, 30);
const FIRST_DAY = 61;
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,3})?Z?$/;
/** Of the first digit behind the point. */
const FRACTION_AT = 20;
const ZERO_CODE = 48;
/** A tenth of a millisecond, and more than lies between two doubles of any date. */
const STEP = 1e-9;
/** Significant digits a spreadsheet calculates with. */
export const HELD_DIGITS = 15;

export function isPlainDecimal(text: string): boolean {
  return PLAIN.test(text);
}

/** Whether the number has more significant digits than a spreadsheet holds. */
export function exceedsDigits(decimal: string): boolean {
  if (decimal.length <= HELD_DIGITS) return false;
  const digits = decimal.replace(/[-.]/g, '').replace(/^0+/, '').replace(/0+$/, '');
  return digits.length > HELD_DIGITS;
}

/** A hundredth, by its digits: `12.5` is `0.125`. */
export function toHundredth(decimal: string): string {
  const [, sign = '', whole = '', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(decimal) ?? [];
  const digits = whole.padStart(3, '0');
  return `${sign}${digits.slice(0, -2).replace(/^0+(?=\d)/, '')}.${digits.slice(-2)}${fraction}`;
}

const DAYS_DECIMALS = 17;
const UNITS_PER_DAY = 1440n * 10n ** 8n;
const SCALE = 10n ** BigInt(DAYS_DECIMALS);

/** Minutes as a part of a day, to more digits than any reader holds: most are endless decimals. */
export function toDays(minutes: string): string {
  const units = toUnits(minutes);
  const magnitude = units < 0n ? -units : units;
  const scaled = (magnitude * SCALE * 2n + UNITS_PER_DAY) / (UNITS_PER_DAY * 2n);
  const digits = String(scaled).padStart(DAYS_DECIMALS + 1, '0');
  const fraction = digits.slice(-DAYS_DECIMALS).replace(/0+$/, '');
  const text = digits.slice(0, -DAYS_DECIMALS) + (fraction === '' ? '' : `.${fraction}`);
  return units < 0n ? `-${text}` : text;
}

/** @param day `YYYY-MM-DD`. @returns undefined before March 1900, where spreadsheets disagree by a day, and for what is no day */
export function toDaySerial(day: string): string | undefined {
  const serial = findSerial(day);
  return Number.isNaN(serial) ? undefined : String(serial);
}

/** Of days read before: a table of a million times has few days. NaN is none. */
const serials = new Map<string, number>();
const MOST_KEPT = 10_000;

function findSerial(day: string): number {
  const known = serials.get(day);
  if (known !== undefined) return known;
  if (serials.size >= MOST_KEPT) serials.clear();
  const serial = readSerial(day);
  serials.set(day, serial);
  return serial;
}

export interface Moment {
  readonly serial: string;
  readonly hasFraction: boolean;
}

/** @param time `YYYY-MM-DDTHH:mm:ss` with or without a fraction and `Z`; its day and hour stay as they are written */
export function toMoment(time: string): Moment | undefined {
  if (!MOMENT.test(time)) return undefined;
  const day = findSerial(time.slice(0, 10));
  const milliseconds = readMilliseconds(time);
  const within =
    readPair(time, 11) * 3_600_000 + readPair(time, 14) * 60_000 + readPair(time, 17) * 1000 + milliseconds;
  if (Number.isNaN(day) || within >= DAY_MS) return undefined;
  return { serial: toTimeSerial(day, within), hasFraction: milliseconds !== 0 };
}

/** By its characters: parts cut out of every time would be most of what a table of times costs. */
function readPair(time: string, at: number): number {
  return (time.charCodeAt(at) - ZERO_CODE) * 10 + time.charCodeAt(at + 1) - ZERO_CODE;
}

/** `.5` is 500. */
function readMilliseconds(time: string): number {
  let [milliseconds, weight] = [0, 100];
  for (let at = FRACTION_AT; at < time.length && time[at] !== 'Z'; at += 1) {
    milliseconds += (time.charCodeAt(at) - ZERO_CODE) * weight;
    weight /= 10;
  }
  return milliseconds;
}

/** The double for the moment, or the next above: LibreOffice would show one below it as the second before. */
function toTimeSerial(day: number, within: number): string {
  const nearest = day + within / DAY_MS;
  const isBelow = (nearest - Math.floor(nearest)) * DAY_MS < within;
  return String(isBelow ? nearest + STEP : nearest);
}

/** @returns NaN for what is no day, and for days before March 1900 */
function readSerial(day: string): number {
  const found = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day);
  if (!found) return Number.NaN;
  const [, year, month, date] = found;
  const ms = new Date(0).setUTCFullYear(Number(year), Number(month) - 1, Number(date));
  // 31 February is no day, and 13 no month.
  const read = new Date(ms);
  const isDay = read.getUTCDate() === Number(date) && read.getUTCMonth() + 1 === Number(month);
  const serial = (ms - EPOCH) / DAY_MS;
  return isDay && serial >= FIRST_DAY ? serial : Number.NaN;
}
