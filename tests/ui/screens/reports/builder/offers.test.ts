import { describe, expect, it } from 'vitest';
import { findMeasure } from '#domain/reports/definition/measures.ts';
import { createLabels } from '#domain/charts/labels.ts';
import {
  listMeasureOffers,
  listGroupOffers,
  findItems,
  moveName,
  toggleName,
} from '#ui/screens/reports/builder/offers.ts';

const labels = createLabels(
  { owners: { 7: { name: 'Anna', team: null, weeklyHours: null, activeFrom: null, activeTo: null } }, objects: {} },
  { fiscalYearStart: 1 },
);

describe('the builder', () => {
  it('offers every own measure and only allowed aggregations', () => {
    const offered = listMeasureOffers().flatMap(({ items }) => items.map(({ value }) => value));
    expect(offered).toContain('effective_rate');
    expect(offered).toContain('a552213_billable_rate:avg');
    expect(offered).not.toContain('a552213_billable_rate');
    expect(new Set(offered).size).toBe(offered.length);
    for (const id of offered) expect(findMeasure(id)?.id).toBe(id);
  });

  it('does not offer the group that already runs across', () => {
    const offered = listGroupOffers(labels, ['month']).flatMap(({ items }) => items.map(({ value }) => value));
    expect(offered).not.toContain('month');
    expect(offered).toContain('client');
  });
});

describe('the builder', () => {
  it('lists decades, centuries and automatic twins only once their name is typed', () => {
    const listed = (typed: string) =>
      findItems(listMeasureOffers(), typed).flatMap(({ items }) => items.map(({ value }) => value));
    expect(listed(' ').filter((id) => /decades|centuries|_auto/.test(id))).toEqual([]);
    expect(listed(' ')).toContain('a552213_total_years');
    expect(listed('total decades')).toContain('a552213_total_decades');
    expect(listed('billable_amount_auto')).toContain('a552213_billable_amount_auto');
  });

  it('finds by every typed word, and moves and switches what is chosen', () => {
    expect(
      findItems(listMeasureOffers(), 'average rate billable').flatMap(({ items }) => items.map(({ value }) => value)),
    ).toEqual(['a552213_billable_rate:avg']);
    expect(moveName(['a', 'b', 'c'], 2, -1)).toEqual(['a', 'c', 'b']);
    expect(moveName(['a'], 0, 1)).toEqual(['a']);
    expect(toggleName(['a', 'b'], 'a')).toEqual(['b']);
  });
});
