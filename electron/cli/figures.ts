/** Exact decimals as people read them in a table: grouped thousands, at most two decimals. `--json` keeps every digit. */
import { formatUnits, roundUnits, unitsOf } from '../../src/domain/decimal.ts';

const DIGITS = 2;

/** `"1234567.125"` → `1,234,567.13`; null → an empty cell, never a 0. */
export function figure(decimal: string | null): string {
  if (decimal === null) return '';
  const [whole = '', fraction = ''] = formatUnits(roundUnits(unitsOf(decimal), DIGITS)).split('.');
  return `${grouped(whole)}.${fraction.padEnd(DIGITS, '0')}`;
}

/** A decimal that counts something: `"1200"` → `1,200`. */
export function wholeFigure(decimal: string): string {
  return grouped(formatUnits(unitsOf(decimal)));
}

export function count(value: number): string {
  return grouped(String(value));
}

function grouped(whole: string): string {
  return whole.replace(/\B(?=(\d{3})+$)/g, ',');
}

/** `2026-11-21T08:02:11.000Z` → `2026-11-21 08:02 UTC`. */
export function moment(timestamp: string): string {
  const match = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2})/.exec(timestamp);
  return match ? `${match[1]} ${match[2]} UTC` : timestamp;
}
