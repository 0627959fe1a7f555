import { describe, expect, it } from 'vitest';
import { checkFilterGroups } from '../../../src/domain/filter/check.ts';
import { narrowToObjects, narrowToValue, sharedIds } from '../../../src/ui/screens/overview/drill-down.ts';

describe('the records behind a figure', () => {
  it('of somebody are hers, of nobody are those without a person', () => {
    expect(narrowToValue([], 'platform_owner_id', '7')).toEqual([
      { filters: [{ propertyName: 'platform_owner_id', operator: 'IN', values: ['7'] }] },
    ]);
    expect(narrowToValue([], 'platform_owner_id', null)[0]?.filters[0]?.operator).toBe('NOT_HAS_PROPERTY');
  });

  const names = { owners: {}, objects: { 'company:1': { name: 'Brightwater', client: null } } };

  it('of a client are picked by id alone where no other object has it', () => {
    const objects = [
      { type: 'company', id: '2' },
      { type: 'deal', id: '3' },
    ];
    expect(narrowToObjects([], objects, sharedIds(objects, names))).toEqual([
      { filters: [{ propertyName: 'a552213_assoc_record_id', operator: 'IN', values: ['2', '3'] }] },
    ]);
  });

  it('of a client name the type with the id: an id may exist in two types', () => {
    const objects = [
      { type: 'company', id: '1' },
      { type: 'deal', id: '1' },
      { type: 'deal', id: '2' },
      { type: null, id: null },
    ];
    const groups = narrowToObjects([], objects, sharedIds(objects, names));
    expect(groups).toHaveLength(3);
    expect(groups[1]?.filters).toEqual([
      { propertyName: 'a552213_assoc_obj_type', operator: 'IN', values: ['deal'] },
      { propertyName: 'a552213_assoc_record_id', operator: 'IN', values: ['1', '2'] },
    ]);
    expect(groups[2]?.filters.map(({ operator }) => operator)).toEqual(['NOT_HAS_PROPERTY', 'NOT_HAS_PROPERTY']);
    expect(checkFilterGroups(groups).ok).toBe(true);
  });

  it('stay within the filter that made the figure', () => {
    const service = { propertyName: 'a552213_service_name', operator: 'IN' as const, values: ['Audit'] };
    const groups = narrowToObjects(
      [{ filters: [service] }],
      [{ type: 'deal', id: '1' }],
      sharedIds([{ type: 'deal', id: '1' }], names),
    );
    expect(groups).toHaveLength(1);
    expect(groups[0]?.filters[0]).toEqual(service);
  });
});
