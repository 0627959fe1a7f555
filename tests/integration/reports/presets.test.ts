/** The reports that come with the program, on a firm that keeps everything and on one that keeps next to nothing. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSample } from '#service/sample.ts';
import { explain } from '#domain/reports/explain/explain.ts';
import { findMeasure } from '#domain/reports/definition/measures.ts';
import { findMissingData } from '#domain/reports/notes/foot-notes.ts';
import { findPreset, presets, type PresetId } from '#domain/reports/definition/presets.ts';
import { reportFileSchema } from '#domain/reports/definition/report.ts';
import { openAppWorld, openFirm, worldRecords, type AppWorld } from '#tests/support/worlds/app-world.ts';

async function run({ call }: AppWorld, id: PresetId) {
  const preset = findPreset(id);
  if (!preset) throw new Error(`No preset ${id}`);
  const result = await call('report.run', preset.file.report);
  return { preset, result, missing: findMissingData(preset.file.report, result) };
}

test.each(presets)('$id is a report as people save them', ({ file, question }) => {
  expect(reportFileSchema.parse(JSON.parse(JSON.stringify(file)))).toEqual(file);
  expect(question).toMatch(/\?$/);
});

describe('on a firm that keeps everything', () => {
  let firm: AppWorld;
  beforeAll(async () => {
    const sample = createSample({ seed: 3, asOf: '2026-11-20', records: 1_200, months: 14 });
    firm = await openFirm(sample);
  });
  afterAll(() => firm.dispose());

  test.each(presets)('$id answers without a word about missing data', async ({ id }) => {
    const { result, missing, preset } = await run(firm, id);
    expect(result.rows.length).toBeGreaterThan(2);
    for (const name of preset.file.report.measures) {
      const measure = findMeasure(name);
      if (measure) expect(result.totals[measure.id], name).not.toBeNull();
    }
    expect(missing).toEqual([]);
  });

  test('people are ordered by their gap', async () => {
    const { result } = await run(firm, 'people');
    const gaps = result.rows.flatMap(({ values }) => (values['gap_hours'] ? [Number(values['gap_hours'])] : []));
    expect(gaps).toEqual(gaps.toSorted((a, b) => b - a));
  });

  test('movers are ordered by the size of what changed, and new and gone lists what one period lacks', async () => {
    const movers = await run(firm, 'movers');
    const outer = movers.result.rows.filter(({ folded }) => folded === undefined);
    const sizes = outer.map(({ values, before }) =>
      Math.abs(Number(values['billable_value'] ?? 0) - Number(before?.values['billable_value'] ?? 0)),
    );
    expect(sizes.length).toBeGreaterThan(2);
    expect(sizes).toEqual(sizes.toSorted((a, b) => b - a));
    const { rows } = (await run(firm, 'new-and-gone')).result;
    const listed = rows.filter(({ folded }) => folded === undefined);
    for (const { records, before } of listed) expect(records === 0).toBe(before !== null);
    expect(rows.filter(({ folded }) => folded !== undefined)).toHaveLength(1);
  });

  test('months and weeks are in the order of time', async () => {
    for (const id of ['months', 'overview'] as const) {
      const { result } = await run(firm, id);
      const keys = result.rows.map(({ key }) => Object.values(key)[0] ?? '');
      expect(keys).toEqual(keys.toSorted());
    }
  });

  test('a figure tells what it rests on', async () => {
    const { preset, result } = await run(firm, 'clients');
    const rate = findMeasure('effective_rate');
    if (!rate) throw new Error('No rate');
    const settings = await firm.call('settings.get', {});
    const directory = await firm.call('names.list', {});
    const [row] = result.rows;
    const told = explain(rate, { row }, { report: preset.file.report, result, settings, directory });
    const facts = Object.fromEntries(told.facts.map(({ kind, text }) => [kind, text]));
    expect(told).toMatchObject({
      where: row?.key['client'],
      exact: row?.values['effective_rate'],
      records: row?.records,
    });
    expect(facts).toMatchObject({
      formula: 'Σ billable value / billable hours, both over records where both are known',
      group: row?.key['client'],
      filter: 'All records',
      period: 'October 2026 (1–31 Oct 2026), by recorded month',
      amounts: 'as recorded',
      footing: 'Never added up: each line and each total is worked out from its own records',
      coverage: 'Every record of the period is here',
      records: `${row?.records} records`,
      compared: '1–30 Sep 2026',
    });
    expect(facts['parts']).toMatch(/^Billable value [\d,.]+, Billable hours [\d,.]+$/);
    const page = await firm.call('records.page', {
      filterGroups: told.drillDown.filterGroups,
      query: told.drillDown.query,
      ...(told.drillDown.period !== undefined && { period: told.drillDown.period }),
      columns: ['platform_owner_id'],
      limit: 1,
    });
    expect(page.total).toBe(row?.records);
  });
});

describe('on a firm that keeps next to nothing', () => {
  let bare: AppWorld;
  beforeAll(async () => {
    // Who, when and how long: no amounts, no billable minutes, no services; the directory is empty.
    const days = Array.from({ length: 50 }, (_, day) => new Date(Date.UTC(2026, 8, 28 + day, 9)).toISOString());
    bare = await openAppWorld(
      worldRecords(
        days.map((first_start_date, index) => ({
          platform_owner_id: String(100 + (index % 3)),
          first_start_date,
          month_year: `${first_start_date.slice(0, 7)}-01`,
          week_year: mondayOf(first_start_date),
          total_minutes: '60',
        })),
      ),
    );
  });
  afterAll(() => bare.dispose());

  function mondayOf(instant: string): string {
    const date = new Date(instant);
    return new Date(date.getTime() - ((date.getUTCDay() + 6) % 7) * 86_400_000).toISOString().slice(0, 10);
  }

  const said: Readonly<Record<PresetId, readonly RegExp[]>> = {
    overview: [/billable minutes/, /billable value/],
    people: [/weekly hours/, /billable minutes/, /billable value/],
    'missing-time': [/weekly hours/],
    clients: [/billable minutes/, /billable value/, /No client is known/],
    services: [/billable minutes/, /billable value/, /Service/],
    categories: [/billable minutes/, /billable value/, /Category/],
    timesheet: [],
    margin: [/billable value/, /has a cost/, /No client is known/],
    rates: [/billable rate/, /billable value/],
    months: [/billable minutes/, /billable value/, /has a cost/],
    movers: [/billable minutes/, /billable value/, /No client is known/],
    'new-and-gone': [/billable value/, /No client is known/],
    'not-sent': [/No record/],
  };

  test.each(presets)('$id says what is missing, and prints no zero for it', async ({ id, file }) => {
    const { result, missing } = await run(bare, id);
    const sentences = missing.map(({ sentence }) => sentence);
    for (const expected of said[id]) expect(sentences, id).toContainEqual(expect.stringMatching(expected));
    expect(new Set(sentences).size).toBe(sentences.length);
    if (said[id].length === 0) expect(sentences).toEqual([]);
    for (const name of file.report.measures) {
      if (['logged_hours', 'nonbillable_hours'].includes(name)) continue;
      const measure = findMeasure(name);
      expect(result.totals[measure?.id ?? ''], name).toBeNull();
    }
    expect(result.totals['logged_hours'] ?? '1').not.toBe('0');
  });

  test('a period without a record says that and nothing else', async () => {
    const report = {
      ...presets[0]?.file.report,
      measures: ['billable_value'],
      groupBy: ['client'],
      filterGroups: [],
      query: '',
      period: '2025-01',
    };
    const result = await bare.call('report.run', report);
    expect(findMissingData(report, result).map(({ sentence }) => sentence)).toEqual([
      'No record of this period is here.',
    ]);
  });
});
