import { expect, test } from 'vitest';
import { printOne, createOperandForms } from '#domain/filter/print.ts';

const between = {
  propertyName: 'first_start_date',
  operator: 'BETWEEN',
  value: '2026-09-30T22:00:00Z',
  highValue: '2026-10-31T22:59:59.999Z',
} as const;

test('times are read by the clock of the zone, as exactly as they are', () => {
  expect(printOne(between, { forms: createOperandForms('Europe/Berlin') })).toBe(
    'First start is between 1 Oct 2026 00:00 and 31 Oct 2026 23:59:59.999 (Europe/Berlin)',
  );
});

test('days and figures are written by the locale', () => {
  const forms = createOperandForms('Europe/Berlin', 'de-DE');
  expect(printOne(between, { forms })).toBe(
    'First start is between 01.10.2026 00:00 and 31.10.2026 23:59:59.999 (Europe/Berlin)',
  );
  expect(printOne({ propertyName: 'a552213_billable_hours', operator: 'GT', value: '12.5' }, { forms })).toBe(
    'Billable hours is over 12,5',
  );
});
