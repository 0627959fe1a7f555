import { describe, expect, it } from 'vitest';
import { properties, requireProperty } from '#domain/properties.ts';
import { readableProperties } from '#domain/local-properties.ts';
import { findMeasure } from '#domain/reports/definition/measures.ts';
import {
  columnProperties,
  columnsInSight,
  defaultColumns,
  exportColumns,
  chooseNarrowQuery,
  totalMeasure,
} from '#ui/screens/records/columns.ts';

describe('the columns of the records table', () => {
  it('are the chosen ones, without those that no longer exist', () => {
    expect(columnProperties(['a552213_title', 'gone']).map(({ name }) => name)).toEqual(['a552213_title']);
    expect(columnProperties(null).map(({ name }) => name)).toEqual(defaultColumns);
    expect(columnProperties(['gone']).map(({ name }) => name)).toEqual(defaultColumns);
  });

  it('may be the client and the team, each beside what it is of', () => {
    expect(columnProperties(['client', 'team']).map(({ label }) => label)).toEqual(['Client', 'Team']);
    const order = readableProperties.map(({ name }) => name);
    expect(order[order.indexOf('client') - 1]).toBe('a552213_assoc_record_id');
    expect(order[order.indexOf('team') - 1]).toBe('platform_owner_id');
    expect(order.filter((name) => !['client', 'team'].includes(name))).toEqual(properties.map(({ name }) => name));
  });

  it('leave a narrow window to dates, names, hours and values; chosen ones are always shown', () => {
    const columns = columnProperties(null);
    const names = (isChosen: boolean, isNarrow: boolean) =>
      columnsInSight(columns, { isChosen, isNarrow }).map(({ name }) => name);
    expect(names(false, false)).toEqual(defaultColumns);
    expect(names(true, true)).toEqual(defaultColumns);
    expect(defaultColumns.filter((name) => !names(false, true).includes(name))).toEqual([
      'a552213_service_name',
      'a552213_billable_rate',
    ]);
  });

  it('give way to long totals of many records in wider windows than to short ones', () => {
    const widest = (total: number) =>
      Math.max(...[...chooseNarrowQuery(total).matchAll(/max-width: (\d+)px/g)].map(([, px]) => Number(px)));
    expect(widest(1_123)).toBeLessThan(1280);
    expect(widest(1_000_000)).toBeGreaterThan(1280);
    expect(widest(1_000_000)).toBeLessThan(1440);
  });

  it('go into a file with what identifies a record, once', () => {
    expect(exportColumns([requireProperty('title'), requireProperty('record_id')])).toEqual([
      'a552213_assoc_obj_type',
      'a552213_title',
      'a552213_record_id',
    ]);
  });

  it('never total a rate or a share by adding it up', () => {
    expect(totalMeasure(requireProperty('billable_rate'))).toBe('effective_rate');
    expect(totalMeasure(requireProperty('billable_percentage'))).toBe('billable_share');
    expect(totalMeasure(requireProperty('cost_rate'))).toBeUndefined();
  });

  it('total only by measures that exist', () => {
    for (const property of properties) {
      const measure = totalMeasure(property);
      if (measure !== undefined) expect(findMeasure(measure)).toBeDefined();
    }
  });
});
