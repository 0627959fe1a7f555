import { assert, bigInt, constantFrom, integer, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  formatCount,
  formatDates,
  formatDay,
  formatDecimal,
  formatUngrouped,
  MARKED,
  writeMarked,
} from '#domain/locale-forms.ts';
import { chooseGrid, formatSteps, toSteps } from '#domain/reports/print/printed.ts';
import { defaultSettings } from '#domain/settings.ts';
import { listLocales } from '#ui/locale.ts';

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
    ['en-GB', '1,234,567.50'],
    ['en-US', '1,234,567.50'],
    ['en-IN', '12,34,567.50'],
    ['de-DE', '1.234.567,50'],
    ['de-CH', '1’234’567.50'],
    ['fr-FR', '1 234 567,50'],
    ['pl-PL', '1 234 567,50'],
  ])('are written in %s as %s', (locale, text) => {
    const written = formatDecimal('1234567.50', locale)
      .replaceAll(/[\u00A0\u202F]/g, ' ')
      .replaceAll("'", '’');
    expect(written).toBe(text);
  });

  it('are read back exactly, with more digits than a double has', () => {
    const whole = bigInt({ min: 0n, max: 10n ** 28n });
    const fraction = integer({ min: 0, max: 10 ** 8 - 1 }).map((digits) => String(digits).padStart(8, '0'));
    assert(
      property(whole, fraction, constantFrom(...listLocales(null)), (left, right, locale) => {
        const { group, decimal } = marksOf(locale);
        const written = formatDecimal(`${left}.${right}`, locale);
        expect(written.replaceAll(group, '').replace(decimal, '.')).toBe(`${left}.${right}`);
        expect(formatCount(left, locale).replaceAll(group, '')).toBe(String(left));
      }),
    );
  });

  it.each([
    ['hours', '1240.5', '1.240:30'],
    ['share', '0.8126', '81,3 %'],
    ['money', '-71801.4', '−71.801,40'],
  ] as const)('are written by the locale of their settings, %s too', (unit, value, text) => {
    const grid = chooseGrid(unit, { ...defaultSettings, hoursStyle: 'clock', locale: 'de-DE' });
    expect(formatSteps(toSteps(value, grid), grid, { minus: '−' })).toBe(text);
  });
});

describe('days', () => {
  it.each([
    ['en-GB', '3 Oct 2026', '3 Oct', '16–22 Nov 2026', '28 Sep – 4 Oct', '29 Dec 2025 – 4 Jan 2026'],
    ['en-US', 'Oct 3, 2026', 'Oct 3', 'Nov 16–22, 2026', 'Sep 28 – Oct 4', 'Dec 29, 2025 – Jan 4, 2026'],
    ['de-DE', '03.10.2026', '03.10.', '16.11. – 22.11.2026', '28.09. – 04.10.', '29.12.2025 – 04.01.2026'],
    ['fr-FR', '03/10/2026', '03/10', '16/11 – 22/11/2026', '28/09 – 04/10', '29/12/2025 – 04/01/2026'],
    ['ja-JP', '2026/10/03', '10/03', '2026/11/16 – 2026/11/22', '09/28 – 10/04', '2025/12/29 – 2026/01/04'],
  ])('are written in %s as %s', (locale, withYear, without, inMonth, short, overYears) => {
    expect([formatDay('2026-10-03', locale), formatDay('2026-10-03', locale, false)]).toEqual([withYear, without]);
    expect([
      formatDates({ from: '2026-11-16', to: '2026-11-22' }, locale),
      formatDates({ from: '2026-09-28', to: '2026-10-04' }, locale, false),
      formatDates({ from: '2025-12-29', to: '2026-01-04' }, locale, false),
      formatDates({ from: '2026-10-03', to: '2026-10-03' }, locale),
    ]).toEqual([inMonth, short, overYears, withYear]);
  });
});

describe('a sentence made before its reader’s locale is known', () => {
  const dates = { from: '2026-11-16', to: '2026-11-22' };
  const sentence = [
    '“Rates 2.0” at Export 1.5, version 1.2.3, 10,5',
    formatCount(1, MARKED),
    formatCount(71_801n, MARKED),
    formatDecimal('71801.40', MARKED),
    formatUngrouped('-71801.4', MARKED),
    formatDay('2026-11-24', MARKED),
    formatDay('2026-11-24', MARKED, false),
    formatDates(dates, MARKED),
    formatDates(dates, MARKED, false),
  ].join('; ');

  it.each([
    [undefined, '1; 71,801; 71,801.40; -71801.4; 24 Nov 2026; 24 Nov; 16–22 Nov 2026; 16–22 Nov'],
    ['de-DE', '1; 71.801; 71.801,40; -71801,4; 24.11.2026; 24.11.; 16.11. – 22.11.2026; 16.11. – 22.11.'],
  ])('is written in %s, and names in it stay as they are', (locale, written) => {
    expect(writeMarked(sentence, locale)).toBe(`“Rates 2.0” at Export 1.5, version 1.2.3, 10,5; ${written}`);
  });

  it('stays as it is where others wrote such marks around something else', () => {
    const forged = ['decimal x', 'day 2026-99-99', 'constructor 1', 'nothing'].map((text) => `\uFDD0${text}\uFDD1`);
    expect(writeMarked(forged.join(''), 'de-DE')).toBe(`x2026-99-99${forged.slice(2).join('')}`);
  });
});
