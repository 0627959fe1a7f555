import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseDate, parseInstant, findNextUtcMidnight, formatUtcDay } from '#electron/client/wire/times.ts';
import { chooseSize } from '#tests/support/tier.ts';

it.each([
  ['2026-02-23', '2026-02-23'],
  ['2026-02-23T00:00Z', '2026-02-23'],
  ['2026-02-23T00:00:00Z', '2026-02-23'],
  ['2026-02-23T00:00:00.000Z', '2026-02-23'],
  ['2026-02-23T00:00:00+00:00', '2026-02-23'],
  ['1771804800000', '2026-02-23'],
  ['0', '1970-01-01'],
  ['-86400000', '1969-12-31'],
  ['2024-02-29', '2024-02-29'],
])('reads the date %s', (text, date) => {
  expect(parseDate(text)).toBe(date);
});

it.each([
  '2026-02-23T01:00:00Z',
  '2026-02-22T23:00:00-01:00',
  '2026-02-23T00:00:00+02:00',
  '2026-02-23T00:00:00',
  '2026-02-29',
  '2026-13-01',
  '2026-2-3',
  '20260223',
  '23.02.2026',
  '1771804800001',
  '1771804800000.5',
  '1e3',
  '99999999999999999',
  '',
  ' ',
  'today',
])('does not take %j for a date, and shifts none', (text) => {
  expect(parseDate(text)).toBeUndefined();
});

it.each([
  ['2026-02-27T21:24:18.038Z', Date.UTC(2026, 1, 27, 21, 24, 18, 38)],
  ['2026-02-27T21:24:18Z', Date.UTC(2026, 1, 27, 21, 24, 18)],
  ['2026-02-27T21:24Z', Date.UTC(2026, 1, 27, 21, 24)],
  ['2026-02-27T23:24:18.038+02:00', Date.UTC(2026, 1, 27, 21, 24, 18, 38)],
  ['2026-02-27T15:54:18-0530', Date.UTC(2026, 1, 27, 21, 24, 18)],
  ['2026-02-27T21:24:18.038999Z', Date.UTC(2026, 1, 27, 21, 24, 18, 38)],
  ['1772227458038', 1772227458038],
  ['2026-02-27', Date.UTC(2026, 1, 27)],
])('reads the instant %s', (text, time) => {
  expect(parseInstant(text)).toBe(time);
});

it.each([
  '2026-02-27T21:24:18.038',
  '2026-02-27 21:24:18Z',
  '2026-02-30T00:00:00Z',
  '2026-02-27T24:00:00Z',
  '2026-02-27T23:60:00Z',
  '2026-02-27T23:59:60Z',
  '2026-02-27T23:59:00+25:00',
  '9999999999999999',
  '1772227458038.5',
  'Fri, 27 Feb 2026 21:24:18 GMT',
  '',
])('does not take %j for an instant', (text) => {
  expect(parseInstant(text)).toBeUndefined();
});

it('reads a time as JavaScript prints it the same as in its other forms, and refuses the same', () => {
  const two = (most: number) => fc.integer({ min: 0, max: most }).map((each) => String(each).padStart(2, '0'));
  const year = fc.constantFrom('0000', '0001', '1899', '1900', '2000', '2023', '2024', '9999');
  fc.assert(
    fc.property(
      year,
      two(13),
      two(32),
      two(25),
      two(61),
      two(61),
      two(99),
      (years, month, day, hour, minute, second, hundredth) => {
        const text = `${years}-${month}-${day}T${hour}:${minute}:${second}.0${hundredth}`;
        expect(parseInstant(`${text}Z`)).toBe(parseInstant(`${text}+00:00`));
      },
    ),
    { numRuns: chooseSize(500, 5000) },
  );
  for (const text of [
    '-000001-01-01T00:00:00Z',
    '+002026-11-21T00:00:00Z',
    'Feb 27 2026 21:24:18.00Z',
    '2026-02-29T00:00:00.000Z',
  ])
    expect(parseInstant(text), text).toBeUndefined();
});

it('finds the next UTC midnight, at midnight the following one', () => {
  expect(findNextUtcMidnight(Date.UTC(2026, 10, 21, 23, 59, 59, 999))).toBe(Date.UTC(2026, 10, 22));
  expect(findNextUtcMidnight(Date.UTC(2026, 10, 22))).toBe(Date.UTC(2026, 10, 23));
  expect(formatUtcDay(Date.UTC(2026, 10, 22))).toBe('2026-11-22');
});

/** As JavaScript reads and prints it: the same text comes out, or it is no such instant. */
function readByPrinting(text: string): number | undefined {
  const time = Date.parse(text);
  const years = Number(text.slice(0, 4));
  return !Number.isNaN(time) && new Date(time).toISOString() === text && years >= 1 ? time : undefined;
}

it('an instant in the form that JavaScript prints is what JavaScript reads, whichever of its digits changes', () => {
  const instant = fc.date({ min: new Date('0001-01-01T00:00:00Z'), max: new Date('9999-12-31T23:59:59.999Z') });
  const change = fc.tuple(fc.integer({ min: 0, max: 22 }), fc.integer({ min: 0, max: 9 }));
  let refused = 0;
  fc.assert(
    fc.property(
      instant.filter((each) => !Number.isNaN(each.getTime())),
      change,
      (date, [at, digit]) => {
        const text = date.toISOString();
        expect(parseInstant(text)).toBe(date.getTime());
        if (!/\d/.test(text[at] ?? '')) return;
        const changed = text.slice(0, at) + digit + text.slice(at + 1);
        expect(parseInstant(changed), changed).toBe(readByPrinting(changed));
        if (readByPrinting(changed) === undefined) refused += 1;
      },
    ),
    { numRuns: chooseSize(300, 3000), seed: 7 },
  );
  expect(refused).toBeGreaterThan(chooseSize(10, 100));
});
