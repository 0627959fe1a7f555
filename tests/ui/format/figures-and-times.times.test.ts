import { describe, expect, it } from 'vitest';
import { momentText, spanText } from '#ui/format/figures-and-times.ts';

describe('a moment', () => {
  const zone = 'Pacific/Auckland';
  const now = Date.parse('2026-11-20T20:00:00Z');

  it('of today is told by its time alone, where the zone’s day began before midnight UTC', () => {
    expect(momentText('2026-11-20T11:30:00Z', zone, now)).toBe('00:30');
  });

  it('of the zone’s day before says its day, though it is the same in UTC', () => {
    expect(momentText('2026-11-20T10:30:00Z', zone, now)).toBe('20 Nov 23:30');
  });
});

it('what is left is told in seconds as long as a minute more or less would be far off', () => {
  expect([0.2, 59, 75, 89].map(spanText)).toEqual(['1 s', '59 s', '75 s', '89 s']);
  expect([90, 180].map(spanText)).toEqual(['2 min', '3 min']);
});
