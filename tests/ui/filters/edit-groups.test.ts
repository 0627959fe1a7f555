import { describe, expect, it } from 'vitest';
import type { Filter } from '#domain/filter/model.ts';
import {
  moveFilter,
  narrowBy,
  putFilter,
  findQuickPlace,
  removeFilter,
  replaceValue,
} from '#ui/filters/edit-groups.ts';

const service: Filter = { propertyName: 'a552213_service_name', operator: 'IN', values: ['Audit'] };
const over: Filter = { propertyName: 'a552213_billable_hours', operator: 'GT', value: '5' };
const owner: Filter = { propertyName: 'platform_owner_id', operator: 'IN', values: ['1'] };

describe('editing filter groups', () => {
  it('adds to a group, replaces in it, and begins another by “or”', () => {
    const one = putFilter([], { group: 0, filter: 0 }, service);
    const two = putFilter(one, { group: 0, filter: 1 }, over);
    const three = putFilter(two, { group: 1, filter: 0 }, owner);
    expect(three).toEqual([{ filters: [service, over] }, { filters: [owner] }]);
    expect(putFilter(three, { group: 0, filter: 0 }, owner)[0]?.filters).toEqual([owner, over]);
    expect(one).toEqual([{ filters: [service] }]);
  });

  it('leaves no empty group behind: an empty one would let every record in', () => {
    const groups = [{ filters: [service] }, { filters: [owner] }];
    expect(removeFilter(groups, { group: 0, filter: 0 })).toEqual([{ filters: [owner] }]);
    expect(removeFilter([{ filters: [service] }], { group: 0, filter: 0 })).toEqual([]);
  });

  it('narrows every alternative, not only the first', () => {
    expect(narrowBy([{ filters: [service] }, { filters: [over] }], owner)).toEqual([
      { filters: [service, owner] },
      { filters: [over, owner] },
    ]);
  });

  it('narrowing twice by the same property keeps the latest', () => {
    const other: Filter = { ...owner, values: ['2'] };
    expect(narrowBy(narrowBy([], owner), other)).toEqual([{ filters: [other] }]);
  });

  it('finds the quick filter only where it picks values', () => {
    expect(findQuickPlace([{ filters: [over, service] }], service.propertyName)).toEqual({ group: 0, filter: 1 });
    expect(findQuickPlace([{ filters: [{ ...service, operator: 'NOT_IN' }] }], service.propertyName)).toBeUndefined();
  });
});

describe('another value instead', () => {
  it('takes the place it is asked for, and is in a list once', () => {
    const eq: Filter = { propertyName: 'service_name', operator: 'EQ', value: 'Auditt' };
    const list: Filter = { propertyName: 'a552213_service_name', operator: 'IN', values: ['Audit', 'Auditt', 'Tax'] };
    const title: Filter = { propertyName: 'a552213_title', operator: 'EQ', value: 'Auditt' };
    const unheld = { propertyName: 'a552213_service_name', value: 'Auditt' };
    expect(replaceValue([{ filters: [eq, title] }, { filters: [list] }], unheld, 'Audit')).toEqual([
      { filters: [{ ...eq, value: 'Audit' }, title] },
      { filters: [{ ...list, values: ['Audit', 'Tax'] }] },
    ]);
  });
});

describe('moving a filter to another group', () => {
  const groups = [{ filters: [service, over] }, { filters: [owner] }];

  it('puts it behind the others there, or begins a group', () => {
    expect(moveFilter(groups, { group: 0, filter: 0 }, 1)).toEqual({
      groups: [{ filters: [over] }, { filters: [owner, service] }],
      place: { group: 1, filter: 1 },
    });
    expect(moveFilter(groups, { group: 0, filter: 1 }, 2)).toEqual({
      groups: [{ filters: [service] }, { filters: [owner] }, { filters: [over] }],
      place: { group: 2, filter: 0 },
    });
  });

  it('takes a group away that it leaves empty', () => {
    expect(moveFilter(groups, { group: 1, filter: 0 }, 0)).toEqual({
      groups: [{ filters: [service, over, owner] }],
      place: { group: 0, filter: 2 },
    });
    const three = [{ filters: [owner] }, ...groups];
    expect(moveFilter(three, { group: 0, filter: 0 }, 2)).toEqual({
      groups: [{ filters: [service, over] }, { filters: [owner, owner] }],
      place: { group: 1, filter: 1 },
    });
  });

  it('changes nothing where there is nowhere to go', () => {
    for (const to of [-1, 1, 2, 3]) expect(moveFilter(groups, { group: 1, filter: 0 }, to)).toBeUndefined();
    expect(moveFilter(groups, { group: 0, filter: 5 }, 1)).toBeUndefined();
  });
});
