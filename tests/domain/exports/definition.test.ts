import { expect, test } from 'vitest';
import { exportDefinitionSchema } from '#domain/exports/definition.ts';

const report = { measures: ['logged_hours'] };
const base = { format: 'timelog-export' };
const problem = (given: unknown) => exportDefinitionSchema.safeParse(given).error?.issues[0]?.message;

test('a definition says what is written, records or a report, and nothing else is needed', () => {
  expect(exportDefinitionSchema.parse({ ...base, records: {} })).toEqual({
    format: 'timelog-export',
    version: 1,
    records: { filterGroups: [], query: '' },
    options: {},
  });
  expect(exportDefinitionSchema.parse({ ...base, version: 1, report }).report).toMatchObject(report);
});

test('both, or neither, is refused in a sentence', () => {
  expect(problem({ ...base, records: {}, report })).toBe('it must say either "records" or "report"');
  expect(problem(base)).toBe('it must say either "records" or "report"');
});

test('another file, a later version, and an unknown name are refused', () => {
  for (const wrong of [
    { format: 'timelog-report', records: {} },
    { ...base, version: 2, records: {} },
    { ...base, records: { colums: ['title'] } },
    { ...base, records: {}, key: 'secret' },
    [],
    null,
  ])
    expect(exportDefinitionSchema.safeParse(wrong).success, JSON.stringify(wrong)).toBe(false);
});
