import { describe, expect, it } from 'vitest';
import { formatMonthSpans } from '#domain/reports/keys/counterparts.ts';

describe('notes', () => {
  it('join neighbouring months, across a year’s end too', () => {
    expect(formatMonthSpans(['2025-12-01', '2026-01-01', '2026-03-01'])).toBe('Dec 2025 – Jan 2026, Mar 2026');
  });
});
