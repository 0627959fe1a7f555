import { describe, expect, it } from 'vitest';
import { propertyOf } from '../../../src/domain/properties.ts';
import { defaultSettings } from '../../../src/domain/settings.ts';
import { receivedText, wholeReceivedText } from '../../../src/ui/screens/lookup/received-text.ts';

describe('a live value', () => {
  const shown = (name: string, value: unknown) =>
    receivedText(propertyOf(name), value, { ...defaultSettings, zone: 'UTC' }, () => undefined);

  it('comes as number or as text and reads the same', () => {
    expect(shown('total_hours', 1.5)).toBe('1.50');
    expect(shown('total_hours', '1.5')).toBe('1.50');
  });

  it('of hours is printed as everywhere else, and whole on hover', () => {
    const settings = { ...defaultSettings, hoursStyle: 'clock', zone: 'UTC' } as const;
    const hours = propertyOf('total_hours');
    expect(receivedText(hours, '1.68333333', settings, () => undefined)).toBe('1:41');
    expect(wholeReceivedText(hours, '1.68333333', 'UTC', () => undefined)).toBe('1.68333333');
  });

  it('that is not what its property holds stands as received', () => {
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
