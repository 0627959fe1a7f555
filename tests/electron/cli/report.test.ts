import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { report } from '../../../electron/cli/report.ts';
import { AppFailure, type AppError } from '../../../src/contract/errors.ts';

const folder = mkdtempSync(join(tmpdir(), 'timelog-report-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function refusal(options: Record<string, string>, ...positionals: string[]): Promise<AppError> {
  try {
    await report.prepare({ options: new Map(Object.entries(options)), positionals });
  } catch (fault) {
    if (fault instanceof AppFailure) return fault.error;
    throw fault;
  }
  throw new Error('accepted');
}

function file(name: string, content: unknown): string {
  const path = join(folder, name);
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

describe('report', () => {
  test('needs measures when no report is named', async () => {
    expect(await refusal({ 'group-by': 'platform_owner_id' })).toMatchObject({ code: 'usage' });
  });

  test('does not pretend to have reports it has not', async () => {
    const error = await refusal({}, 'overview');
    expect(error).toMatchObject({ code: 'usage', detail: expect.stringContaining('"overview"') as string });
  });

  test.each([
    ['measures that cannot be added up', { measures: 'billable_rate' }],
    ['measures that do not exist', { measures: 'revenue' }],
    ['a measure named twice under two names', { measures: 'total_hours,a552213_total_hours' }],
    ['groups that cannot be grouped by', { measures: 'records', 'group-by': 'total_hours' }],
    ['a fourth group', { measures: 'records', 'group-by': 'title,toggle,week_year,month_year' }],
    ['a period that is none', { measures: 'records', period: 'soon' }],
  ])('refuses %s', async (_, options) => {
    expect(await refusal(options)).toMatchObject({ code: 'usage' });
  });

  test.each([
    ['broken.json', '{', 'usage'],
    ['foreign.json', { measures: ['records'], sql: 'select 1' }, 'usage'],
    ['unknown.json', { measures: ['revenue'] }, 'usage'],
    ['period.json', { measures: ['records'], period: '2026-13' }, 'usage'],
    [
      'filter.json',
      { measures: ['records'], filterGroups: [{ filters: [{ propertyName: 'x', operator: 'HAS_PROPERTY' }] }] },
      'filter-invalid',
    ],
  ])('refuses the report file %s', async (name, content, code) => {
    expect(await refusal({}, file(name, content))).toMatchObject({ code });
  });

  test('a flag mends what a file has wrong, because it overrides it', async () => {
    const path = file('mended.json', { measures: ['revenue'] });
    const work = await report.prepare({ options: new Map([['measures', 'records']]), positionals: [path] });
    expect(work).toBeTypeOf('function');
  });
});
