import { describe, expect, it } from 'vitest';
import { findReadable } from '#domain/local-properties.ts';
import { requireProperty } from '#domain/properties.ts';
import { moveBy, moveTo, putPinnedFirst } from '#ui/screens/records/use-table-layout.ts';
import { columnPresets, columnsOfPreset } from '#ui/screens/records/ColumnsChooser.tsx';

describe('the order of columns', () => {
  it('changes by steps, within its ends', () => {
    expect(moveBy(['a', 'b', 'c'], 'a', 1)).toEqual(['b', 'a', 'c']);
    expect(moveBy(['a', 'b', 'c'], 'a', -1)).toEqual(['a', 'b', 'c']);
    expect(moveBy(['a', 'b', 'c'], 'c', 5)).toEqual(['a', 'b', 'c']);
    expect(moveBy(['a', 'b'], 'gone', 1)).toEqual(['a', 'b']);
  });

  it('changes by dragging to a place', () => {
    expect(moveTo(['a', 'b', 'c', 'd'], 'd', 1)).toEqual(['a', 'd', 'b', 'c']);
    expect(moveTo(['a', 'b', 'c', 'd'], 'a', 3)).toEqual(['b', 'c', 'd', 'a']);
  });

  it('begins with the pinned ones', () => {
    const columns = ['title', 'total_hours', 'billable_rate'].map(requireProperty);
    const [title, hours, rate] = columns;
    expect(putPinnedFirst(columns, [rate?.name ?? '', 'gone'])).toEqual([rate, title, hours]);
    expect(putPinnedFirst(columns, [])).toBe(columns);
  });
});

describe('a set of columns', () => {
  it.each(columnPresets.filter((each) => each !== 'standard'))('%s has properties that exist, each once', (preset) => {
    const names = columnsOfPreset(preset) ?? [];
    expect(names.length).toBeGreaterThan(6);
    expect(new Set(names).size).toBe(names.length);
    expect(names.filter((name) => findReadable(name)?.name !== name)).toEqual([]);
  });

  it('of money has what is billed, what it costs and what remains', () => {
    expect(columnsOfPreset('billing')).toEqual(
      expect.arrayContaining([
        'a552213_billable_rate',
        'a552213_billable_amount',
        'a552213_cost_amount',
        'a552213_margin_amount',
      ]),
    );
  });
});
