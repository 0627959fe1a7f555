/** Lines keep their numbers, and a quotation mark in the wrong place is found with its line. */
import { parse } from 'csv-parse/sync';
import { expect, it } from 'vitest';
import { findSeparator, readCsvLines } from '../../../src/domain/tables/csv.ts';

it('counts lines as the file has them', () => {
  expect(readCsvLines(parse, 'id,name\n\n7,Ann\n,\n8,Bo', ',')).toEqual([
    { line: 1, cells: ['id', 'name'] },
    { line: 3, cells: ['7', 'Ann'] },
    { line: 5, cells: ['8', 'Bo'] },
  ]);
  expect(readCsvLines(parse, 'id,name\n7,A"nn', ',')).toHaveProperty('brokenAt');
});

it('takes the separator by which the first line is worth the most', () => {
  const worth = (cells: readonly string[]) => cells.length;
  expect(findSeparator(parse, 'id;name;team\n7;A,B,C,D;', worth)).toBe(';');
  expect(findSeparator(parse, 'id', worth)).toBe(',');
});
