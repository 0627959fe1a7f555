/** Amounts of several currencies are never added up, and the report says what that left out. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { ReportOptions } from '#electron/snapshot/report/context.ts';
import type { Snapshot } from '#electron/snapshot/snapshot.ts';
import { chooseCurrency } from '#domain/reports/print/printed-currencies.ts';
import type { ReportInput } from '#domain/reports/definition/report.ts';
import { defaultSettings } from '#domain/settings.ts';
import { askReport } from '#tests/support/reports/asked-report.ts';
import { directoryOf } from '#tests/support/worlds/directory.ts';
import { recordOf } from '#tests/support/worlds/records.ts';
import { empty, publish, scratchSnapshot, type Scratch } from '#tests/support/stores/scratch-snapshot.ts';

let scratch: Scratch;
let snapshot: Snapshot;

beforeAll(async () => {
  scratch = scratchSnapshot();
  snapshot = await scratch.open();
});
afterEach(() => empty(snapshot));
afterAll(() => scratch.dispose());

const ask = (input: ReportInput, more?: Partial<ReportOptions>) => askReport(snapshot, input, more);

describe('complaint 9: mixed currencies added up', () => {
  test('money of two labels is not added; lines of one label are, and the result says why the total is empty', async () => {
    const directory = directoryOf({
      owners: {},
      objects: {
        'deal:1': { name: 'A', client: 'Acme', currency: 'EUR' },
        'deal:2': { name: 'B', client: 'Brook', currency: 'USD' },
      },
    });
    await snapshot.setDirectory(directory);
    const on = (id: string, deal: string) =>
      recordOf(id, { assoc_obj_type: 'deal', assoc_record_id: deal, billable_amount: '10', total_minutes: '60' });
    await publish(snapshot, [on('1', '1'), on('2', '2'), on('3', '2')]);
    const { figures, notes } = await ask(
      { measures: ['billable_value', 'logged_hours'], groupBy: ['client'] },
      { directory, settings: { ...defaultSettings, currency: 'EUR' } },
    );
    expect(
      figures.rows.map(({ key, values }) => [key['client'], values['billable_value'], values['logged_hours']]),
    ).toEqual([
      ['Brook', '20', '2'],
      ['Acme', '10', '1'],
    ]);
    expect(figures.totals).toEqual({ billable_value: null, logged_hours: '3' });
    expect(notes).toEqual([{ kind: 'mixed-currencies', records: null, minutes: null }]);
    // Each line says which label is its own.
    expect(figures.currencies).toEqual(['EUR', 'USD']);
    expect([...figures.rows, figures.total].map(({ currency }) => currency)).toEqual(['USD', 'EUR', null]);
    // The total has each label's own beside one another instead of a sum.
    expect(figures.total.amounts).toEqual([
      { currency: 'EUR', values: { billable_value: '10' } },
      { currency: 'USD', values: { billable_value: '20' } },
    ]);
    expect(figures.rows.some((row) => 'amounts' in row)).toBe(false);
  });

  const three = directoryOf({
    objects: {
      'deal:1': { name: 'A', client: 'Acme', currency: 'CHF' },
      'deal:2': { name: 'B', client: 'Brook', currency: 'EUR' },
      'deal:3': { name: 'C', client: 'Cole', currency: null },
    },
  });
  const paid = (id: string, deal: string, month: string, amount: string) =>
    recordOf(id, {
      assoc_obj_type: 'deal',
      assoc_record_id: deal,
      month_year: `2026-${month}-01`,
      billable_amount: amount,
      billable_minutes: '60',
      total_minutes: '60',
    });

  test('one client’s report is labelled as the client, whatever the workspace’s own label is', async () => {
    await snapshot.setDirectory(three);
    await publish(snapshot, [paid('1', '1', '10', '100'), paid('2', '2', '10', '90')]);
    const filterGroups = [{ filters: [{ propertyName: 'client', operator: 'EQ' as const, value: 'Acme' }] }];
    for (const currency of ['EUR', null]) {
      const { figures, notes } = await ask(
        { measures: ['billable_value'], filterGroups },
        { directory: three, settings: { ...defaultSettings, currency } },
      );
      expect(figures.totals).toEqual({ billable_value: '100' });
      expect(chooseCurrency({ notes: [...notes], currencies: figures.currencies }, currency)).toBe('CHF');
    }
  });

  test('amounts without any label stay apart from labelled ones, and that is said; a workspace’s label is theirs', async () => {
    await snapshot.setDirectory(three);
    await publish(snapshot, [paid('1', '1', '10', '100'), paid('2', '3', '10', '50'), paid('3', '3', '10', '7')]);
    const asked = { measures: ['billable_value'], groupBy: ['client'] };
    const without = await ask(asked, { directory: three });
    expect(without.figures.totals).toEqual({ billable_value: null });
    expect(without.figures.currencies).toEqual(['CHF', null]);
    expect(without.figures.rows.map(({ values, currency }) => [values['billable_value'], currency])).toEqual([
      ['100', 'CHF'],
      ['57', null],
    ]);
    expect(without.notes).toEqual([
      { kind: 'mixed-currencies', records: null, minutes: null },
      { kind: 'no-currency', records: 2, minutes: null },
    ]);
    const settings = { ...defaultSettings, currency: 'CHF' };
    const own = await ask(asked, { directory: three, settings });
    expect(own.figures.totals).toEqual({ billable_value: '157' });
    expect(own.notes).toEqual([]);
  });

  test('amounts of one label now and of another before are not compared; those of one label are', async () => {
    await snapshot.setDirectory(three);
    await publish(snapshot, [paid('1', '1', '10', '100'), paid('2', '2', '09', '90'), paid('3', '1', '09', '80')]);
    const asked: ReportInput = { measures: ['billable_value', 'logged_hours'], period: '2026-10', compare: 'previous' };
    const { figures } = await ask({ ...asked, groupBy: ['client'] }, { directory: three });
    expect(
      figures.rows.map(({ key, currency, values, before, split }) => [
        key['client'],
        currency,
        values['billable_value'],
        before?.currency,
        before?.values['billable_value'],
        split,
      ]),
    ).toEqual([
      ['Acme', 'CHF', '100', 'CHF', '80', { hours: '0', rate: '20' }],
      ['Brook', null, null, 'EUR', '90', null],
    ]);
    expect(figures.total).toMatchObject({
      values: { billable_value: '100' },
      currency: 'CHF',
      before: { values: { billable_value: null, logged_hours: '2' }, currency: null },
      split: null,
    });
    // One label now and one before are two as well.
    await publish(snapshot, [], ['3']);
    const { figures: moved } = await ask(asked, { directory: three });
    expect(moved.total).toMatchObject({
      values: { billable_value: '100' },
      currency: 'CHF',
      before: { values: { billable_value: null, logged_hours: '1' }, currency: null },
      split: null,
    });
  });

  test('each cell of a pivot says its own, where neither its line nor its column has one', async () => {
    await snapshot.setDirectory(three);
    await publish(snapshot, [
      paid('1', '1', '10', '100'),
      paid('2', '2', '10', '90'),
      paid('3', '1', '09', '30'),
      paid('4', '2', '09', '20'),
    ]);
    const { figures } = await ask(
      { measures: ['billable_value'], groupBy: ['month'], columns: 'object' },
      { directory: three },
    );
    expect(figures.columns.map(({ currency }) => currency)).toEqual(['CHF', 'EUR']);
    expect(figures.rows.map(({ cells, cellCurrencies, currency }) => [cells, cellCurrencies, currency])).toEqual([
      [{ billable_value: ['30', '20'] }, ['CHF', 'EUR'], null],
      [{ billable_value: ['100', '90'] }, ['CHF', 'EUR'], null],
    ]);
  });

  test('each measure is judged by its own money: one whose money has one label may be beside one that mixes two', async () => {
    await snapshot.setDirectory(three);
    const cost = (id: string, deal: string, month: string) =>
      recordOf(id, {
        assoc_obj_type: 'deal',
        assoc_record_id: deal,
        month_year: `2026-${month}-01`,
        total_minutes: '60',
        cost_amount: '40',
      });
    const measures = ['billable_value', 'recorded_cost', 'margin'];
    const asked: ReportInput = { measures, period: '2026-10', compare: 'previous' };
    await publish(snapshot, [paid('1', '1', '10', '100'), paid('2', '2', '10', '90'), cost('3', '1', '10')]);
    const { figures, notes } = await ask(asked, { directory: three });
    expect(figures.total).toMatchObject({
      values: { billable_value: null, recorded_cost: '40', margin: '-40' },
      currency: null,
      amounts: [
        { currency: 'CHF', values: { billable_value: '100', recorded_cost: '40', margin: '-40' } },
        { currency: 'EUR', values: { billable_value: '90', recorded_cost: null, margin: null } },
      ],
      before: null,
    });
    expect(notes.map(({ kind }) => kind)).toContain('mixed-currencies');
    // The reverse: known before, in one label, beside a value of two.
    await publish(snapshot, [cost('4', '2', '09')], ['3']);
    const { figures: reverse } = await ask(asked, { directory: three });
    expect(reverse.total).toMatchObject({
      values: { billable_value: null, recorded_cost: null },
      before: { values: { billable_value: null, recorded_cost: '40' }, currency: 'EUR' },
      split: null,
    });
    expect(reverse.total.before).not.toHaveProperty('amounts');
    // Compared in one label, whatever the value beside it mixes; of another label it is not.
    await publish(snapshot, [cost('5', '2', '10')]);
    const { figures: both } = await ask(asked, { directory: three });
    expect(both.total).toMatchObject({ values: { recorded_cost: '40' }, before: { values: { recorded_cost: '40' } } });
    await publish(snapshot, [cost('6', '1', '10')], ['5']);
    const { figures: apart } = await ask(asked, { directory: three });
    expect(apart.total).toMatchObject({
      values: { recorded_cost: '40' },
      before: { values: { recorded_cost: null }, amounts: [{ currency: 'EUR', values: { recorded_cost: '40' } }] },
    });
  });

  test('a margin is of the records it counts: a value without a cost is in no currency of it', async () => {
    await snapshot.setDirectory(three);
    const whole = { ...paid('1', '1', '10', '100') };
    const costed = recordOf('2', {
      assoc_obj_type: 'deal',
      assoc_record_id: '2',
      month_year: '2026-10-01',
      billable_amount: '90',
      cost_amount: '50',
    });
    await publish(snapshot, [whole, costed]);
    const { figures, notes } = await ask({ measures: ['margin', 'margin_percent'] }, { directory: three });
    expect(figures.totals).toEqual({ margin: '40', margin_percent: '44.44444444' });
    expect(figures.currencies).toEqual(['EUR']);
    expect(notes.map(({ kind }) => kind)).toEqual(['no-cost']);
  });

  test('a comparison of hours says nothing of currencies that it never shows', async () => {
    await snapshot.setDirectory(three);
    await publish(snapshot, [
      paid('1', '1', '10', '100'),
      paid('2', '2', '10', '90'),
      paid('3', '3', '09', '80'),
      paid('4', '1', '09', '80'),
    ]);
    const asked: ReportInput = {
      measures: ['logged_hours'],
      groupBy: ['client'],
      period: '2026-10',
      compare: 'previous',
    };
    const { figures, notes } = await ask(asked, { directory: three });
    expect(notes).toEqual([]);
    expect(figures.currencies).toBeUndefined();
    expect(figures.total).not.toHaveProperty('currency');
    expect(figures.total).toMatchObject({ values: { logged_hours: '2' }, before: { values: { logged_hours: '2' } } });
    // Money of two labels is split by nothing, shown or not; that of one is.
    expect(figures.rows.map(({ key, split }) => [key['client'], split])).toEqual([
      ['Acme', { hours: '0', rate: '20' }],
      ['Brook', null],
      ['Cole', null],
    ]);
    expect(figures.total.split).toBeNull();
  });
});
