import { describe, expect, it } from 'vitest';
import { findMeasure } from '../../../../../src/domain/reports/definition/measures.ts';
import { measureOffers, groupOffers } from '../../../../../src/ui/screens/reports/builder/offers.ts';
import { createLabels } from '../../../../../src/domain/charts/labels.ts';

const labels = createLabels(
  { owners: { 7: { name: 'Anna', team: null, weeklyHours: null, activeFrom: null, activeTo: null } }, objects: {} },
  { fiscalYearStart: 1 },
);

describe('the builder', () => {
  it('offers every own measure and only allowed aggregations', () => {
    const offered = measureOffers().flatMap(({ items }) => items.map(({ value }) => value));
    expect(offered).toContain('effective_rate');
    expect(offered).toContain('a552213_billable_rate:avg');
    expect(offered).not.toContain('a552213_billable_rate');
    expect(new Set(offered).size).toBe(offered.length);
    for (const id of offered) expect(findMeasure(id)?.id).toBe(id);
  });

  it('does not offer the group that already runs across', () => {
    const offered = groupOffers(labels, ['month']).flatMap(({ items }) => items.map(({ value }) => value));
    expect(offered).not.toContain('month');
    expect(offered).toContain('client');
  });
});
