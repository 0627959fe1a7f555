import { afterEach, describe, expect, it, test } from 'vitest';
import { anyContext } from '#domain/time/period.ts';
import { fromTyped, toTyped, findDay, replaceDay, findTimeEnds } from '#ui/filters/typed-operand.ts';
import { adoptLocale } from '#ui/locale.ts';

const ZONE = 'Europe/Berlin';
afterEach(() => void adoptLocale('en-GB'));

describe('a number', () => {
  const read = (text: string) => fromTyped(text, 'number', ZONE);
  it.each([
    ['de-DE', '1.234,50', '1234.50'],
    ['de-DE', '−1.234.567,00000001', '-1234567.00000001'],
    ['de-DE', '1.234.567', '1234567'],
    ['de-DE', '0,5', '0.5'],
    ['de-DE', '1.5', '1.5'],
    ['de-DE', '0.125', '0.125'],
    ['fr-FR', '1 234,5', '1234.5'],
    ['fr-FR', '12345678901234567890,5', '12345678901234567890.5'],
    ['de-CH', "1'234.5", '1234.5'],
    ['en-GB', '1,234.5', '1234.5'],
    ['en-GB', '1.234', '1.234'],
    ['en-GB', '3,5', '3.5'],
  ])('of %s is read from %s as %s', (locale, text, value) => {
    adoptLocale(locale);
    expect(read(text)).toEqual({ ok: true, value });
  });

  it.each([
    ['de-DE', '1.234', '1234 or 1,234'],
    ['en-GB', '-1,234', '-1234 or -1.234'],
  ])('of %s that has two meanings is refused: %s', (locale, text, meanings) => {
    adoptLocale(locale);
    expect(read(text)).toMatchObject({ ok: false, problem: expect.stringContaining(meanings) });
  });

  it('is shown again by the locale, and what is no number is left to be refused', () => {
    adoptLocale('de-DE');
    expect(toTyped('1234.50', 'number', ZONE)).toBe('1234,50');
    expect(read('1234,50')).toEqual({ ok: true, value: '1234.50' });
    expect(read('1.23.4')).toEqual({ ok: true, value: '1.23.4' });
    expect(read('many')).toEqual({ ok: true, value: 'many' });
  });
});

describe('a time', () => {
  it('is one of the zone, in summer and in winter, and shown again to the millisecond', () => {
    for (const [typed, value] of [
      ['2026-10-03T14:30', '2026-10-03T12:30:00Z'],
      ['2026-12-03 14:30:05', '2026-12-03T13:30:05Z'],
      ['2026-10-31T23:59:59.999', '2026-10-31T22:59:59.999Z'],
      ['3 Oct 2026 14:30', '2026-10-03T12:30:00Z'],
      ['3 Oct 2026, 2:30 pm', '2026-10-03T12:30:00Z'],
      ['3 Oct 2026 12.05 AM', '2026-10-02T22:05:00Z'],
    ] as const) {
      expect(fromTyped(typed, 'datetime', ZONE)).toEqual({ ok: true, value });
      const shown = fromTyped(toTyped(value, 'datetime', ZONE), 'datetime', ZONE);
      expect(shown).toEqual({ ok: true, value });
    }
    expect(toTyped('2026-10-31', 'datetime', ZONE)).toBe('31 Oct 2026 01:00');
  });

  it('that the clock skips or shows twice is refused; one with a zone of its own stays', () => {
    expect(fromTyped('2026-03-29T02:30', 'datetime', ZONE).ok).toBe(false);
    expect(fromTyped('2026-10-25T02:30', 'datetime', ZONE).ok).toBe(false);
    expect(fromTyped('2026-10-25T02:30+02:00', 'datetime', ZONE)).toEqual({
      ok: true,
      value: '2026-10-25T02:30+02:00',
    });
  });

  it('of a minute that comes twice is shown with its offset, and read again as that one', () => {
    for (const value of ['2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z']) {
      const read = fromTyped(toTyped(value, 'datetime', ZONE), 'datetime', ZONE);
      expect(read.ok && Date.parse(read.value)).toBe(Date.parse(value));
    }
  });

  it('that is a day alone is its first moment, or its last where a span ends', () => {
    expect(fromTyped('3.10.2026', 'datetime', ZONE)).toEqual({ ok: true, value: '2026-10-02T22:00:00Z' });
    expect(fromTyped('3.10.2026', 'datetime', ZONE, 'end')).toEqual({ ok: true, value: '2026-10-03T21:59:59.999Z' });
  });

  it.each(['soon', '25:00', '3 Oct 2026 25:00', '3 Oct 2026 13:00 pm'])('is not “%s”, which is said', (text) => {
    expect(fromTyped(text, 'datetime', ZONE)).toMatchObject({ ok: false, problem: expect.stringContaining(text) });
  });
});

describe('a day', () => {
  it('is typed and shown as the locale writes it', () => {
    adoptLocale('de-DE');
    expect(fromTyped('30.10.26', 'date', ZONE)).toEqual({ ok: true, value: '2026-10-30' });
    expect(toTyped('2026-10-30', 'date', ZONE)).toBe('30.10.2026');
    expect(fromTyped('31.2.2026', 'date', ZONE)).toEqual({
      ok: false,
      problem: '“31.2.2026” is no day: write one like 30.10.2026.',
    });
  });

  it('chosen in the calendar takes the place of the one typed, and the time stays', () => {
    expect(replaceDay('', '2026-10-30', 'date', { zone: ZONE, missing: 'start' })).toBe('30 Oct 2026');
    expect(replaceDay('3 Oct 2026 14:30', '2026-10-30', 'datetime', { zone: ZONE, missing: 'end' })).toBe(
      '30 Oct 2026 14:30',
    );
    expect(replaceDay('soon', '2026-10-30', 'datetime', { zone: ZONE, missing: 'end' })).toBe(
      '30 Oct 2026 23:59:59.999',
    );
    expect(replaceDay('28 Mar 2026 02:30', '2026-03-29', 'datetime', { zone: ZONE, missing: 'start' })).toBe(
      '29 Mar 2026 02:30:00',
    );
    expect(findDay('3 Oct 2026 00:30', 'datetime', ZONE)).toBe('2026-10-03');
    expect(findDay('soon', 'datetime', ZONE)).toBeUndefined();
  });
});

const context = { ...anyContext, today: '2026-11-20', zone: 'Europe/Berlin' };

test('a date takes days, a time the clock of the zone at which they begin and end', () => {
  expect(findTimeEnds('last-month', 'date', context)).toEqual({ value: '1 Oct 2026', highValue: '31 Oct 2026' });
  expect(findTimeEnds('last-month', 'datetime', context)).toEqual({
    value: '1 Oct 2026 00:00',
    highValue: '31 Oct 2026 23:59:59.999',
  });
});
