import { describe, expect, test } from 'vitest';
import {
  addBreakdown,
  findMisfit,
  filterFittingBreakdowns,
  removeBreakdown,
  toBrokenDownLine,
  toFullBreakdown,
  type Breakdown,
} from '#domain/reports/definition/breakdowns.ts';
import { checkReport } from '#domain/reports/definition/check.ts';
import { reportSchema } from '#domain/reports/definition/report.ts';

const OWNER = 'platform_owner_id';
const SERVICE = 'a552213_service_name';
const groupBy = ['client', OWNER];

const client = toBrokenDownLine(['Acme'], groupBy, false);
const person = toBrokenDownLine(['Acme', '7'], groupBy, false);
const byService: Breakdown = { ...client, by: SERVICE };
const service = { line: [...client.line, { group: SERVICE, key: 'Audit' }] };
const byWeek: Breakdown = { ...service, by: 'week' };

describe('which lines can be broken down', () => {
  test('any line of the report, and any part of it', () => {
    expect(findMisfit(byService, { groupBy }, [])).toBeUndefined();
    expect(findMisfit({ ...person, by: 'month' }, { groupBy }, [])).toBeUndefined();
    expect(findMisfit(byWeek, { groupBy }, [byService])).toBeUndefined();
    expect(findMisfit({ ...toBrokenDownLine([null], groupBy, true), by: SERVICE }, { groupBy }, [])).toBeUndefined();
  });

  test.each([
    [{ ...toBrokenDownLine(['7'], [OWNER], false), by: SERVICE }, 'no-line'],
    [byWeek, 'no-line'],
    [{ ...client, by: 'client' }, 'same-group'],
    [{ ...client, by: 'month' }, 'same-group'],
    [{ ...client, by: 'a552213_description' }, 'unknown-group'],
  ] as const)('%j: %s', (breakdown, misfit) => {
    expect(findMisfit(breakdown, { groupBy, columns: 'month' }, [])).toBe(misfit);
  });

  test('a line once', () => {
    expect(findMisfit({ ...client, by: 'week' }, { groupBy }, [byService])).toBe('twice');
  });

  test('a report says what is wrong in one sentence', () => {
    const report = reportSchema.parse({ measures: ['records'], groupBy, breakdowns: [{ ...client, by: 'nothing' }] });
    expect(checkReport(report)).toEqual({
      ok: false,
      problem: { kind: 'usage', detail: 'records cannot be grouped by "nothing", so no line can be broken down by it' },
    });
  });
});

test('names are completed as answers have them', () => {
  const short = { line: [{ group: 'service_name', key: 'Audit' }], by: 'category_text' };
  expect(toFullBreakdown(short)).toEqual({
    line: [{ group: SERVICE, key: 'Audit' }],
    by: 'a552213_category_text',
  });
});

test('other groups keep only what still fits', () => {
  const all = [byService, byWeek, { ...person, by: 'month' }];
  expect(filterFittingBreakdowns({ groupBy, breakdowns: all })).toEqual(all);
  expect(filterFittingBreakdowns({ groupBy: ['client'], breakdowns: all })).toEqual([byService, byWeek]);
  expect(filterFittingBreakdowns({ groupBy: [OWNER], breakdowns: all })).toEqual([]);
});

test('another group takes the place of the first, and closing a line closes its parts', () => {
  const other: Breakdown = { ...toBrokenDownLine(['Bolt'], groupBy, false), by: SERVICE };
  const all = [byService, byWeek, other];
  expect(addBreakdown(all, { ...client, by: 'month' })).toEqual([other, { ...client, by: 'month' }]);
  expect(removeBreakdown(all, client)).toEqual([other]);
  expect(removeBreakdown(all, service)).toEqual([byService, other]);
  expect(removeBreakdown(all, person)).toEqual(all);
});

test('a person inside of a broken-down client keeps the break-down when its client is closed', () => {
  const own: Breakdown = { ...person, by: 'month' };
  expect(removeBreakdown([byService, own], client)).toEqual([own]);
});
