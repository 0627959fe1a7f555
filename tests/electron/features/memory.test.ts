/** What changed between two moments, and since a file left, one client for each test in one workspace; random histories are in tests/integration/memory. */
import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { expect, it, onTestFinished } from 'vitest';
import { toUnits } from '#domain/decimal.ts';
import { propertyNames } from '#domain/properties.ts';
import { changeParts } from '#domain/reports/bridge/split.ts';
import { history } from '#electron/cli/commands/history.ts';
import { sent } from '#electron/cli/commands/sent.ts';
import { ofClient, StoreDesk, useStoreDesk } from '#tests/support/worlds/store-desk.ts';

const OCTOBER = '2026-10';
const toNovember = { month_year: '2026-11-01' };
const file = { columns: ['title', 'total_hours', 'billable_amount', 'month_year'], format: 'csv', period: OCTOBER };
/** Without numbers, which the store takes longest to write. */
const plain = { ...file, columns: ['title', 'month_year'] };
const desk = useStoreDesk();
const { addLate, ask, bill, call, change, commit, label, toEntry, writeTo } = desk;

const lastMerge = async () => `#${(await ask('memory.merges', { limit: 1 })).merges[0]?.number}`;

/** @returns its number in the register */
async function send(client: string): Promise<number> {
  writeTo(`${client}.csv`);
  await ask('export.run', { ...plain, filterGroups: ofClient(client) });
  return (await ask('sent.list', {})).files[0]?.number ?? 0;
}

// First, because a figure is worked out at every moment before.
it('tells of every currency whose value moved, though it adds up one', async () => {
  await label('Money', 'CHF', 'francs');
  await label('Money', 'EUR', 'euros');
  await label('Money', null, 'none');
  const entry = (object: string) => toEntry('Money', { assoc_record_id: object });
  const [francs, euros, none] = [entry('francs'), entry('euros'), entry('none')];
  await commit([francs, euros, none, entry('euros')]);
  const number = await send('Money');
  await commit([toEntry('Money', { ...toNovember, assoc_record_id: 'francs' }, francs.id)], [euros.id]);
  const told = await ask('memory.changes', { file: number });
  const inFrancs = await ask('memory.changes', { file: number, currency: 'CHF' });
  // What has no currency is not taken for the money of all.
  expect(told.currencies).toEqual([null, 'CHF', 'EUR']);
  expect(told).toMatchObject({
    currency: 'EUR',
    others: [{ currency: 'CHF', before: inFrancs.before.value, after: inFrancs.after.value }],
  });
  expect(inFrancs.others).toMatchObject([{ currency: 'EUR', before: told.before.value, after: told.after.value }]);
  const path = writeTo('money.csv');
  expect(await ask('export.changes', { file: number, format: 'csv' })).toMatchObject({
    currency: 'EUR',
    notes: [{ code: 'mixed-currencies', text: expect.stringContaining('CHF') }],
  });
  const text = readFileSync(path, 'utf8');
  for (const said of ['Billable value (EUR)', 'Period', '2026-10-01', 'Value in CHF moved, too'])
    expect(text).toContain(said);
  expect(await desk.tellInTerminal(sent, {}, String(number))).toMatch(
    / EUR[^]*Value in CHF moved, too: .* → .*--currency CHF/,
  );
  expect(await desk.tellInTerminal(sent, { currency: 'CHF' }, String(number))).toMatch(
    /Value in EUR moved, too[^]*Billable value CHF/,
  );
  const last = { filterGroups: ofClient('Money'), period: OCTOBER, limit: 2 };
  const figure = { figure: 'billable_value', filter: JSON.stringify(last.filterGroups), period: OCTOBER, limit: '2' };
  expect(await desk.tellInTerminal(history, figure)).toMatch(/ –$[^]*several currencies.*CHF.*--currency/m);
  for (const [currency, { before, after }] of [
    ['EUR', told],
    ['CHF', inFrancs],
  ] as const) {
    const { steps } = await ask('memory.figure', { measure: 'billable_value', ...last, currency });
    expect(steps).toMatchObject([
      { value: before.value, currency },
      // Nothing is in it any more where its only record left.
      { value: after.value === '0' ? null : after.value, currency },
    ]);
  }
  // A property's short name is as good as its full one.
  const { steps } = await ask('memory.figure', { measure: 'total_minutes', ...last, limit: 1 });
  expect(steps).toMatchObject([{ value: expect.stringMatching(/^\d/) }]);
});

it('splits a change into parts that add up, by client and by person, and lists the records of each', async () => {
  const [stays = '', out = '', gone = '', back = ''] = await bill('Split', 4);
  const same = toEntry('Split', { total_minutes: '0' });
  await commit([same]);
  await change('Split', [back], toNovember);
  await label('Renamed', 'EUR');
  const renamed = await addLate('Renamed', { total_minutes: '15' });
  const since = await lastMerge();
  await change('Split', [stays], { total_minutes: '90', billable_amount: '150', platform_owner_id: '8' });
  await change('Split', [out], toNovember);
  await commit([toEntry('Split', {}, back)], [gone, same.id]);
  // What comes back as it was has not changed.
  await commit([same]);
  const late = await addLate('Split', { total_minutes: '30', platform_owner_id: '9' });
  await label('Split', 'EUR', '2');
  const until = await lastMerge();
  for (const by of ['client', 'person'] as const) {
    const question = { since, until, period: OCTOBER, filterGroups: ofClient('Split'), by };
    const told = await ask('memory.changes', question);
    expect(Object.keys(told.parts).toSorted()).toEqual([...changeParts].toSorted());
    for (const name of ['logged', 'billable', 'value'] as const) {
      const moved = Object.values(told.parts).reduce((sum, part) => sum + toUnits(part[name]), 0n);
      expect(toUnits(told.before[name]) + moved).toBe(toUnits(told.after[name]));
      for (const part of changeParts) {
        const ofGroups = told.groups.reduce((sum, { parts }) => sum + toUnits(parts[part]?.[name] ?? '0'), 0n);
        expect(ofGroups, `${name} ${part}`).toBe(toUnits(told.parts[part]?.[name] ?? '0'));
      }
    }
    expect(told.before.logged).toBe('180');
    expect(told.after.logged).toBe('195');
    expect(told.parts).toMatchObject({
      appeared: { logged: '30', value: '100' },
      changed: { logged: '30', value: '50' },
      vanished: { logged: '-60', value: '-100' },
      'moved-in': { logged: '60' },
      'moved-out': { logged: '-60' },
      relabelled: { logged: '15', value: '100' },
    });
    if (by === 'person') expect(new Set(told.groups.map(({ key }) => key))).toEqual(new Set(['7', '8', '9']));
  }
  const { changes } = await ask('memory.changed', { since, until, period: OCTOBER, filterGroups: ofClient('Split') });
  const kinds = Object.fromEntries(changes.map(({ id, kind }) => [id, kind]));
  expect(kinds).toMatchObject({
    [stays]: 'changed',
    [out]: 'moved-out',
    [gone]: 'vanished',
    [back]: 'moved-in',
    [late]: 'appeared',
  });
  expect(Object.keys(kinds)).not.toContain(same.id);
  expect(changes.find(({ id }) => id === renamed)).toMatchObject({ isRelabelled: true });
});

it('tells of a record that was sent in October’s file and is November’s now', async () => {
  const [moved = '', removed = ''] = await bill('Told');
  const number = await send('Told');
  await change('Told', [moved], toNovember);
  await commit([], [removed]);
  const told = await ask('memory.changes', { file: number });
  expect(told.counts).toEqual({
    appeared: 0,
    changed: 0,
    vanished: 1,
    'moved-in': 0,
    'moved-out': 1,
    relabelled: 0,
  });
  const { changes, total } = await ask('memory.changed', { file: number });
  expect(total).toBe(2);
  const own = changes.find(({ id }) => id === moved);
  expect(own?.kind).toBe('moved-out');
  expect(own?.fields).toContainEqual({ name: 'a552213_month_year', before: '2026-10-01', after: '2026-11-01' });
  const { changes: past } = await ask('memory.record', { id: moved });
  expect(past.map(({ kind }) => kind)).toEqual(['appeared', 'changed']);
  // As a file: both moments, the steps from then to now, and each value, which add up.
  const path = writeTo('changes.csv');
  const manifest = await ask('export.changes', { file: number, format: 'csv', preset: 'machine' });
  expect(manifest).toMatchObject({
    of: 'changes',
    audience: 'internal',
    records: 2,
    period: { from: '2026-10-01', to: '2026-10-31' },
    changes: { since: told.since, until: told.until, file: number },
  });
  expect(manifest?.title).toMatch(/^What changed since Told.csv, from 2026-11-0\d \d\d:\d\d UTC to 2026-11-0\d/);
  const rows: Record<string, string>[] = parse(readFileSync(path), { columns: true, bom: true });
  const sum = (name: 'logged' | 'value', isKept: (row: Record<string, string>) => boolean) =>
    rows.filter(isKept).reduce((all, row) => all + toUnits(row[name] || '0'), 0n);
  const [then, ...rest] = rows.filter(({ id }) => id === '');
  const now = rest.at(-1);
  expect([then?.['step'], now?.['step']]).toEqual([expect.stringMatching(/^Then, /), expect.stringMatching(/^Now, /)]);
  for (const name of ['logged', 'value'] as const) {
    const difference = toUnits(now?.[name] ?? '') - toUnits(then?.[name] ?? '');
    expect(difference).not.toBe(0n);
    expect(sum(name, ({ id }) => id !== '')).toBe(difference);
    expect(sum(name, (row) => rest.slice(0, -1).includes(row))).toBe(difference);
  }
  expect(rows).toContainEqual(
    expect.objectContaining({ id: moved, step: 'moved out', before: '2026-10-01', after: '2026-11-01' }),
  );
  // Remembered like any other, but not as these records themselves.
  const [table] = (await ask('sent.list', {})).files;
  expect(table).toMatchObject({ file: 'changes.csv', of: 'changes', hasRecords: false, state: 'saved' });
  expect(await call('export.changes', { file: number, format: 'csv', bills: true })).toMatchObject({
    error: { code: 'usage' },
  });
  desk.source = { path };
  expect(await ask('export.verify', {})).toMatchObject({ matches: { holds: true }, sent: { counts: null } });
});

it('tells the same of a file by what was written down of it, and takes no value for empty that was not', async () => {
  const own = new StoreDesk();
  await own.begin();
  onTestFinished(() => own.leave());
  const [moved = '', removed = '', edited = ''] = await own.bill('Kept', 4);
  own.writeTo('october.csv');
  await own.ask('export.run', { ...file, filterGroups: ofClient('Kept') });
  await own.change('Kept', [moved], toNovember);
  await own.change('Kept', [edited], { total_minutes: '120', total_hours: '2' });
  await own.commit([], [removed]);
  const tell = async () => {
    const { since: _since, until: _until, ...told } = await own.ask('memory.changes', { file: 1 });
    return told;
  };
  const told = await tell();
  expect(told.counts).toMatchObject({ vanished: 1, changed: 1, 'moved-out': 1 });
  await own.lose();
  expect((await own.ask('memory.merges', {})).merges.map(({ kind }) => kind)).toContain('unknown');
  const { before, after, records, period, counts } = await tell();
  expect({ before, after, records, period, counts }).toEqual({
    before: told.before,
    after: told.after,
    records: told.records,
    period: told.period,
    counts: told.counts,
  });
  const { changes } = await own.ask('memory.changed', { file: 1 });
  const names = changes.find(({ id }) => id === edited)?.fields.map(({ name }) => name);
  expect(names).toContain(propertyNames.totalHours);
  expect(names).not.toContain(propertyNames.totalMinutes);
  own.writeTo('changes.csv');
  expect(await own.ask('export.changes', { file: 1, format: 'csv' })).toMatchObject({
    changes: { since: { merge: null }, file: 1 },
    notes: [{ code: 'kept', text: expect.stringContaining('october.csv') }],
  });
  expect(await own.tellInTerminal(sent, {}, '1')).toContain('it is compared by what was written down of its records');
});

it('shows which findings were reviewed then', async () => {
  const [id = ''] = await bill('Reviewed', 1);
  await change('Reviewed', [id], { total_minutes: '-60' });
  const question = { check: 'negative', columns: ['title'], filterGroups: ofClient('Reviewed') };
  const look = async (asKnown?: string) => [
    (await ask('checks.findings', { ...question, reviewed: false }, asKnown)).total,
    (await ask('checks.findings', { ...question, reviewed: true }, asKnown)).total,
  ];
  const then = [await lastMerge()];
  for (const reviewed of [true, false]) {
    await ask('checks.review', { check: 'negative', ids: [id], reviewed });
    then.push(await lastMerge());
  }
  expect(new Set(then).size).toBe(3);
  const seen = [];
  for (const merge of then) seen.push(await look(merge));
  expect(seen).toEqual([
    [1, 0],
    [0, 1],
    [1, 0],
  ]);
  expect(await look()).toEqual([1, 0]);
});
