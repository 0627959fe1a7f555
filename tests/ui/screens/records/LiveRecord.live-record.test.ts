import { describe, expect, it } from 'vitest';
import { requireProperty } from '#domain/properties.ts';
import { listFirstValues, toRecordJson } from '#ui/screens/records/RecordDrawer.tsx';
import { findDifferences, readHistory } from '#ui/screens/records/LiveRecord.tsx';

const hours = requireProperty('billable_hours').name;
const rate = requireProperty('billable_rate').name;
const title = requireProperty('title').name;
const row = {
  id: '7',
  values: { [hours]: '8', [rate]: null, [title]: 'Audit' },
  unreadable: { a552213_cost_amount: '12,5' },
};
const frame = { zone: 'UTC', nameOf: () => undefined };

describe('the first values of a record', () => {
  const lacking = (values: Readonly<Record<string, string | null>>) =>
    listFirstValues({ values, unreadable: {} })
      .filter(({ isMissing }) => isMissing)
      .map(({ property }) => property.name);

  it('say that billable hours lack a rate and a value', () => {
    expect(lacking(row.values)).toEqual([rate, 'a552213_billable_amount']);
    expect(lacking({ [hours]: '0.00' })).toEqual([]);
    expect(lacking({ [hours]: '8', [rate]: '100', a552213_billable_amount: '800' })).toEqual([]);
  });

  it('are copied as stored, an unreadable one as received', () => {
    expect(JSON.parse(toRecordJson(row))).toEqual({
      id: '7',
      properties: { [hours]: '8', [title]: 'Audit', a552213_cost_amount: '12,5' },
    });
  });
});

describe('what the service says of a record', () => {
  it('differs where values do, not where they are spelled otherwise', () => {
    const received = {
      id: '7',
      properties: { [hours]: '8.0', [rate]: 120, [title]: 'Audit', a552213_cost_amount: '12,5' },
    };
    const found = findDifferences(row, received, frame);
    expect(found.map(({ property, remote }) => [property.name, remote])).toEqual([[rate, '120']]);
    expect(findDifferences(row, { id: '7', properties: { [title]: null } }, frame)[0]?.local).toBe('Audit');
  });

  it('is a history where one can be read, newest first', () => {
    const propertiesWithHistory = {
      [rate]: [
        { value: '100', timestamp: '2026-10-01T08:00:00Z' },
        { value: '120', timestamp: 1_791_072_000_000 },
      ],
    };
    const history = readHistory({ id: '7', properties: {}, propertiesWithHistory });
    expect(history.map(({ value }) => value)).toEqual(['120', '100']);
    expect(readHistory({ id: '7', properties: {}, propertiesWithHistory: 'none' })).toEqual([]);
    expect(readHistory({ id: '7', properties: {} })).toEqual([]);
  });
});
