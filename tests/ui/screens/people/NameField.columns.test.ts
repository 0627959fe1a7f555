import { afterEach, expect, test } from 'vitest';
import { adoptLocale } from '#ui/locale.ts';
import { fieldColumns, parseCell, formatCell } from '#ui/screens/people/NameField.tsx';

afterEach(() => void adoptLocale('en-GB'));

const column = (name: string) => {
  const found = fieldColumns.people.find((each) => each.name === name);
  if (!found) throw new Error(`No column ${name}`);
  return found;
};

test('days and hours are shown and typed as the locale writes them; other cells stay as they are', () => {
  adoptLocale('de-DE');
  expect(formatCell(column('active_from'), '2026-04-22')).toBe('22.04.2026');
  expect(parseCell(column('active_from'), '22.4.26')).toBe('2026-04-22');
  expect(parseCell(column('active_to'), 'soon')).toBe('soon');
  expect(formatCell(column('weekly_hours'), '37.5')).toBe('37,5');
  expect(parseCell(column('weekly_hours'), '37,5')).toBe('37.5');
  expect(formatCell(column('weekly_hours'), '37.5; 20 from 2026-10-01')).toBe('37,5\n20 from 01.10.2026');
  expect(parseCell(column('weekly_hours'), '37,5; 20 from 1.10.26\n7,5 ab 2027-01-01')).toBe(
    '37.5; 20 from 2026-10-01; 7.5 from 2027-01-01',
  );
  expect(parseCell(column('weekly_hours'), '37,5; 20 from soon')).toBe('37.5; 20 from soon');
  expect(parseCell(column('name'), '1,5')).toBe('1,5');
  expect([
    formatCell(column('active_to'), ''),
    parseCell(column('active_to'), ''),
    parseCell(column('weekly_hours'), ''),
  ]).toEqual(['', '', '']);
});
