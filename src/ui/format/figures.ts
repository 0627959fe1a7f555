/** Prints figures from exact decimal text: grouped thousands, fixed digits, a true minus sign. No doubles. */
import { formatUnits, divideUnits, roundUnits, SCALE, toUnits } from '#domain/decimal.ts';
import { formatSteps } from '#domain/reports/print/printed.ts';
import { pageLocale } from '../locale.ts';
import { workspacesTexts } from '#texts/screens/workspaces.ts';

export const UNKNOWN = '–';
export const MINUS = '−';

/** `1234.5` with 2 digits → `1,234.50`; halves are rounded away from zero, and nothing is ever `−0`. */
export function figure(text: string, digits: number): string {
  return printFigure(text, digits, false);
}

/** Like `figure`, with a sign: `+6.1`, `−0.8`, `0.0`. */
export function signedFigure(text: string, digits: number): string {
  return printFigure(text, digits, true);
}

/** Prints all decimals, grouped: `1,234.5`, `0.00273785`. @param least digits, even where they are 0: `79.50` */
export function exactFigure(text: string, least = 0): string {
  return figure(text, Math.max(least, formatUnits(toUnits(text)).split('.')[1]?.length ?? 0));
}

/** Prints a count: `24,000`. */
export function count(value: number): string {
  return figure(String(value), 0);
}

function printFigure(text: string, digits: number, signed: boolean): string {
  const steps = roundUnits(toUnits(text), digits) / 10n ** BigInt(SCALE - digits);
  return formatSteps(steps, { style: 'decimal', digits, locale: pageLocale() }, { minus: MINUS, signed });
}

/** Turns a share of 1 into a percentage: `0.724` → `72.4`. */
export function percentOfShare(share: string): string {
  return formatUnits(toUnits(share) * 100n);
}

export function difference(now: string, before: string): string {
  return formatUnits(toUnits(now) - toUnits(before));
}

/** @returns the change in percent of the earlier figure; undefined where that was 0 */
export function percentChange(now: string, before: string): string | undefined {
  return computePercent(difference(now, before), before);
}

function computePercent(change: string, before: string): string | undefined {
  const earlier = toUnits(before);
  const percent = divideUnits(toUnits(change) * 100n, earlier < 0n ? -earlier : earlier);
  return percent === undefined ? undefined : formatUnits(percent);
}

/** Whether a change is too small to be called good or bad. @param least percent of the earlier figure */
export function isSmallChange(change: string, before: string | null | undefined, least: string): boolean {
  const percent = before == null ? undefined : computePercent(change, before);
  if (percent === undefined) return false;
  const units = toUnits(percent);
  return (units < 0n ? -units : units) < toUnits(least);
}

export function readSign(text: string): -1 | 0 | 1 {
  const units = toUnits(text);
  return units > 0n ? 1 : units < 0n ? -1 : 0;
}

const { units } = workspacesTexts;

/** @param bytes a whole number. @returns at most three digits before the unit, and one decimal below ten of it */
export function bytesText(bytes: number): string {
  let size = bytes;
  let unit = 0;
  while (size >= 999.5 && unit < units.length - 1) {
    size /= 1000;
    unit += 1;
  }
  const digits = unit > 0 && size < 9.95 ? 1 : 0;
  return `${figure(size.toFixed(digits), digits)} ${units[unit] ?? ''}`;
}
