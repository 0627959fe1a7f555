import { describe, expect, it, test } from 'vitest';
import { requireProperty } from '#domain/properties.ts';
import { defaultSettings } from '#domain/settings.ts';
import { formatLiveValue, formatFullLiveValue } from '#ui/format/received-text.ts';

describe('a live value', () => {
  const shown = (name: string, value: unknown) =>
    formatLiveValue(requireProperty(name), value, { ...defaultSettings, zone: 'UTC' }, () => undefined);

  it('comes as number or as text and reads the same', () => {
    expect(shown('total_hours', 1.5)).toBe('1.50');
    expect(shown('total_hours', '1.5')).toBe('1.50');
  });

  it('of hours is printed as everywhere else, and whole on hover', () => {
    const settings = { ...defaultSettings, hoursStyle: 'clock', zone: 'UTC' } as const;
    const hours = requireProperty('total_hours');
    expect(formatLiveValue(hours, '1.68333333', settings, () => undefined)).toBe('1:41');
    expect(formatFullLiveValue(hours, '1.68333333', 'UTC', () => undefined)).toBe('1.68333333');
  });

  it('that is not what its property holds is shown as received', () => {
    expect(shown('total_hours', 'a lot')).toBe('a lot');
    expect(shown('total_hours', { odd: true })).toBe('{"odd":true}');
  });

  it('that is a date reads the same in every form the service sends', () => {
    const forms = ['2026-10-01', '2026-10-01T00:00:00.000Z', '1790812800000', 1790812800000];
    expect(new Set(forms.map((value) => shown('month_year', value)))).toEqual(new Set(['Oct 2026']));
    expect(shown('month_year', 'October')).toBe('October');
  });

  it('that is unset is a dash', () => {
    expect([undefined, null, ''].map((value) => shown('title', value))).toEqual(['–', '–', '–']);
  });
});

const amount = requireProperty('billable_amount');
const settings = { ...defaultSettings, zone: 'UTC' };
const noName = () => undefined;
const textsOf = (value: unknown, property = amount) => [
  formatLiveValue(property, value, settings, noName),
  formatFullLiveValue(property, value, 'UTC', noName),
];

test('a number the app cannot compute with is shown as it came, in the cell and on hover', () => {
  for (const digits of ['12345678901234567890.12', '1e400', '-1e400'])
    expect(textsOf(digits)).toEqual([digits, digits]);
});

test('a number with more decimals than are kept is rounded in the cell and whole on hover', () => {
  expect(textsOf('1234.567890123456')).toEqual(['1,234.57', '1234.567890123456']);
  expect(textsOf(1234.5)).toEqual(['1,234.50', '1,234.5']);
});

test('half an emoji is told by its escape', () => {
  expect(textsOf('Kick-off \ud83e', requireProperty('title'))[0]).toBe(String.raw`"Kick-off \ud83e"`);
});
