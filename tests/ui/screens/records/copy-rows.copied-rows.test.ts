import { afterEach, expect, it } from 'vitest';
import { requireProperty } from '#domain/properties.ts';
import { adoptLocale } from '#ui/locale.ts';
import { formatCopiedRows, fitsClipboard } from '#ui/screens/records/copy-rows.ts';

afterEach(() => void adoptLocale('en-GB'));

it('copies heads, names and exact values; nothing breaks a line or runs as a formula', () => {
  const columns = ['platform_owner_id', 'title', 'total_hours', 'first_start_date', 'cost_amount'].map(requireProperty);
  const [owner, title, hours, start, cost] = columns.map(({ name }) => name) as [
    string,
    string,
    string,
    string,
    string,
  ];
  const row = {
    id: '1',
    values: {
      [owner]: '31',
      [title]: '=SUM(A1)\tand\nmore',
      [hours]: '-1.12345678',
      [start]: '2026-10-01T22:30:00.000Z',
    },
    unreadable: { [cost]: '12,5' },
  };
  const nameOf = (name: string) => (name === owner ? 'Ann Lee' : undefined);
  const [heads, line] = formatCopiedRows(columns, [row, { id: '2', values: {}, unreadable: {} }], {
    nameOf,
    zone: 'Europe/Berlin',
  })
    .split('\n')
    .map((each) => each.split('\t'));
  expect(heads).toEqual(columns.map(({ label }) => label));
  expect(line?.slice(0, 3)).toEqual(['Ann Lee', "'=SUM(A1) and more", '-1.12345678']);
  expect(line?.[3]).toContain('2 Oct 2026');
  expect(line?.[4]).toBe('12,5');
});

it('has the marks of the chosen locale, every digit, and no thousands', () => {
  adoptLocale('de-DE');
  const columns = ['total_hours', 'month_year', 'first_start_date'].map(requireProperty);
  const [hours, month, start] = columns.map(({ name }) => name) as [string, string, string];
  const row = {
    id: '1',
    values: { [hours]: '-12345.12345678', [month]: '2026-10-01', [start]: '2026-10-01T22:30:00.000Z' },
    unreadable: {},
  };
  const copied = formatCopiedRows(columns, [row], { nameOf: () => undefined, zone: 'UTC' });
  expect(copied.split('\n')[1]).toBe('-12345,12345678\t01.10.2026\t01.10.2026 22:30');
});

it('offers no copy that would not fit', () => {
  expect([20_000, 20_001].map(fitsClipboard)).toEqual([true, false]);
});
