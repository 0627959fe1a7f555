import { expect, it } from 'vitest';
import { printCell } from '#electron/exports/formats/pdf/table.ts';
import type { ColumnKind } from '#domain/exports/model.ts';

it.each<[cell: string, kind: ColumnKind, digits: number | null, printed: string]>([
  ['1234567.5', 'money', 2, '1,234,567.50'],
  ['-1234.565', 'money', 2, '-1,234.57'],
  ['-0.004', 'money', 2, '0.00'],
  ['12345678901234567890.12', 'money', 2, '12,345,678,901,234,567,890.12'],
  ['0.125', 'number', null, '0.125'],
  ['1500', 'count', 0, '1,500'],
  ['81.25', 'percent', 1, '81.3\u00A0%'],
  ['60065', 'clock', null, '1,001:05'],
  ['-90', 'clock', null, '-1:30'],
  ['0042', 'id', null, '0042'],
  ['5E10', 'text', null, '5E10'],
  ['true', 'boolean', null, 'Yes'],
  ['2026-10-01', 'date', null, '2026-10-01'],
  ['2026-10-01T09:30:00', 'datetime', null, '2026-10-01 09:30'],
  ['2026-10-01T09:30:15.250Z', 'datetime', null, '2026-10-01 09:30'],
  ['2026-10-01T00:00:00.000Z', 'datetime', null, '2026-10-01 00:00'],
])('%s as %s with %s decimals is printed as %s', (cell, kind, digits, printed) => {
  expect(printCell(cell, { kind, digits }, 'point')).toBe(printed);
});

it('writes decimal commas where they were asked for, and leaves texts alone', () => {
  expect(printCell('-1234.5', { kind: 'money', digits: 2 }, 'comma')).toBe('-1.234,50');
  expect(printCell('1.5, or 2', { kind: 'text', digits: null }, 'comma')).toBe('1.5, or 2');
});
