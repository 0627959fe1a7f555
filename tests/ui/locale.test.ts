import { assert, constantFrom, integer, property } from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { adoptLocale, listLocales, localizeDecimal, readCount, readDay, formatSample } from '#ui/locale.ts';
import { dayText, timeText } from '#ui/format/figures-and-times.ts';

afterEach(() => void adoptLocale('en-GB'));

it('figures are copied without thousands', () => {
  adoptLocale('fr-FR');
  expect(localizeDecimal('-1234567.12345678')).toBe('-1234567,12345678');
});

it('days that are none stay as they are', () => {
  adoptLocale('de-DE');
  expect([dayText('soon'), dayText('2026-13-40')]).toEqual(['soon', '2026-13-40']);
  expect(timeText('2026-10-03T22:30:00Z', 'UTC')).toBe('03.10.2026 22:30');
});

it('a locale that does not exist leaves the system’s', () => {
  expect(adoptLocale('nothing like it')).not.toBe('nothing like it');
  expect(formatSample('de-DE')).toBe('1.234.567,89 · 30.10.2026');
});

it('a count is read with the marks of any locale, and nothing else is', () => {
  const typed = ['1000', '1,000', '1.000', '1 000', '12,34,567', "1'000", '1.5', '1,50', '', 'many', '-3'];
  expect(typed.map(readCount)).toEqual([1000, 1000, 1000, 1000, 1234567, 1000, ...Array<undefined>(5)]);
});

describe('a day that is typed', () => {
  it.each([
    ['en-GB', '30 Oct 2026'],
    ['en-GB', '30 october 2026'],
    ['en-GB', 'Oct 30, 2026'],
    ['en-GB', '30/10/26'],
    ['en-US', '10/30/2026'],
    ['en-US', 'October 30, 2026'],
    ['de-DE', '30.10.2026'],
    ['de-DE', '30. 10. 2026'],
    ['de-DE', '30 Oct 2026'],
    ['hu-HU', '2026. 10. 30.'],
    ['ja-JP', '2026/10/30'],
    ['fr-FR', ' 2026-10-30 '],
  ])('in %s as %s is the 30th of October', (locale, text) => {
    adoptLocale(locale);
    expect(readDay(text)).toBe('2026-10-30');
  });

  it.each([
    '',
    'soon',
    '31 Feb 2026',
    '10/30/2026',
    '30 Oct',
    '30 O 2026',
    '30 Octopus 2026',
    '1 2 3',
    '2026-10-30T10:00',
  ])('as “%s” is none', (text) => expect(readDay(text)).toBeUndefined());

  it('is read back in every locale as it is written there', () => {
    const days = integer({ min: 0, max: 60_000 }).map((at) => new Date(at * 86_400_000).toISOString().slice(0, 10));
    assert(
      property(days, constantFrom(...listLocales(null)), (day, locale) => {
        adoptLocale(locale);
        expect(readDay(dayText(day))).toBe(day);
      }),
    );
  });
});
