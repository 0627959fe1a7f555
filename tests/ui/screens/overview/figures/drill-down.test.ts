import { describe, expect, it } from 'vitest';
import { checkFilterGroups } from '../../../../../src/domain/filter/check.ts';
import { narrowToValue } from '../../../../../src/ui/screens/overview/figures/drill-down.ts';

describe('the records behind a figure', () => {
  it('of a person are those with that person, of no person those without one', () => {
    expect(narrowToValue([], 'platform_owner_id', '7')).toEqual([
      { filters: [{ propertyName: 'platform_owner_id', operator: 'IN', values: ['7'] }] },
    ]);
    expect(narrowToValue([], 'platform_owner_id', null)[0]?.filters[0]?.operator).toBe('NOT_HAS_PROPERTY');
  });

  it('of a client are told by the directory’s own name, within the filter that made the figure', () => {
    const service = { propertyName: 'a552213_service_name', operator: 'IN' as const, values: ['Audit'] };
    const groups = narrowToValue([{ filters: [service] }], 'client', 'Brightwater');
    expect(groups).toEqual([
      { filters: [service, { propertyName: 'client', operator: 'IN', values: ['Brightwater'] }] },
    ]);
    expect(checkFilterGroups(groups).ok).toBe(true);
  });
});
