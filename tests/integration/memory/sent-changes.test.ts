import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { expect, it, onTestFinished } from 'vitest';
import type { Output } from '#contract/api.ts';
import { toUnits } from '#domain/decimal.ts';
import { propertyNames } from '#domain/properties.ts';
import { KeptTerminal } from '#tests/support/hosts/kept-terminal.ts';
import { runInProcess } from '#tests/support/hosts/terminal-in-process.ts';
import { DAY, october, useSentDesk } from '#tests/support/worlds/sent-desk.ts';
import { secondTier } from '#tests/support/tier.ts';

const desk = useSentDesk();
const { ask, call, moveOne, open, rebuild, shut, writeTo } = desk;

it('tells of a record that was sent in October’s file and is November’s now', secondTier, async () => {
  const path = writeTo('october.csv');
  const written = await ask('export.run', october);
  const moved = await moveOne();
  const { files } = await ask('sent.list', {});
  expect(files).toMatchObject([
    { number: 1, state: 'saved', file: 'october.csv', path, sha256: written?.sha256, bills: false },
  ]);
  await tellSinceFile(moved);
  const { changes: history } = await ask('memory.record', { id: moved });
  expect(history.map(({ kind }) => kind)).toEqual(['changed']);
});

/** What is told of file 1: one record moved out of it, and one is gone. */
async function tellSinceFile(moved: string): Promise<Omit<Output<'memory.changes'>, 'since' | 'until'>> {
  const { since: _since, until: _until, ...told } = await ask('memory.changes', { file: 1 });
  expect(told.counts).toEqual({
    appeared: 0,
    changed: 0,
    vanished: 1,
    'moved-in': 0,
    'moved-out': 1,
    relabelled: 0,
  });
  expect(told.before.logged).not.toBe(told.after.logged);
  const { changes, total } = await ask('memory.changed', { file: 1 });
  expect(total).toBe(2);
  const change = changes.find(({ id }) => id === moved);
  expect(change?.kind).toBe('moved-out');
  expect(change?.fields).toContainEqual({ name: 'a552213_month_year', before: '2026-10-01', after: '2026-11-01' });
  return told;
}

it(
  'writes what changed to a file: both moments, the steps from then to now, and each value, which add up',
  secondTier,
  async () => {
    writeTo('october.csv');
    await ask('export.run', october);
    const moved = await moveOne();
    const told = await ask('memory.changes', { file: 1 });
    const path = writeTo('changes.csv');
    const manifest = await ask('export.changes', { file: 1, format: 'csv', preset: 'machine' });
    expect(manifest).toMatchObject({
      of: 'changes',
      audience: 'internal',
      records: 2,
      period: { from: '2026-10-01', to: '2026-10-31' },
      changes: { since: told.since, until: told.until, file: 1 },
    });
    expect(manifest?.title).toMatch(
      /^What changed since october.csv, from 2026-11-02 08:00 UTC to 2026-11-03 08:00 UTC$/,
    );
    const rows: Record<string, string>[] = parse(readFileSync(path), { columns: true, bom: true });
    const sum = (name: 'logged' | 'value', isKept: (row: Record<string, string>) => boolean) =>
      rows.filter(isKept).reduce((total, row) => total + toUnits(row[name] || '0'), 0n);
    const [then, ...rest] = rows.filter(({ id }) => id === '');
    const now = rest.at(-1);
    expect([then?.['step'], now?.['step']]).toEqual(['Then, 2026-11-02 08:00 UTC', 'Now, 2026-11-03 08:00 UTC']);
    for (const name of ['logged', 'value'] as const) {
      const change = toUnits(now?.[name] ?? '') - toUnits(then?.[name] ?? '');
      expect(change).not.toBe(0n);
      expect(sum(name, ({ id }) => id !== '')).toBe(change);
      expect(sum(name, (row) => rest.slice(0, -1).includes(row))).toBe(change);
    }
    expect(rows).toContainEqual(
      expect.objectContaining({ id: moved, step: 'moved out', before: '2026-10-01', after: '2026-11-01' }),
    );
    // Remembered like any other, but not as these records themselves.
    const [sent] = (await ask('sent.list', {})).files;
    expect(sent).toMatchObject({ file: 'changes.csv', of: 'changes', hasRecords: false, state: 'saved' });
    expect(await call('export.changes', { file: 1, format: 'csv', bills: true })).toMatchObject({
      error: { code: 'usage' },
    });
    for (const format of ['xlsx', 'pdf', 'html']) {
      writeTo(`changes.${format}`);
      expect(await ask('export.changes', { since: '2026-11-02', format })).toMatchObject({ of: 'changes', format });
    }
    desk.source = { path };
    const answer = await ask('export.verify', {});
    expect(answer).toMatchObject({ matches: { holds: true }, sent: { counts: null } });
  },
);

it('tells of every currency whose value moved, though it adds up one', secondTier, async () => {
  const { objectType, objectId } = propertyNames;
  const columns = [objectType, objectId];
  const { rows } = await ask('records.page', { period: '2026-10', columns, offset: 0, limit: 500 });
  const keys = rows.map(({ values }) => `${values[objectType]}:${values[objectId]}`);
  const [moved, removed] = keys;
  expect(moved).not.toBe(removed);
  const without = keys.findLast((key) => key !== moved && key !== removed);
  const toCurrency = (key: string) => (key === moved ? 'CHF' : 'EUR');
  const objects = keys.map((key) => [key, { name: key, ...(key !== without && { currency: toCurrency(key) }) }]);
  await ask('names.keep', { objects: Object.fromEntries(objects) });
  writeTo('october.csv');
  await ask('export.run', october);
  await moveOne();
  const told = await ask('memory.changes', { file: 1 });
  const inFrancs = await ask('memory.changes', { file: 1, currency: 'CHF' });
  // What has no currency is not taken for the money of all.
  expect(told.currencies).toEqual([null, 'CHF', 'EUR']);
  expect(told).toMatchObject({
    currency: 'EUR',
    others: [{ currency: 'CHF', before: inFrancs.before.value, after: inFrancs.after.value }],
  });
  expect(inFrancs.others).toMatchObject([{ currency: 'EUR', before: told.before.value, after: told.after.value }]);
  const path = writeTo('changes.csv');
  expect(await ask('export.changes', { file: 1, format: 'csv' })).toMatchObject({
    currency: 'EUR',
    notes: [{ code: 'mixed-currencies', text: expect.stringContaining('CHF') }],
  });
  const text = readFileSync(path, 'utf8');
  for (const said of ['Billable value (EUR)', 'Period', '2026-10-01', 'Value in CHF moved, too'])
    expect(text).toContain(said);
  await shut();
  const terminal = new KeptTerminal({
    place: { data: desk.folder, url: desk.service.url, key: desk.service.key },
    now: desk.service.now,
  });
  onTestFinished(() => terminal.close());
  const run = (...more: string[]) => terminal.run(['sent', '1', ...more]);
  expect((await run()).stdout).toMatch(/ EUR[^]*Value in CHF moved, too: .* → .*--currency CHF/);
  const figure = ['history', '--figure', 'billable_value', '--period', '2026-10'];
  const several = await terminal.run(figure);
  expect([several.stdout, several.stderr]).toEqual([
    expect.stringMatching(/ –$/m),
    expect.stringMatching(/several currencies.*CHF.*--currency/),
  ]);
  for (const [currency, { before, after }] of [
    ['EUR', told],
    ['CHF', inFrancs],
  ] as const) {
    const { stdout } = await terminal.run([...figure, '--currency', currency, '--json']);
    const { steps } = JSON.parse(stdout) as Output<'memory.figure'>;
    expect(steps.slice(-2)).toMatchObject([
      { value: before.value, currency },
      // Nothing is in it any more where its only record left.
      { value: after.value === '0' ? null : after.value, currency },
    ]);
  }
  expect((await run('--currency', 'CHF')).stdout).toMatch(/Value in EUR moved, too[^]*Billable value CHF/);
});

it(
  'tells the same of a file by what was written down of it, once nothing else is known of then',
  secondTier,
  async () => {
    writeTo('october.csv');
    await ask('export.run', october);
    const moved = await moveOne();
    const told = await tellSinceFile(moved);
    await rebuild();
    expect((await ask('memory.merges', {})).merges.map(({ kind }) => kind)).toContain('unknown');
    const { before, after, records, period } = await tellSinceFile(moved);
    expect({ before, after, records, period }).toEqual({
      before: told.before,
      after: told.after,
      records: told.records,
      period: told.period,
    });
    writeTo('changes.csv');
    expect(await ask('export.changes', { file: 1, format: 'csv' })).toMatchObject({
      changes: { since: { merge: null }, file: 1 },
      notes: [{ code: 'kept', text: expect.stringContaining('october.csv') }],
    });
  },
);

it('takes no value for empty that was not written down', secondTier, async () => {
  writeTo('october.csv');
  await ask('export.run', october);
  const { rows } = await ask('records.page', { period: '2026-10', columns: ['title'], offset: 0, limit: 1 });
  await desk.service.control.move({ kind: 'edit', ids: [rows[0]?.id ?? ''] });
  await desk.service.control.advance(DAY);
  await ask('sync.run', {});
  await rebuild();
  const { changes } = await ask('memory.changed', { file: 1 });
  const names = changes.flatMap(({ fields }) => fields.map(({ name }) => name));
  expect(names).toContain(propertyNames.totalHours);
  expect(names).not.toContain(propertyNames.totalMinutes);
  await shut();
  const told = await runInProcess(['sent', '1', '--data-dir', desk.folder]);
  expect(told.stdout).toContain('it is compared by what was written down of its records');
});

it('writes every name that is another to the file, where the screen lists a hundred', async () => {
  const since = `#${(await ask('memory.merges', {})).merges[0]?.number}`;
  const names = Array.from({ length: 103 }, (_, at) => `Deal ${at + 1}.`);
  const objects = Object.fromEntries(names.map((name, at) => [`0-3:${at + 1}`, { name }]));
  await ask('names.keep', { objects });
  const { labels, labelCount } = await ask('memory.changes', { since });
  expect([labels.length, labelCount]).toEqual([100, 103]);
  const path = writeTo('changes.csv');
  await ask('export.changes', { since, format: 'csv' });
  const text = readFileSync(path, 'utf8');
  expect(names.filter((name) => !text.includes(name))).toEqual([]);
});

it('writes the same file again as it was known then, and knows it', secondTier, async () => {
  const path = writeTo('october.csv');
  await ask('export.run', october);
  await moveOne();
  const { merges } = await ask('memory.merges', {});
  const first = merges.findLast(({ kind }) => kind === 'first');
  const again = writeTo('again.csv');
  const manifest = await ask('export.run', october, `#${first?.number}`);
  expect(readFileSync(again, 'utf8')).toBe(readFileSync(path, 'utf8'));
  expect(manifest?.asKnown).toBe(first?.seenAt);
});

it('says that nothing is remembered yet where only the register is left', async () => {
  writeTo('october.csv');
  await ask('export.run', october);
  await shut();
  const own = join(desk.folder, 'workspaces/default');
  for (const name of readdirSync(own)) if (!name.startsWith('sent.')) rmSync(join(own, name), { recursive: true });
  await open();
  expect(await call('memory.changes', { file: 1 })).toMatchObject({
    ok: false,
    error: { code: 'usage', detail: expect.stringContaining('download the records first') },
  });
});

it('remembers a list of findings without taking it for the records of its period', async () => {
  writeTo('findings.csv');
  const [{ id } = { id: '' }] = await desk.service.control.liveRecords();
  const slot = desk.service.world.findSlot(Number(id));
  if (slot === undefined) throw new Error('There are records');
  const record = desk.service.world.at(slot);
  const properties = { ...record.properties, a552213_total_minutes: '-60' };
  desk.service.world.replace({ ...record, updatedAt: desk.service.now(), properties });
  await desk.service.control.advance(DAY);
  await ask('sync.run', {});
  await ask('checks.export', { check: 'negative', format: 'csv' });
  const [file] = (await ask('sent.list', {})).files;
  expect(file).toMatchObject({ of: 'findings', hasRecords: false });
  expect(await call('memory.changes', { file: file?.number })).toMatchObject({ ok: false, error: { code: 'usage' } });
});
