import { assert, bigInt, constantFrom, integer, property } from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { figure } from '../../../src/ui/format/figures.ts';
import {
  adoptLocale,
  listLocales,
  localizeDay,
  localizeDecimal,
  localizeFigure,
  localizeText,
  readCount,
  readDay,
  sampleOf,
} from '../../../src/ui/locale/forms.ts';
import { dayText, timeText } from '../../../src/ui/format/times.ts';

afterEach(() => void adoptLocale('en-GB'));

/** What a person of the locale reads: marks taken from the platform, for a number that a double holds. */
const marksOf = (locale: string) => {
  const parts = new Intl.NumberFormat(locale, { numberingSystem: 'latn' }).formatToParts(1234567.5);
  return {
    group: parts.find(({ type }) => type === 'group')?.value ?? '',
    decimal: parts.find(({ type }) => type === 'decimal')?.value ?? '',
  };
};

describe('figures', () => {
  it.each([
    ['en-GB', '−1,234,567.50'],
    ['en-US', '−1,234,567.50'],
    ['en-IN', '−12,34,567.50'],
    ['de-DE', '−1.234.567,50'],
    ['de-CH', '−1’234’567.50'],
    ['fr-FR', '−1 234 567,50'],
    ['pl-PL', '−1 234 567,50'],
  ])('are written in %s as %s', (locale, text) => {
    adoptLocale(locale);
    expect(
      localizeFigure('−1,234,567.50')
        .replaceAll(/[\u00A0\u202F]/g, ' ')
        .replaceAll("'", '’'),
    ).toBe(text);
  });

  it('keep what stands behind them, and times of a day as minutes', () => {
    adoptLocale('de-DE');
    expect(['81.3 %', '+1,240:30', '–', '', 'n/a'].map(localizeFigure)).toEqual([
      '81,3 %',
      '+1.240:30',
      '–',
      '',
      'n/a',
    ]);
  });

  it('are read back exactly, with more digits than a double has', () => {
    const units = bigInt({ min: -(10n ** 28n), max: 10n ** 28n });
    assert(
      property(units, integer({ min: 0, max: 8 }), constantFrom(...listLocales(null)), (whole, digits, locale) => {
        adoptLocale(locale);
        const text = `${whole}.12345678`;
        const { group, decimal } = marksOf(locale);
        const read = figure(text, digits).replace('−', '-').replaceAll(group, '').replace(decimal, '.');
        adoptLocale('en-GB');
        expect(read).toBe(figure(text, digits).replace('−', '-').replaceAll(',', ''));
      }),
    );
  });

  it('are copied without thousands', () => {
    adoptLocale('fr-FR');
    expect(localizeDecimal('-1234567.12345678')).toBe('-1234567,12345678');
  });

  it('are found in sentences, where nothing else is changed', () => {
    adoptLocale('de-DE');
    expect(
      localizeText(
        '1,240 records, 3.5 h and 12,345.60 EUR at http://127.0.0.1:8080 since 2026-10-01 08:02, version 1.2.3.',
      ),
    ).toBe('1.240 records, 3,5 h and 12.345,60 EUR at http://127.0.0.1:8080 since 2026-10-01 08:02, version 1.2.3.');
    expect(localizeText('It is 12.5.')).toBe('It is 12,5.');
  });
});

describe('days', () => {
  it.each([
    ['en-GB', '3 Oct 2026', '3 Oct'],
    ['en-US', 'Oct 3, 2026', 'Oct 3'],
    ['de-DE', '03.10.2026', '03.10.'],
    ['fr-FR', '03/10/2026', '03/10'],
    ['ja-JP', '2026/10/03', '10/03'],
  ])('are written in %s as %s', (locale, withYear, without) => {
    adoptLocale(locale);
    expect([dayText('2026-10-03'), localizeDay('2026-10-03', { withYear: false })]).toEqual([withYear, without]);
    expect(timeText('2026-10-03T22:30:00Z', 'UTC')).toBe(`${withYear} 22:30`);
  });

  it('that are none stay as they are', () => {
    expect([dayText('soon'), dayText('2026-13-40')]).toEqual(['soon', '2026-13-40']);
  });
});

it('a locale that does not exist leaves the system’s', () => {
  expect(adoptLocale('nothing like it')).not.toBe('nothing like it');
  expect(sampleOf('de-DE')).toBe('1.234.567,89 · 30.10.2026');
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
