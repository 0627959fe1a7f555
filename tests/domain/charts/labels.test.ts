import { describe, expect, it } from 'vitest';
import { createLabels } from '#domain/charts/labels.ts';

const labels = createLabels(
  { owners: { 7: { name: 'Anna', team: null, weeklyHours: null, activeFrom: null, activeTo: null } }, objects: {} },
  { fiscalYearStart: 1 },
);

describe('the labels of groups', () => {
  it('name people, time and what is unset', () => {
    expect(labels.label('platform_owner_id', '7')).toBe('Anna');
    expect(labels.label('client', null)).toBe('(none)');
    expect(labels.short('week', '2026-12-28')).toBe('W53 (28 Dec 2026 – 3 Jan 2027)');
    expect(labels.tick('week', '2026-12-28')).toBe('W53');
  });

  it('say of a week that the period cuts which part it is', () => {
    const column = { key: '2026-09-28', from: '2026-10-01', to: '2026-10-04', complete: true, values: {}, records: 1 };
    expect(labels.cut('week', { ...column, cut: true })).toBe('part of week 40 (1–4 Oct)');
    expect(labels.cut('week', { ...column, cut: false })).toBe('');
  });

  it('know the days of a time bucket', () => {
    expect(labels.span('quarter', '2026-07-01')).toMatchObject({ from: '2026-07-01', to: '2026-09-30' });
    expect(labels.span('client', 'Acme')).toBeUndefined();
  });
});
