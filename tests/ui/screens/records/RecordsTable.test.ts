import { describe, expect, it } from 'vitest';
import { properties, requireProperty } from '#domain/properties.ts';
import { readableProperties } from '#domain/local-properties.ts';
import { findMeasure } from '#domain/reports/definition/measures.ts';
import {
  findColumnProperties,
  pickVisibleColumns,
  defaultColumns,
  listExportColumns,
  chooseNarrowQuery,
  findTotalMeasure,
} from '#ui/screens/records/columns.ts';

describe('the columns of the records table', () => {
  it('are the chosen ones, without those that no longer exist', () => {
    expect(findColumnProperties(['a552213_title', 'gone']).map(({ name }) => name)).toEqual(['a552213_title']);
    expect(findColumnProperties(null).map(({ name }) => name)).toEqual(defaultColumns);
    expect(findColumnProperties(['gone']).map(({ name }) => name)).toEqual(defaultColumns);
  });

  it('may be the client and the team, each beside what it is of', () => {
    expect(findColumnProperties(['client', 'team']).map(({ label }) => label)).toEqual(['Client', 'Team']);
    const order = readableProperties.map(({ name }) => name);
    expect(order[order.indexOf('client') - 1]).toBe('a552213_assoc_record_id');
    expect(order[order.indexOf('team') - 1]).toBe('platform_owner_id');
    expect(order.filter((name) => !['client', 'team'].includes(name))).toEqual(properties.map(({ name }) => name));
  });

  it('leave a narrow window to dates, names, hours and values; chosen ones are always shown', () => {
    const columns = findColumnProperties(null);
    const names = (isChosen: boolean, isNarrow: boolean) =>
      pickVisibleColumns(columns, { isChosen, isNarrow }).map(({ name }) => name);
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
    expect(listExportColumns([requireProperty('title'), requireProperty('record_id')])).toEqual([
      'a552213_assoc_obj_type',
      'a552213_title',
      'a552213_record_id',
    ]);
  });

  it('never total a rate or a share by adding it up', () => {
    expect(findTotalMeasure(requireProperty('billable_rate'))).toBe('effective_rate');
    expect(findTotalMeasure(requireProperty('billable_percentage'))).toBe('billable_share');
    expect(findTotalMeasure(requireProperty('cost_rate'))).toBeUndefined();
  });

  it('total only by measures that exist', () => {
    for (const property of properties) {
      const measure = findTotalMeasure(property);
      if (measure !== undefined) expect(findMeasure(measure)).toBeDefined();
    }
  });
});
