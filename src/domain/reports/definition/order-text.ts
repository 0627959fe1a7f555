/**
 * Writes an order of rows as one text, for addresses and the terminal: `billable_value:desc`, `month:asc`, `logged_hours@2026-10-05:desc`,
 * `billable_value~change:asc`, `logged_hours~movement:desc`.
 */
import { orderedFigures, type Report } from './report.ts';

type Order = NonNullable<Report['order']>;

/**
 * Names of measures may have a colon but neither `@` nor `~`; the key of a column may have both. Nothing after `@` means the unset column.
 */
export function formatOrder({ by, column, of, direction }: Order): string {
  const columnText = column === undefined ? '' : `@${column ?? ''}`;
  return `${by}${of === undefined ? '' : `~${of}`}${columnText}:${direction === 'ascending' ? 'asc' : 'desc'}`;
}

/** @returns undefined for anything else. Without a direction: largest first, where that is allowed. */
export function parseOrder(text: string, { needsDirection = true } = {}): Order | undefined {
  const { name = '', direction } = /^(?<name>.*):(?<direction>asc|desc)$/is.exec(text)?.groups ?? { name: text };
  if (direction === undefined && needsDirection) return undefined;
  const columnSign = name.indexOf('@');
  const [by = '', figure] = (columnSign < 0 ? name : name.slice(0, columnSign)).split('~', 2);
  const of = orderedFigures.find((candidate) => candidate === figure?.toLowerCase());
  if (by === '' || (figure !== undefined && of === undefined)) return undefined;
  const key = name.slice(columnSign + 1);
  return {
    by,
    ...(of && { of }),
    ...(columnSign >= 0 && { column: key === '' ? null : key }),
    direction: direction?.toLowerCase() === 'asc' ? 'ascending' : 'descending',
  };
}
