import { describe, expect, test } from 'vitest';
import {
  checkReportDefinition,
  columnList,
  measureName,
  propertyList,
  readSelection,
  sortByColumns,
  sortByProperty,
} from '#electron/cli/arguments/selection.ts';
import { AppFailure, type AppError } from '#contract/errors.ts';
import { reportSchema } from '#domain/reports/definition/report.ts';

const given = (options: Record<string, string>) => ({ options: new Map(Object.entries(options)), positionals: [] });

function errorOf(work: () => unknown): AppError {
  try {
    work();
  } catch (fault) {
    if (fault instanceof AppFailure) return fault.error;
    throw fault;
  }
  throw new Error('accepted');
}

const filter = (json: string) => readSelection(given({ filter: json }));

describe('--filter', () => {
  test('is the interface’s filterGroups and leaves with full property names', () => {
    const { filterGroups } = filter('[{"filters":[{"propertyName":"total_hours","operator":"GT","value":"8"}]}]');
    expect(filterGroups).toEqual([{ filters: [{ propertyName: 'a552213_total_hours', operator: 'GT', value: '8' }] }]);
  });

  test('keeps every digit of a number', () => {
    const { filterGroups } = filter(
      '[{"filters":[{"propertyName":"total_hours","operator":"EQ","value":12345678901.12345678}]}]',
    );
    expect(filterGroups?.[0]?.filters[0]?.value).toBe('12345678901.12345678');
  });

  test.each([
    ['[{', /JSON/],
    ['{}', /^--filter: /],
    ['[{"filters":[]}]', /^group 1: /],
    ['[{"filters":[{"propertyName":"total_hours","operator":"LIKE"}]}]', /^group 1, filter 1, operator: /],
    ['[{"filters":[{"propertyName":"nothing","operator":"EQ","value":"1"}]}]', /^group 1, filter 1: .*nothing"$/],
    ['[{"filters":[{"propertyName":"titel","operator":"EQ","value":"1"}]}]', / "titel" \(did you mean "title"\?\)$/],
    [
      '[{"filters":[{"propertyName":"title","operator":"HAS_PROPERTY"}]},{"filters":[{"propertyName":"title","operator":"GT","value":"a"}]}]',
      /^group 2, filter 1: /,
    ],
    ['[{"filters":[{"propertyName":"total_hours","operator":"EQ","value":"many"}]}]', /^group 1, filter 1: .*many/],
  ])('%s is refused and says where', (json, where) => {
    expect(errorOf(() => filter(json))).toMatchObject({
      code: 'filter-invalid',
      detail: expect.stringMatching(where) as string,
    });
  });
});

describe('--period', () => {
  test.each(['2026-10', '2026-Q3', '2026-W41', '2026', '2026-01-01..2026-03-31', 'this-month', 'last-month'])(
    '%s is taken as written',
    (period) => {
      expect(readSelection(given({ period })).period).toBe(period);
    },
  );

  test.each(['2026-13', '2026-W54', 'next year', '2026-03-31..2026-01-01', ''])('"%s" is refused', (period) => {
    expect(errorOf(() => readSelection(given({ period }))).code).toBe('usage');
  });
});

describe('property names', () => {
  test('are accepted with and without the prefix and leave with it', () => {
    expect(propertyList('total_hours,a552213_title,platform_owner_id', '--columns')).toEqual([
      'a552213_total_hours',
      'a552213_title',
      'platform_owner_id',
    ]);
  });

  test('an unknown one is named, with the nearest that fits', () => {
    const detail = 'There is no property called "total_hour" (did you mean "total_hours"?)';
    expect(errorOf(() => propertyList('title,total_hour', '--columns'))).toEqual({ code: 'usage', detail });
    expect(errorOf(() => columnList('clint', '--columns'))).toMatchObject({
      detail: 'There is no property called "clint" (did you mean "client"?)',
    });
    // The service has no clients.
    expect(errorOf(() => propertyList('clint', '--columns'))).toMatchObject({
      detail: 'There is no property called "clint"',
    });
  });
});

test('an unknown measure or group is named, with the nearest there is', () => {
  expect(errorOf(() => measureName('effective_rates', '--measure'))).toEqual({
    code: 'usage',
    detail: 'no measure is called "effective_rates" (did you mean "effective_rate"?)',
  });
  expect(measureName('billable_rate:avg', '--measure')).toBe('billable_rate:avg');
  const report = reportSchema.parse({ measures: ['records'], groupBy: ['mouth'] });
  expect(errorOf(() => checkReportDefinition(report))).toEqual({
    code: 'usage',
    detail: 'no property is called "mouth" (did you mean "month"?)',
  });
});

describe('--sort', () => {
  test('is a property and a direction', () => {
    expect(sortByProperty('first_start_date:desc', '--sort')).toEqual({
      propertyName: 'a552213_first_start_date',
      direction: 'DESCENDING',
    });
    expect(sortByProperty('title', '--sort').direction).toBe('ASCENDING');
  });

  test('may be by several properties of what is held here', () => {
    expect(sortByColumns('client,total_hours:desc', '--sort')).toEqual([
      { propertyName: 'client', direction: 'ASCENDING' },
      { propertyName: 'a552213_total_hours', direction: 'DESCENDING' },
    ]);
    expect(errorOf(() => sortByColumns('title,month,week,team,client,toggle,total_hours', '--sort')).code).toBe(
      'usage',
    );
  });

  test.each(['title:down', ':asc', 'nothing:asc', 'title:asc:desc'])('"%s" is refused', (sort) => {
    expect(errorOf(() => sortByProperty(sort, '--sort')).code).toBe('usage');
  });
});

describe('clients and teams', () => {
  test('are columns and sort orders of what is held here, and unknown to the service', () => {
    expect(columnList('title,client,team', '--columns')).toEqual(['a552213_title', 'client', 'team']);
    expect(sortByColumns('client:desc', '--sort')).toEqual({
      propertyName: 'client',
      direction: 'DESCENDING',
    });
    expect(errorOf(() => propertyList('client', '--properties')).code).toBe('usage');
    expect(errorOf(() => sortByProperty('client', '--sort')).code).toBe('usage');
  });

  test('may stand in a filter', () => {
    const json = '[{"filters":[{"propertyName":"client","operator":"IN","values":["ACME"]}]}]';
    expect(filter(json).filterGroups).toEqual(JSON.parse(json));
  });
});
