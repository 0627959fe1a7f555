import { describe, expect, test } from 'vitest';
import { explain, type ExplainContext } from '#domain/reports/explain/explain.ts';
import { formatNote } from '#domain/reports/notes/notes.ts';
import { findMeasure } from '#domain/reports/definition/measures.ts';
import { reportSchema, type ReportNote, type ReportResult } from '#domain/reports/definition/report.ts';
import { defaultSettings } from '#domain/settings.ts';
import { directoryOf } from '#tests/support/worlds/directory.ts';

const row = (key: ReportResult['rows'][number]['key'], folded?: number) => ({
  key,
  values: { billable_share: '0.5', billable_logged_hours: '1.33333333', logged_hours: '2.66666667' },
  records: 3,
  cells: { billable_share: ['0.25', null] },
  ...(folded !== undefined && { folded }),
});

const column = (key: string | null, complete: boolean) => ({
  key,
  from: key,
  to: key,
  cut: key === '2026-09-28',
  complete,
  values: { billable_share: '0.4' },
  records: 7,
});

const result: ReportResult = {
  asOf: '2026-11-20T08:02:11.000Z',
  complete: false,
  rows: [row({ platform_owner_id: '7' }), row({ platform_owner_id: null }, 12)],
  subtotals: [],
  columns: [column('2026-09-28', true), column('2026-10-05', false)],
  totals: { billable_share: '0.5' },
  total: { values: { billable_share: '0.5' }, records: 15 },
  records: 15,
  period: { text: '2026-10', from: '2026-10-01', to: '2026-10-31', calendar: 'clock' },
  calendar: 'clock',
  zone: 'Europe/Berlin',
  missing: ['2026-10-01'],
  comparison: null,
  notes: [
    { kind: 'no-cost', records: null, minutes: '90' },
    { kind: 'unreadable', records: 2, minutes: null },
  ],
  amounts: 'recorded',
};

const context: ExplainContext = {
  report: reportSchema.parse({
    measures: ['billable_share'],
    groupBy: ['platform_owner_id'],
    columns: 'week',
    period: '2026-10',
    calendar: 'clock',
    query: 'audit',
    filterGroups: [{ filters: [{ propertyName: 'platform_owner_id', operator: 'NEQ', value: '8' }] }],
  }),
  result,
  settings: {
    footing: 'round-lines',
    hoursStyle: 'clock',
    hoursDigits: 2,
    moneyDigits: 2,
    currency: null,
    fiscalYearStart: 1,
  },
  directory: directoryOf({ owners: { 7: { name: 'Ada' }, 8: { name: 'Grace' } } }),
};

function told(place: Parameters<typeof explain>[1], id = 'billable_share') {
  const measure = findMeasure(id);
  if (!measure) throw new Error(`No measure ${id}`);
  const { facts, ...rest } = explain(measure, place, context);
  return { ...rest, facts: Object.fromEntries(facts.map(({ kind, text }) => [kind, text])) };
}

describe('a figure', () => {
  test('says when its records were fetched as every screen writes times, in the zone', () => {
    expect(told({}).facts['asOf']).toBe('20 Nov 2026 09:02; later entries are not here yet');
  });

  test('of a line: what it is made of, in the hours of the workspace', () => {
    const { exact, records, facts, where } = told({ row: result.rows[0] });
    expect({ exact, records, where }).toEqual({ exact: '0.5', records: 3, where: 'Ada' });
    expect(facts).toMatchObject({
      formula: 'billable hours / logged hours, both over records where both are known',
      parts: 'Billable hours 1:20, Logged hours 2:40',
      filter: 'Person is not Grace and text contains “audit”',
      zone: 'Europe/Berlin decides the day',
      footing: 'Never added up: each line and each total is worked out from its own records',
    });
    expect(facts).not.toHaveProperty('amounts');
  });

  test('of a cell: its own column’s coverage, and its own drill-down', () => {
    const cell = told({ row: result.rows[0], column: 0 });
    expect(cell).toMatchObject({ exact: '0.25', records: null, where: 'Ada · part of week 40 (28 Sep)' });
    expect(cell.facts['coverage']).toBe('Every record of the period is here');
    expect(cell.drillDown.filterGroups[0]?.filters).toContainEqual({
      propertyName: 'platform_owner_id',
      operator: 'EQ',
      value: '7',
    });
    expect(told({ row: result.rows[0], column: 1 }).exact).toBeNull();
  });

  test('of a column total, of the rest, and of the whole report', () => {
    expect(told({ column: 1 })).toMatchObject({ exact: '0.4', records: 7, where: 'W41 (5–11 Oct)' });
    expect(told({ column: 1 }).facts['coverage']).toBe('Records may be missing: Oct 2026');
    expect(told({ row: result.rows[1] }).where).toBe('Other (12)');
    expect(told({})).toMatchObject({ exact: '0.5', records: 15, where: 'The whole report' });
  });

  test('of the line without a date says of the line itself what no filter selects', () => {
    const records = findMeasure('records');
    if (!records) throw new Error('No such measure');
    const unread: ReportNote = { kind: 'unread-start', records: 2, minutes: null };
    const dated = { ...result, columns: [], rows: [row({ week: null }), row({ week: '2026-10-05' })], notes: [unread] };
    const notesOf = (at: number) => explain(records, { row: dated.rows[at] }, { ...context, result: dated }).notes;
    expect(notesOf(0)).toEqual([expect.stringMatching(/^2 records have a start time that cannot be read/)]);
    expect(notesOf(1)).toEqual([expect.stringMatching(/^In the whole report: 2 records have a start time/)]);
  });

  test('says that names are damaged, and not that records may be missing, where every record is here', () => {
    const share = findMeasure('billable_share');
    if (!share) throw new Error('No such measure');
    const damaged: ReportNote = { kind: 'journal-damaged', records: null, minutes: null };
    const coverageIn = (answer: ReportResult, place: Parameters<typeof explain>[1] = {}) =>
      explain(share, place, { ...context, result: answer }).facts.find(({ kind }) => kind === 'coverage')?.text;
    const here = { complete: false, allRecordsHere: true as const };
    const named = { ...result, ...here, missing: [], columns: result.columns.map((each) => ({ ...each, ...here })) };
    const sentence = 'Every record of the period is here; names or settings are damaged';
    expect([coverageIn(named), coverageIn(named, { column: 0 })]).toEqual([sentence, sentence]);
    // The notes of a compared period are its own, and do not tell of damage.
    expect(coverageIn({ ...named, columns: [] })).toBe(sentence);
    const both = { ...result, notes: [damaged] };
    expect([coverageIn(both), coverageIn(both, { column: 1 })]).toEqual([
      'Records may be missing: Oct 2026',
      'Records may be missing: Oct 2026',
    ]);
  });

  test('of a line names the other spellings of its key, however many, what cannot be seen in them visible', () => {
    const spellings = [{ group: 'platform_owner_id', key: '7a', others: ['7A', '7A\u200b', '7b', '7c', '7d'] }];
    const own = { ...result, rows: [row({ platform_owner_id: '7a' })], spellings };
    const share = findMeasure('billable_share');
    if (!share) throw new Error('No such measure');
    const factOf = (answer: ReportResult) =>
      explain(share, { row: row({ platform_owner_id: '7a' }) }, { ...context, result: answer }).facts.find(
        ({ kind }) => kind === 'spellings',
      );
    expect(factOf(own)).toMatchObject({ label: 'Also written', text: '7A, 7A‹ZWSP›, 7b, 7c, 7d' });
    expect(factOf({ ...own, spellings: undefined })).toBeUndefined();
  });

  test('only notes that concern it', () => {
    expect(told({}).notes).toEqual(['2 records have a value that could not be read; it is not counted anywhere.']);
    expect(told({}, 'margin').notes[0]).toBe('1:30 are without a known cost, so margins leave them out.');
  });

  test('of a margin with what it leaves out, to the last digit and in its currency', () => {
    const amounts = [
      { currency: 'EUR', amount: '1234.5' },
      { currency: null, amount: '0.125' },
    ];
    expect(formatNote({ kind: 'no-cost', records: 2, minutes: '90', amounts }, defaultSettings)).toBe(
      '1.50 h are without a known cost, so margins leave them out, and their billable value of 1,234.50 EUR and 0.125 too.',
    );
    expect(
      formatNote({ kind: 'no-value', records: 1, minutes: null, amounts: amounts.slice(0, 1) }, defaultSettings),
    ).toBe('1 record has a billable value that could not be read, so margins leave out its cost of 1,234.50 EUR too.');
  });

  test('and a line says that they are the whole report’s', () => {
    expect(told({ row: result.rows[0] }).notes[0]).toMatch(/^In the whole report: 2 records have/);
  });

  test('with a comparison says what was, what is and the difference, of value also where it comes from', () => {
    const measure = findMeasure('billable_value');
    if (!measure) throw new Error('No measure');
    const total = {
      values: { billable_value: '900.5' },
      records: 3,
      before: { values: { billable_value: '1000' }, records: 4 },
      split: { hours: '-150', rate: '50.5' },
    };
    const { facts } = explain(measure, {}, { ...context, result: { ...result, total } });
    const change = facts.find(({ kind }) => kind === 'change');
    expect(change?.text).toBe('900.50 now, 1,000.00 before: −99.50; −150.00 by hours, +50.50 by rate');
    expect(told({}).facts).not.toHaveProperty('change');
  });

  test('a gap says whose hours it is of, and opens their records alone', () => {
    const measure = findMeasure('gap_hours');
    if (!measure) throw new Error('No measure');
    const person = { team: null, activeFrom: null, activeTo: null };
    const directory = {
      objects: {},
      owners: { a: { ...person, name: 'Ann', weeklyHours: '40' }, b: { ...person, name: 'Ben', weeklyHours: null } },
    };
    const total = { values: { gap_hours: '29', expected_hours: '48', logged_hours: '129.5' }, records: 6 };
    const notes: ReportNote[] = [{ kind: 'no-expected-hours', records: 12, minutes: '18630' }];
    const gap = explain(measure, {}, { ...context, directory, result: { ...result, total, notes } });
    expect(gap.facts.find(({ kind }) => kind === 'parts')?.text).toMatch(/48:00.+people with weekly hours 19:00/);
    expect(gap.notes).toEqual([
      '12 people without weekly hours in the directory left out of expected hours, gap and utilisation: 310:30.',
    ]);
    expect(gap.drillDown.filterGroups.map(({ filters }) => filters.at(-1))).toEqual(
      gap.drillDown.filterGroups.map(() => ({ propertyName: 'platform_owner_id', operator: 'IN', values: ['a'] })),
    );
    expect(gap.records).toBeNull();
    // What is not noted of the compared period is assumed of it too: its figure counts the same people.
    const before = explain(
      measure,
      {},
      { ...context, directory, isBefore: true, result: { ...result, total, notes: [] } },
    );
    expect(before.drillDown.filterGroups).toEqual(gap.drillDown.filterGroups);
    expect(before.records).toBeNull();
  });

  test('a change is the difference of the printed figures, and hours and rate add up to it as printed', () => {
    const measure = findMeasure('billable_value');
    if (!measure) throw new Error('No measure');
    const before = { values: { billable_value: '90.006' }, records: 1 };
    const split = { hours: '-20.005', rate: '30.003' };
    const total = { values: { billable_value: '100.004' }, records: 3, before, split };
    const { facts } = explain(measure, {}, { ...context, result: { ...result, total } });
    // 100.00 − 90.01 is 9.99; the exact change, 9.998, would be printed as 10.00.
    expect(facts.find(({ kind }) => kind === 'change')?.text).toBe(
      '100.00 now, 90.01 before: +9.99; −20.01 by hours, +30.00 by rate',
    );
  });

  test('a margin shows value, cost and what of them it leaves out, so that they make it', () => {
    const measure = findMeasure('margin');
    if (!measure) throw new Error('No measure');
    const partsWith = (margin: string) => {
      const total = { values: { margin, billable_value: '200', recorded_cost: '150' }, records: 3 };
      const { facts } = explain(measure, {}, { ...context, result: { ...result, total } });
      return facts.find(({ kind }) => kind === 'parts')?.text;
    };
    expect(partsWith('50')).toBe('Billable value 200.00, Cost 150.00');
    // Records without a cost have value too, and are in no margin.
    expect(partsWith('20')).toBe('Billable value 200.00, Cost 150.00, not in the margin 30.00');
  });

  test('a rate and a share show the parts that make them: all of them, or those left when what is left out is taken off', () => {
    const partsOf = (id: string, values: Record<string, string>, notes: ReportNote[], place = {}) => {
      const measure = findMeasure(id);
      if (!measure) throw new Error(`No measure ${id}`);
      const rows = [{ key: { platform_owner_id: '7' }, values, records: 5 }];
      const { facts } = explain(measure, place, {
        ...context,
        settings: { ...context.settings, hoursStyle: 'decimal' },
        result: { ...result, rows, total: { values, records: 5 }, notes },
      });
      const textOf = (kind: string) => facts.find((each) => each.kind === kind)?.text;
      return { parts: textOf('parts'), records: textOf('records') };
    };
    const whole = { effective_rate: '100', billable_value: '200', billable_logged_hours: '2' };
    expect(partsOf('effective_rate', whole, [])).toEqual({
      parts: 'Billable value 200.00, Billable hours 2.00',
      records: '5 records',
    });
    const cut = { effective_rate: '100', billable_value: '184.5', billable_logged_hours: '4' };
    const amounts = [{ currency: null, amount: '84.5' }];
    const rate: ReportNote[] = [{ kind: 'no-rate', records: 4, minutes: '180', amounts }];
    expect(partsOf('effective_rate', cut, rate)).toEqual({
      parts: 'Billable value where billable hours are known 100.00, Billable hours where billable value is known 1.00',
      records: '1 of 5 records; the others are left out, as the notes say',
    });
    // What a line leaves out is not counted: parts that do not give its figure are not shown.
    expect(partsOf('effective_rate', cut, rate, { row: { key: { platform_owner_id: '7' } } })).toEqual({
      parts: undefined,
      records: '5 records, less those left out, as the notes say',
    });
    const { billable_value: _, ...one } = cut;
    expect(partsOf('effective_rate', one, rate).parts).toBeUndefined();
    const sides: ReportNote[] = [
      { kind: 'no-billable', records: 1, minutes: '90' },
      { kind: 'no-logged', records: 1, minutes: '4200' },
    ];
    const hours = { logged_hours: '11.5', billable_logged_hours: '75', nonbillable_hours: '5', billable_share: '0.5' };
    expect(partsOf('nonbillable_hours', hours, sides).parts).toBe(
      'Logged hours where billable hours are known 10.00, Billable hours where logged hours are known 5.00',
    );
    expect(partsOf('billable_share', hours, sides).parts).toBe(
      'Billable hours where logged hours are known 5.00, Logged hours where billable hours are known 10.00',
    );
  });

  test('money says which amounts count; a property by its name is that property', () => {
    expect(told({}, 'billable_value').facts['amounts']).toBe('as recorded');
    const measure = findMeasure('billable_value');
    if (!measure) throw new Error('No measure');
    // As the answer counted them, whatever the workspace has chosen since.
    const { facts } = explain(measure, {}, { ...context, result: { ...result, amounts: 'auto' } });
    expect(facts.find(({ kind }) => kind === 'amounts')?.text).toBe('as the service works them out');
    expect(told({}, 'billable_amount').facts).not.toHaveProperty('amounts');
  });
});

test.each<[ReportNote['kind'], RegExp]>([
  ['no-minutes', /^1 record has no minutes and counts with its total hours: 0\.00 h\.$/],
  ['no-billable-minutes', /^1 record has no billable minutes and counts with its billable hours/],
  ['no-billable', /^1 record has no known billable hours, .+ leave out 0\.00 h logged\.$/],
  ['no-logged', /^1 record has no known logged hours, .+ leave out 0\.00 h billable\.$/],
  ['no-billable-expected', /^1 record of people with weekly hours has no known billable hours/],
  ['no-rate', /^1 record has .+ effective rates leave out 0\.00 h billable\.$/],
  ['no-date', /^1 record has no date on this calendar: it is in no period and not counted here\.$/],
  ['undated', /^1 record has no date on this calendar: it is counted under “\(no date\)”\.$/],
  ['cost-alone', /^1 record has a cost and no billable value, so margins count its cost against a value of 0\.$/],
  ['unread-start', /^1 record has a start time that cannot be read: “\(no date\)” counts it and no filter selects it/],
  ['no-expected-hours', /^1 person without weekly hours .+ left out .+: 0\.00 h\.$/],
  ['logged-since', /up to yesterday; 0\.00 h logged today or later/],
  ['no-owner', /^1 record names no person and is left out .+: 0\.00 h\.$/],
  ['mixed-currencies', /several currencies/],
  ['no-client', /^1 record belongs to objects/],
])('the note %s is one sentence', (kind, sentence) => {
  expect(formatNote({ kind, records: 1, minutes: null }, defaultSettings)).toMatch(sentence);
});
