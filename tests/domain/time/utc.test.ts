import { expect, it } from 'vitest';
import { formatUtcMinute } from '#domain/time/utc.ts';

it('says that a moment is in UTC', () => {
  expect(formatUtcMinute('2026-11-21T08:02:11.000Z')).toBe('2026-11-21 08:02 UTC');
});

it('leaves a text alone that is no timestamp', () => {
  expect(formatUtcMinute('tomorrow')).toBe('tomorrow');
});
