import * as fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { expect, test } from 'vitest';
import { createLocalTimeFormat } from '#domain/time/utc.ts';

test('times on the days on which the clocks change are those of the clock on the wall', () => {
  const zurich = createLocalTimeFormat('Europe/Zurich');
  expect(['2026-03-29T00:59:59.000Z', '2026-03-29T01:00:00.000Z'].map(zurich)).toEqual([
    '2026-03-29T01:59:59',
    '2026-03-29T03:00:00',
  ]);
  // The same hour twice.
  expect(['2026-10-25T00:30:00.000Z', '2026-10-25T01:30:00.000Z'].map(zurich)).toEqual([
    '2026-10-25T02:30:00',
    '2026-10-25T02:30:00',
  ]);
});

test('a day before or after where the zone is one ahead or behind, and a fraction of a second stays', () => {
  expect(createLocalTimeFormat('Pacific/Kiritimati')('2026-10-31T12:00:00.250Z')).toBe('2026-11-01T02:00:00.250');
  expect(createLocalTimeFormat('America/New_York')('2026-01-01T03:00:00.000Z')).toBe('2025-12-31T22:00:00');
});

test('before zones had whole hours, times are those of that place and year', () => {
  expect(createLocalTimeFormat('Europe/Zurich')('1890-06-01T12:00:00.000Z')).toBe('1890-06-01T12:29:46');
  expect(createLocalTimeFormat('Asia/Kathmandu')('1900-01-01T00:00:00.000Z')).toBe('1900-01-01T05:41:16');
});

test('every moment in every zone is what the calendar of that zone says', () => {
  const zones = Intl.supportedValuesOf('timeZone');
  const from = Date.UTC(1880, 0, 1);
  const to = Date.UTC(2080, 0, 1);
  fc.assert(
    fc.property(
      fc.constantFrom(...zones),
      fc.array(fc.integer({ min: from, max: to }), { maxLength: 20 }),
      (zone, all) => {
        const toLocal = createLocalTimeFormat(zone);
        for (const ms of all) {
          const instant = Temporal.Instant.fromEpochMilliseconds(ms);
          const expected = instant.toZonedDateTimeISO(zone).toPlainDateTime().toString({ smallestUnit: 'millisecond' });
          expect(toLocal(new Date(ms).toISOString())).toBe(expected.replace(/\.000$/, ''));
        }
      },
    ),
    { numRuns: 150 },
  );
});
