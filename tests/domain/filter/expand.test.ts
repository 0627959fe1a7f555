/** Client and team filters as the ids they stand for; that they pick the same records is shown in the parity tests. */
import { describe, expect, it } from 'vitest';
import { checkFilterGroups } from '#domain/filter/check.ts';
import { expandLocal } from '#domain/filter/expand.ts';
import type { Filter } from '#domain/filter/model.ts';
import { printFilter } from '#domain/filter/print.ts';
import { directoryOf } from '#tests/support/worlds/directory.ts';

const directory = directoryOf({
  owners: { '7': { name: 'Ann', team: 'Tax' }, '8': { name: 'Bo', team: 'tax' }, '9': { name: 'Cy' } },
  objects: {
    'deal:1': { name: 'Audit', client: 'ACME' },
    'deal:2': { name: 'More', client: 'ACME' },
    'company:1': { name: 'Acme', client: 'ACME' },
    'company:3': { name: 'Elm' },
  },
});

const printed = (...filters: Filter[]) => {
  const expanded = expandLocal([{ filters }], directory);
  if (!expanded.ok) return expanded.problem;
  return expanded.filterGroups ? printFilter(expanded.filterGroups) : 'nothing';
};
const minutes: Filter = { propertyName: 'a552213_total_minutes', operator: 'GT', value: '60' };

describe('filters by client and team for the service', () => {
  it('become ids, regardless of case, beside the other conditions', () => {
    expect(printed(minutes, { propertyName: 'team', operator: 'EQ', value: 'TAX' })).toBe(
      'Total minutes is over 60 and Person is one of 7, 8',
    );
    expect(printed({ propertyName: 'team', operator: 'NOT_HAS_PROPERTY' })).toBe('Person is none of 7, 8');
  });

  it('tell apart objects of two types with one id', () => {
    expect(printed({ propertyName: 'client', operator: 'IN', values: ['acme', 'nobody'] })).toBe(
      '(Object type is deal and Object is one of 1, 2), or (Object type is company and Object is one of 1)',
    );
    expect(printed({ propertyName: 'client', operator: 'NEQ', value: 'ACME' })).toBe(
      '(Object type is deal and Object is none of 1, 2), or (Object type is company and Object is none of 1), or Object type is none of deal, company',
    );
  });

  it('that name nobody ask for nothing, and their opposite for everything', () => {
    expect(printed(minutes, { propertyName: 'client', operator: 'EQ', value: 'nobody' })).toBe('nothing');
    expect(printed({ propertyName: 'client', operator: 'NEQ', value: 'nobody' })).toBe('All records');
    expect(printed(minutes, { propertyName: 'team', operator: 'NOT_IN', values: ['nobody'] })).toBe(
      'Total minutes is over 60',
    );
  });

  it('that need more groups than a search takes are refused with a sentence', () => {
    const objects = ['deal', 'company', 'project', 'ticket', 'course', 'listing'].map(
      (type) => [`${type}:1`, { name: 'N', client: 'ACME' }] as const,
    );
    const many = directoryOf({ objects: Object.fromEntries(objects) });
    const filter: Filter = { propertyName: 'client', operator: 'EQ', value: 'ACME' };
    expect(expandLocal([{ filters: [filter] }], many)).toEqual({
      ok: false,
      problem: expect.stringMatching(
        /^the service knows neither clients nor teams.*6 groups with 12 filters/,
      ) as string,
    });
  });

  it('that need more filters in all than a search takes are refused, though no group is too long', () => {
    const objects = ['deal', 'company', 'project', 'ticket'].map(
      (type) => [`${type}:1`, { name: 'N', client: 'ACME' }] as const,
    );
    const directory = directoryOf({ objects: Object.fromEntries(objects) });
    const client: Filter = { propertyName: 'client', operator: 'EQ', value: 'ACME' };
    expect(expandLocal([{ filters: [client, minutes, minutes] }], directory).ok).toBe(true);
    expect(expandLocal([{ filters: [client, minutes, minutes, minutes] }], directory)).toMatchObject({
      ok: false,
      problem: expect.stringContaining('4 groups with 20 filters') as string,
    });
  });

  it('leave groups without them as they are, however many', () => {
    const groups = Array.from({ length: 9 }, () => ({ filters: [minutes] }));
    expect(expandLocal(groups, directory)).toEqual({ ok: true, filterGroups: groups });
  });
});

describe('a client or team in a filter', () => {
  const check = (filter: Filter) => checkFilterGroups([{ filters: [filter] }]);

  it('can be one of several', () => {
    expect(check({ propertyName: 'client', operator: 'IN', values: ['ACME'] }).ok).toBe(true);
  });

  it.each(['CONTAINS_TOKEN', 'GT', 'BETWEEN'] as const)('does not fit %s', (operator) => {
    expect(check({ propertyName: 'team', operator, value: 'a', highValue: 'b' })).toMatchObject({
      ok: false,
      problem: { what: expect.stringContaining('does not fit Team') as string },
    });
  });

  it('is printed in words', () => {
    const groups = [{ filters: [{ propertyName: 'client', operator: 'IN', values: ['ACME', 'Elm'] } as const] }];
    expect(printFilter(groups as never)).toBe('Client is one of ACME, Elm');
  });
});

describe('what the service takes of a filter that became ids', () => {
  const client: Filter = { propertyName: 'client', operator: 'HAS_PROPERTY' };
  const team: Filter = { propertyName: 'team', operator: 'HAS_PROPERTY' };
  const isTaken = (...groups: Filter[][]) =>
    expandLocal(
      groups.map((filters) => ({ filters })),
      directory,
    ).ok;
  const conditions = (count: number) => Array.from({ length: count }, () => minutes);

  it('is five groups, and no sixth', () => {
    expect(isTaken([client], [client], [team])).toBe(true);
    expect(isTaken([client], [client], [client])).toBe(false);
  });

  it('is six conditions in a group, and no seventh', () => {
    expect(isTaken([team, ...conditions(5)])).toBe(true);
    expect(isTaken([team, ...conditions(6)])).toBe(false);
  });

  it('is eighteen conditions in all, and no nineteenth', () => {
    const three = [
      [team, ...conditions(5)],
      [team, ...conditions(5)],
      [team, ...conditions(4)],
    ];
    expect(isTaken(...three, [minutes])).toBe(true);
    expect(isTaken(...three, [minutes, minutes])).toBe(false);
  });
});
