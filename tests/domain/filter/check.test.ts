import { describe, expect, test } from 'vitest';
import { checkFilterGroups } from '#domain/filter/check.ts';
import { writeMarked } from '#domain/locale-forms.ts';
import { filterGroupsSchema, operators, type Filter } from '#domain/filter/model.ts';
import { listFittingOperators } from '#domain/filter/operand.ts';
import { properties, requireProperty } from '#domain/properties.ts';

const check = (...filters: Filter[]) => checkFilterGroups([{ filters }]);
const problem = (filter: Filter) => {
  const answer = check(filter);
  if (answer.ok) throw new Error('accepted');
  return answer.problem.what;
};

test('names come with or without the prefix and leave with it', () => {
  expect(
    check(
      { propertyName: 'title', operator: 'EQ', value: 'x' },
      { propertyName: 'a552213_toggle', operator: 'EQ', value: 'true' },
    ),
  ).toEqual({
    ok: true,
    value: [
      {
        filters: [
          { propertyName: 'a552213_title', operator: 'EQ', value: 'x' },
          { propertyName: 'a552213_toggle', operator: 'EQ', value: 'true' },
        ],
      },
    ],
  });
});

test('the first problem names its group and filter, counted from 1', () => {
  const good: Filter = { propertyName: 'title', operator: 'EQ', value: 'x' };
  const bad: Filter = { propertyName: 'titel', operator: 'EQ', value: 'x' };
  expect(checkFilterGroups([{ filters: [good] }, { filters: [good, bad] }])).toEqual({
    ok: false,
    problem: { where: 'group 2, filter 2', what: 'no property is called "titel"', near: 'title' },
  });
});

test('no groups are every record, and are right', () => {
  expect(checkFilterGroups([])).toEqual({ ok: true, value: [] });
});

test('local use has no limit on groups and filters', () => {
  const filters = Array.from({ length: 20 }, (): Filter => ({ propertyName: 'title', operator: 'HAS_PROPERTY' }));
  expect(checkFilterGroups(Array.from({ length: 10 }, () => ({ filters }))).ok).toBe(true);
});

describe('every property takes the operators of its type and refuses the others', () => {
  const operand = {
    string: 'x',
    enumeration: 'deal',
    boolean: 'true',
    number: '1',
    date: '2026-01-01',
    datetime: '2026-01-01',
  };

  test.each(properties.map((property) => [property.name, property] as const))('%s', (_, property) => {
    const value = property.name === 'sys_object_id' ? '1' : operand[property.type];
    const all = { value, highValue: value, values: [value] };
    const accepted = operators.filter((operator) => check({ propertyName: property.name, operator, ...all }).ok);
    expect(accepted.toSorted()).toEqual([...listFittingOperators(property)].toSorted());
  });
});

test('a refused operator says which ones fit', () => {
  expect(problem({ propertyName: 'toggle', operator: 'GT', value: '1' })).toBe(
    'GT does not fit Toggle; it takes EQ, NEQ, IN, NOT_IN, HAS_PROPERTY, NOT_HAS_PROPERTY',
  );
});

test('ids order as integers, and are no text to search in', () => {
  expect(listFittingOperators(requireProperty('sys_object_id'))).toEqual(
    listFittingOperators(requireProperty('total_minutes')),
  );
  expect(check({ propertyName: 'sys_object_id', operator: 'LT', value: '12' }).ok).toBe(true);
  expect(problem({ propertyName: 'sys_object_id', operator: 'LT', value: '1.5' })).toBe(
    '"1.5" does not fit ID, which takes a whole number',
  );
});

describe('operands', () => {
  test.each([
    [{ propertyName: 'title', operator: 'EQ' }, 'EQ needs "value"'],
    [{ propertyName: 'title', operator: 'CONTAINS_TOKEN' }, 'CONTAINS_TOKEN needs "value"'],
    [{ propertyName: 'total_minutes', operator: 'BETWEEN', value: '1' }, 'BETWEEN needs "highValue"'],
    [{ propertyName: 'total_minutes', operator: 'BETWEEN', highValue: '1' }, 'BETWEEN needs "value"'],
    [{ propertyName: 'title', operator: 'IN', values: [] }, 'IN needs "values"'],
    [{ propertyName: 'title', operator: 'NOT_IN', value: 'x' }, 'NOT_IN needs "values"'],
    [{ propertyName: 'title', operator: 'CONTAINS_TOKEN', value: '--' }, '"--" has no letter or digit to look for'],
    [{ propertyName: 'title', operator: 'EQ', value: '' }, '"" does not fit Title, which takes some text'],
    [
      { propertyName: 'total_minutes', operator: 'GT', value: '12,5' },
      '"12,5" does not fit Total minutes, which takes a number, such as 12.5',
    ],
    [
      { propertyName: 'total_minutes', operator: 'IN', values: ['1', 'x'] },
      '"x" does not fit Total minutes, which takes a number, such as 12.5',
    ],
    [{ propertyName: 'toggle', operator: 'EQ', value: 'yes' }, '"yes" does not fit Toggle, which takes true or false'],
    [
      { propertyName: 'month_year', operator: 'EQ', value: '2026-10' },
      '"2026-10" does not fit Recorded month, which takes a date, such as 2026-10-31',
    ],
    [
      { propertyName: 'month_year', operator: 'EQ', value: '2026-02-30' },
      '"2026-02-30" does not fit Recorded month, which takes a date, such as 2026-10-31',
    ],
  ] satisfies [Filter, string][])('%o: %s', (filter, what) => {
    expect(writeMarked(problem(filter))).toBe(what);
  });

  test.each(['2026-10-31', '2026-10-31T08:00:00Z', '2026-10-31T08:00:00.123+02:00', '1793404800000', '-1'])(
    '%s is a time',
    (value) => {
      expect(check({ propertyName: 'first_start_date', operator: 'GTE', value }).ok).toBe(true);
    },
  );

  test('a time without a zone is refused: nobody says which one is meant', () => {
    expect(check({ propertyName: 'first_start_date', operator: 'GTE', value: '2026-10-31T08:00:00' }).ok).toBe(false);
  });

  test('operands an operator does not use are dropped', () => {
    expect(check({ propertyName: 'title', operator: 'HAS_PROPERTY', value: 'x', values: ['y'] })).toEqual({
      ok: true,
      value: [{ filters: [{ propertyName: 'a552213_title', operator: 'HAS_PROPERTY' }] }],
    });
  });

  test('numbers and booleans given as JSON are taken as text', () => {
    const groups = filterGroupsSchema.parse([
      { filters: [{ propertyName: 'total_minutes', operator: 'GT', value: 1.5 }] },
    ]);
    expect(checkFilterGroups(groups).ok).toBe(true);
  });
});
