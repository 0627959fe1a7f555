import { expect, it } from 'vitest';
import { printCell } from '../../../src/ui/capsule/cells.ts';
import type { ColumnKind } from '../../../src/domain/exports/model.ts';

it.each<[ColumnKind, number | null, string | null, string]>([
  ['money', 2, '1234567.5', '1,234,567.50'],
  ['money', 2, '0.12345678', '0.12345678'],
  ['money', 2, '-1234', '\u22121,234.00'],
  ['hours', 2, '12345678901234567890.1', '12,345,678,901,234,567,890.10'],
  ['clock', null, '90', '1:30'],
  ['clock', null, '-61.5', '\u22121:01.5'],
  ['percent', 1, '12.5', '12.5\u2009%'],
  ['id', null, '0042', '0042'],
  ['text', null, '1234', '1234'],
  ['datetime', null, '2026-10-01T08:30:00', '2026-10-01 08:30:00'],
  ['number', null, '1e400', '1e400'],
  ['money', 2, null, ''],
])('a cell of %s with %s digits, %j, reads %j', (kind, digits, cell, text) => {
  expect(printCell(cell, { kind, digits })).toBe(text);
});
