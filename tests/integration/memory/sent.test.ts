import { appendFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Input } from '#contract/api.ts';
import { judgeAnswer } from '#contract/proof/verdict.ts';
import { propertyNames } from '#domain/properties.ts';
import { openSentRegister, SentRecords } from '#electron/history/sent-register.ts';
import { runInProcess } from '#tests/support/hosts/terminal-in-process.ts';
import { october, useSentDesk } from '#tests/support/worlds/sent-desk.ts';
import { secondTier } from '#tests/support/tier.ts';

const desk = useSentDesk();
const { ask, call, moveOne, open, shut, writeTo } = desk;

it('knows a file by its hash alone, and that it is what the records gave then', secondTier, async () => {
  const path = writeTo('october.csv');
  await ask('export.run', { ...october, bills: true });
  // The same once more, which bills nothing.
  writeTo('copy.csv');
  await ask('export.run', october);
  await moveOne();
  for (const name of readdirSync(desk.folder)) if (name.startsWith('october.csv.')) rmSync(join(desk.folder, name));
  desk.source = { path: join(desk.folder, 'renamed.csv') };
  renameSync(path, desk.source.path);
  const answer = await ask('export.verify', {});
  if (!answer || !('says' in answer) || 'pack' in answer) throw new Error('This computer remembers its manifest');
  expect(answer.matches).toMatchObject({ holds: true, remembered: true });
  expect(answer.again.state).not.toBe('equal');
  expect(answer.asThen).toMatchObject({ state: 'equal' });
  expect(answer.sent).toMatchObject({
    file: { number: 1, bills: true },
    counts: { changed: 0, 'moved-out': 1, vanished: 1, appeared: 0, 'moved-in': 0 },
  });
  expect(judgeAnswer(answer)).toBe('as-then');
  await shut();
  const told = await runInProcess(['verify-file', desk.source.path, '--data-dir', desk.folder]);
  expect(told.code).toBe(0);
  expect(told.stdout).toContain('Sent: yes, it is number 1 of the files that left');
  expect(told.stdout).toContain('As known then: equal');
  await open();
  appendFileSync(desk.source.path, '\n');
  expect(await ask('export.verify', {})).toMatchObject({ file: 'renamed.csv', sent: null });
});

it('remembers nothing of a file that was not written', async () => {
  desk.destination = undefined;
  await ask('export.run', october);
  writeTo('taken.csv');
  writeFileSync(join(desk.folder, 'taken.csv'), 'mine');
  desk.destination = { path: join(desk.folder, 'taken.csv'), replaces: false };
  expect(await call('export.run', october)).toMatchObject({ ok: false });
  expect((await ask('sent.list', {})).files.filter(({ state }) => state !== 'withdrawn')).toEqual([]);
});

it('settles what was about to leave when the program ended, by the file that is there', async () => {
  const path = writeTo('october.csv');
  await ask('export.run', october);
  const [file] = (await ask('sent.list', {})).files;
  await shut();
  const register = openSentRegister(join(desk.folder, 'workspaces/default/sent.sqlite'));
  if (!file) throw new Error('A file was sent');
  const { number: _number, state: _state, stateAt: _at, ...about } = file;
  for (const place of [path, join(desk.folder, 'never.csv')])
    register.intend({ ...about, path: place }, new SentRecords());
  register.close();
  await open();
  const { files } = await ask('sent.list', {});
  expect(files.map(({ number, state }) => [number, state])).toEqual([
    [3, 'withdrawn'],
    [2, 'saved'],
    [1, 'saved'],
  ]);
});

/** A zip of four people's files: of everybody's there are thirty, which are the same to the register. */
async function askForPack(): Promise<Input<'export.pack'>> {
  const { owner } = propertyNames;
  const { rows } = await ask('records.page', { columns: [owner], offset: 0, limit: 100 });
  const values = [...new Set(rows.flatMap(({ values }) => values[owner] ?? []))].slice(0, 4);
  const filterGroups = [{ filters: [{ propertyName: owner, operator: 'IN' as const, values }] }];
  return { by: owner, columns: ['title', 'total_hours'], format: 'csv', as: 'zip', filterGroups };
}

it('knows that a pack in its place has left, whatever fails afterwards', secondTier, async () => {
  writeTo('people.zip');
  desk.deliver = () => Promise.reject(new Error('no program opens it'));
  expect(await call('export.pack', { ...(await askForPack()), bills: true })).toMatchObject({ ok: false });
  expect(new Set((await ask('sent.list', {})).files.map(({ state }) => state))).toEqual(new Set(['saved']));
});

it('remembers nothing of a pack that was not written', secondTier, async () => {
  desk.destination = { path: writeTo('taken.zip'), replaces: false };
  writeFileSync(desk.destination.path, 'mine');
  expect(await call('export.pack', { ...(await askForPack()), bills: true })).toMatchObject({ ok: false });
  const { files } = await ask('sent.list', {});
  expect([files.length > 3, ...new Set(files.map(({ state }) => state))]).toEqual([true, 'withdrawn']);
});

it('leaves it to a person whether what is not in its place any more was billed', secondTier, async () => {
  writeTo('october.csv');
  await ask('export.run', october);
  const [file] = (await ask('sent.list', {})).files;
  await shut();
  const register = openSentRegister(join(desk.folder, 'workspaces/default/sent.sqlite'));
  if (!file) throw new Error('A file was sent');
  const { number: _number, state: _state, stateAt: _at, ...about } = file;
  register.intend({ ...about, path: join(desk.folder, 'never.csv'), bills: true }, new SentRecords());
  register.intend({ ...about, path: join(desk.folder, 'not-mounted', 'october.csv') }, new SentRecords());
  register.close();
  await open();
  expect((await ask('sent.list', {})).files.map(({ state }) => state)).toEqual(['intent', 'intent', 'saved']);
});

it('settles a zip and a folder of months that were about to leave, by what is there', secondTier, async () => {
  writeTo('people.zip');
  await ask('export.pack', await askForPack());
  writeTo('months');
  await ask('export.run', { columns: ['title', 'total_hours'], format: 'parquet', partition: 'month' });
  const written = (await ask('sent.list', {})).files;
  expect(new Set(written.map(({ state }) => state))).toEqual(new Set(['saved']));
  expect(written.length).toBeGreaterThan(3);
  await shut();
  const register = openSentRegister(join(desk.folder, 'workspaces/default/sent.sqlite'));
  const leave = (
    { number: _number, state: _state, stateAt: _at, ...about }: (typeof written)[number],
    path = about.path,
  ) => register.intend({ ...about, path }, new SentRecords());
  const there = written.map((file) => leave(file));
  const [months, person] = [
    written.find(({ file }) => file === 'months'),
    written.find(({ file }) => file !== 'months'),
  ];
  if (!months || !person?.path) throw new Error('Both left');
  // Another's content, another folder, and what never came.
  const elsewhere = [
    leave({ ...person, sha256: months.sha256 }),
    leave(person, join(desk.folder, 'people.zip', 'other.csv')),
    leave(person, join(desk.folder, 'never.zip', person.file)),
    leave({ ...months, sha256: person.sha256 }),
    leave(months, join(desk.folder, 'workspaces')),
  ];
  register.close();
  await open();
  const states = new Map((await ask('sent.list', {})).files.map(({ number, state }) => [number, state]));
  expect(there.map((number) => states.get(number))).toEqual(there.map(() => 'saved'));
  expect(elsewhere.map((number) => states.get(number))).toEqual(elsewhere.map(() => 'withdrawn'));
});

it('opens without what a damaged file remembered, and says so', async () => {
  writeTo('october.csv');
  await ask('export.run', october);
  await shut();
  for (const name of ['sent.sqlite', 'changes.sqlite'])
    writeFileSync(join(desk.folder, 'workspaces/default', name), 'this was a database');
  await open();
  const { files, setAside } = await ask('sent.list', {});
  expect([files, setAside.length]).toEqual([[], 2]);
  expect((await ask('report.run', { measures: ['records'], groupBy: [] })).records).toBeGreaterThan(0);
  const { merges } = await ask('memory.merges', {});
  expect(merges.map(({ kind }) => kind)).toContain('first');
});
