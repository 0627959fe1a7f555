import { expect, it } from 'vitest';
import { quoteSheet, toLetters, toSheetName, toTableHeaders } from '#electron/exports/formats/xlsx/xml.ts';

it.each([
  [1, 'A'],
  [26, 'Z'],
  [27, 'AA'],
  [52, 'AZ'],
  [703, 'AAA'],
  [16_384, 'XFD'],
])('column %i is %s', (number, letters) => {
  expect(toLetters(number)).toBe(letters);
});

it('makes heads that a table takes: once each in whatever case, on one line, never empty or too long', () => {
  const long = 'x'.repeat(300);
  const heads = toTableHeaders(['Hours', 'hours', 'two\nlines ', '', 'Hours (2)', long, long]);
  expect(heads.slice(0, 5)).toEqual(['Hours', 'hours (2)', 'two lines', '_', 'Hours (2) (2)']);
  expect(heads.slice(5).map(({ length }) => length)).toEqual([255, 255]);
  expect(new Set(heads.map((each) => each.toLowerCase())).size).toBe(7);
});

it('names sheets as a workbook takes them', () => {
  expect(toSheetName("'[Dátá]: 1/2?'")).toBe('Dátá 12');
  expect(toSheetName('x'.repeat(40))).toHaveLength(31);
  expect(quoteSheet("It's")).toBe("'It''s'");
});
