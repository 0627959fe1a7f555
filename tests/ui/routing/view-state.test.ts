import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitHash } from '#ui/routing/hash-location.ts';
import {
  changeView,
  emptyView,
  formatView,
  hasUnreadableFilter,
  findUnreadablePeriod,
  parseView,
  type ViewState,
} from '#ui/routing/view-state.ts';

const text = fc.string({ unit: 'grapheme', minLength: 1 });
const view: fc.Arbitrary<ViewState> = fc.record({
  period: fc.option(fc.constantFrom('2026-10', 'last-month', '2026-01-01..2026-03-31'), { nil: undefined }),
  filterGroups: fc.array(
    fc.record({
      filters: fc.array(
        fc.record({
          propertyName: text,
          operator: fc.constantFrom('EQ' as const, 'IN' as const, 'BETWEEN' as const),
          value: text,
          values: fc.array(text),
        }),
        { minLength: 1, maxLength: 3 },
      ),
    }),
    { maxLength: 3 },
  ),
  query: fc.string({ unit: 'grapheme' }),
  figure: fc.option(text, { nil: undefined }),
  live: fc.boolean(),
  sort: fc.option(
    fc.array(
      fc.record({
        propertyName: fc.constantFrom('sys_object_id', 'a552213_title'),
        direction: fc.constantFrom('ASCENDING' as const, 'DESCENDING' as const),
      }),
      { minLength: 1, maxLength: 3 },
    ),
    { nil: undefined },
  ),
  page: fc.integer({ min: 1, max: 9999 }),
  record: fc.option(text, { nil: undefined }),
});

describe('a view in the address', () => {
  it('comes back as it was, with any values in its filters', () => {
    fc.assert(
      fc.property(view, (each) => {
        const { path, search } = splitHash(`#/records?${formatView(each)}`);
        expect(path).toBe('/records');
        expect(parseView(search)).toEqual(each);
      }),
    );
  });

  it('that is the default has an empty address', () => {
    expect(formatView(emptyView)).toBe('');
    expect(splitHash('')).toEqual({ path: '/', search: '' });
  });

  it('of the pins, once a screen of their own, is one of the Overview', () => {
    expect(splitHash('#/dashboard?period=2026-10')).toEqual({ path: '/', search: 'period=2026-10' });
  });

  it('with unreadable parts still opens', () => {
    expect(parseView('filter=%7Bbroken&page=-3&sort=nonsense&period=2026-10')).toEqual({
      ...emptyView,
      period: '2026-10',
    });
  });
});

describe('changing a view', () => {
  it('to other records starts on their first page', () => {
    expect(changeView({ ...emptyView, page: 7 }, { query: 'audit' }).page).toBe(1);
  });

  it('by opening a record stays on the page', () => {
    expect(changeView({ ...emptyView, page: 7 }, { record: '12' }).page).toBe(7);
    const ofFigure = { ...emptyView, figure: 'Anna Keller · Week 40' };
    expect(changeView(ofFigure, { period: '2026-10' }).figure).toBe('Anna Keller · Week 40');
    expect(changeView(ofFigure, { filterGroups: [] }).figure).toBeUndefined();
    expect(changeView(ofFigure, { filterGroups: [], figure: 'Total' }).figure).toBe('Total');
  });
});

describe('a filter in the address', () => {
  it.each(['filter={bad', 'filter=[{"x":1}]', 'filter='])(
    'that cannot be read is not passed over in silence: %s',
    (search) => {
      expect(hasUnreadableFilter(search)).toBe(true);
    },
  );

  it('is read where the app wrote it, or where there is none', () => {
    const search = formatView({
      ...emptyView,
      filterGroups: [{ filters: [{ propertyName: 'a552213_toggle', operator: 'EQ', value: 'true' }] }],
    });
    expect(hasUnreadableFilter(search)).toBe(false);
    expect(hasUnreadableFilter('period=2026-10')).toBe(false);
  });
});

describe('a period of an address', () => {
  it('that there is not is told', () => {
    for (const period of ['2026-13', 'last-fortnight', '2026-10..', '2026-02-30', '2026-10..2026-09'])
      expect(findUnreadablePeriod(new URLSearchParams({ period }).toString())).toBe(period);
  });

  it('that can be read, or is not asked for, is not', () => {
    for (const search of ['', 'period=', 'period=all', 'period=2026-10', 'period=last-week', 'filter=%5B%5D'])
      expect(findUnreadablePeriod(search)).toBeUndefined();
  });
});
