import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { findHiddenReport, findNamedReport, findSavedReport, report } from '#electron/cli/commands/report.ts';
import { AppFailure, type AppError } from '#contract/errors.ts';
import { reportFileSchema } from '#domain/reports/definition/report.ts';

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

function saved(name: string, measure: string) {
  const content = { format: 'timelog-report', version: 1, name, report: { measures: [measure] } };
  return { id: name, savedAt: '2026-11-20T08:00:00.000Z', file: reportFileSchema.parse(content) };
}

describe('report', () => {
  test('needs measures when no report is named', async () => {
    expect(await refusal({ 'group-by': 'platform_owner_id' })).toMatchObject({ code: 'usage' });
  });

  test('a saved report is found by its name, whatever its case and spaces; presets and files go before', async () => {
    expect(await findNamedReport('Hours by team')).toEqual({ kind: 'saved', name: 'Hours by team' });
    expect(await findNamedReport('  PEOPLE ')).toMatchObject({ kind: 'known', preset: { id: 'people' } });
    const own = [saved('Hours by team', 'records'), saved('hours BY team', 'logged_hours'), saved('Weekly', 'margin')];
    expect(findSavedReport('weekly ', own).report.measures).toEqual(['margin']);
    expect(findSavedReport('hours BY team', own).report.measures).toEqual(['logged_hours']);
    expect(() => findSavedReport('hours by TEAM', own)).toThrow();
    expect(findHiddenReport({ id: 'people' }, [...own, saved('People', 'records')])).toBe('People');
    expect(findHiddenReport({ id: 'people' }, own)).toBeUndefined();
  });

  test('does not pretend to have reports it has not, and names the nearest', () => {
    const detailOf = (name: string) => {
      try {
        findSavedReport(name, [saved('Weekly', 'records')]);
      } catch (fault) {
        if (fault instanceof AppFailure && fault.error.code === 'usage') return fault.error.detail;
      }
      throw new Error('accepted');
    };
    expect(detailOf('revenue')).toMatch(/"revenue": the reports are overview.*months.*"Weekly"/);
    expect(detailOf('poeple')).toMatch(/did you mean "people"\?/);
    expect(detailOf('wekly')).toMatch(/did you mean "Weekly"\?/);
  });

  test('a file that is not there is told in words', async () => {
    const error = await refusal({}, join(folder, 'missing.json'));
    expect(error).toMatchObject({
      code: 'usage',
      detail: expect.stringMatching(/^There is no file .*missing\.json/) as string,
    });
    expect(JSON.stringify(error)).not.toContain('ENOENT');
  });

  test.each([
    ['measures that cannot be added up', { measures: 'billable_rate' }],
    ['measures that do not exist', { measures: 'revenue' }],
    ['a measure named twice under two names', { measures: 'total_hours,a552213_total_hours' }],
    ['groups that cannot be grouped by', { measures: 'records', 'group-by': 'total_hours' }],
    ['a fourth group', { measures: 'records', 'group-by': 'title,toggle,week_year,month_year' }],
    ['a period that is none', { measures: 'records', period: 'soon' }],
    ['columns of what is no group', { measures: 'records', 'columns-by': 'total_hours' }],
    ['a calendar that is none', { measures: 'records', calendar: 'lunar' }],
    ['a comparison that is none', { measures: 'records', period: '2026-10', compare: 'best' }],
    ['an order by what is not in the report', { measures: 'records', order: 'billable_value:desc' }],
    ['a top of nothing', { measures: 'records', 'group-by': 'client', top: '0' }],
    ['a list of reports with a period', { list: 'yes', period: '2026-10' }],
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

  test.each([
    ['weekly', { format: 'timelog-report', version: 2, name: 'Weekly', report: { measures: ['records'] } }, 'version'],
    ['weekly', { format: 'timelog-report', version: 1, name: '', report: { measures: ['records'] } }, 'name'],
    ['weekly', { format: 'timelog-report', version: 1, name: 'Weekly', report: { measures: [] } }, 'report.measures'],
  ])('says where the saved report %s is wrong', async (name, content, where) => {
    const error = await refusal({}, file(`${name}.json`, content));
    expect(error).toMatchObject({ code: 'usage', detail: expect.stringContaining(where) as string });
  });

  test('takes a saved report, a bare report and a preset', async () => {
    const bare = { measures: ['records'], groupBy: ['client'] };
    const saved = file('saved.json', { format: 'timelog-report', version: 1, name: 'Mine', report: bare });
    for (const name of [saved, file('bare.json', bare), 'clients']) {
      expect(await report.prepare({ options: new Map(), positionals: [name] })).toBeTypeOf('function');
    }
  });

  test('a flag mends what a file has wrong, because it overrides it', async () => {
    const path = file('mended.json', { measures: ['revenue'] });
    const work = await report.prepare({ options: new Map([['measures', 'records']]), positionals: [path] });
    expect(work).toBeTypeOf('function');
  });
});
