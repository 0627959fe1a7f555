/** A saved workspace over one that remembers some of the same: what goes on from the other is taken, and what would be lost refused. */
import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { AppFailure } from '#contract/errors.ts';
import { reportFileSchema } from '#domain/reports/definition/report.ts';
import { planJoin } from '#electron/features/workspace-file/join.ts';
import { unpackWorkspace } from '#electron/features/workspace-file/load.ts';
import { saveWorkspace } from '#electron/features/workspace-file/save.ts';
import { secondTier } from '#tests/support/tier.ts';
import { ofClient, StoreDesk } from '#tests/support/worlds/store-desk.ts';

const OCTOBER = '2026-10';
const MONTH = 31 * 86_400_000;
const file = { columns: ['title'], format: 'csv', period: OCTOBER };
/** Two computers of one firm. */
let office: StoreDesk;
let home: StoreDesk;

beforeEach(async () => {
  [office, home] = [await begin(), await begin()];
});

async function begin(): Promise<StoreDesk> {
  const desk = new StoreDesk();
  await desk.begin();
  onTestFinished(() => desk.leave());
  return desk;
}

const placeOf = (desk: StoreDesk) => join(desk.folder, 'workspaces/default');

async function save(desk: StoreDesk, name: string): Promise<string> {
  const path = join(desk.folder, `${name}.timelog`);
  await saveWorkspace(desk.workspace, path, { appVersion: 'test', now: desk.now });
  return path;
}

/** @param joinInto fills the folder of what was loaded with what the workspace has besides */
async function replace(desk: StoreDesk, folder: string, joinInto?: (place: string) => Promise<void>): Promise<void> {
  await desk.shut();
  await joinInto?.(placeOf(desk));
  rmSync(placeOf(desk), { recursive: true });
  mkdirSync(join(desk.folder, 'workspaces'), { recursive: true });
  renameSync(folder, placeOf(desk));
  await desk.open();
}

/** Into a workspace that holds nothing. */
async function adopt(desk: StoreDesk, path: string): Promise<void> {
  desk.now = Math.max(office.now, home.now);
  await replace(desk, (await unpackWorkspace(path, desk.folder)).folder);
}

/** @returns why not */
async function load(desk: StoreDesk, path: string): Promise<string | undefined> {
  desk.now = Math.max(office.now, home.now);
  const { folder } = await unpackWorkspace(path, desk.folder);
  try {
    await replace(desk, folder, planJoin(desk.workspace, folder));
    return undefined;
  } catch (error) {
    if (!(error instanceof AppFailure) || error.error.code !== 'usage') throw error;
    return error.error.detail;
  }
}

const send = async (desk: StoreDesk, name: string) => {
  desk.writeTo(name);
  await desk.ask('export.run', { ...file, filterGroups: ofClient('Firm') });
};

/** All that is remembered: of every moment, of every file, of one record. */
async function recall(desk: StoreDesk, id: string) {
  const { merges } = await desk.ask('memory.merges', { limit: 100 });
  const number = merges.findLast(({ kind }) => kind === 'refresh')?.number;
  const report = { measures: ['total_hours', 'billable_amount', 'records'], groupBy: ['client'] };
  const { asKnown: _, ...answer } = await desk.ask('report.run', report, `#${number}`);
  const { files } = await desk.ask('sent.list', {});
  const changes = [];
  for (const { number: sent } of files) changes.push((await desk.ask('memory.changed', { file: sent })).changes);
  return {
    merges,
    answer,
    names: await desk.ask('names.list', {}, `#${number}`),
    files,
    changes,
    history: await desk.ask('memory.record', { id }),
    billed: await desk.ask('sent.billed', { period: OCTOBER }),
  };
}

it('is the same there, and goes on with the file’s next version', async () => {
  const [id = ''] = await office.bill('Firm');
  await send(office, 'october.csv');
  await office.change('Firm', [id], { billable_amount: '80' });
  const early = await save(office, 'early');
  const then = await recall(office, id);
  expect(then.changes.flat()).not.toEqual([]);
  await adopt(home, early);
  expect(await recall(home, id)).toEqual(then);

  const report = { measures: ['records'] };
  const mine = reportFileSchema.parse({ format: 'timelog-report', version: 1, name: 'Mine', report });
  home.workspace.journal.saveReport(mine, new Date(home.now).toISOString(), 'mine');
  await office.label('Firm', 'CHF');
  await office.addLate('Firm');
  expect(await load(home, await save(office, 'late'))).toBeUndefined();
  expect(await recall(home, id)).toEqual(await recall(office, id));
  expect(await home.ask('names.list', {})).toEqual(await office.ask('names.list', {}));
  expect(home.workspace.journal.reports().map(({ file: { name } }) => name)).toEqual(['Mine']);
  // The earlier file holds nothing that is not here.
  expect(await load(home, early)).toContain('nothing was loaded');
});

it('takes the register of one and the log of the other, and refuses what forked', secondTier, async () => {
  await office.bill('Firm');
  await send(office, 'october.csv');
  await adopt(home, await save(office, 'early'));
  await send(home, 'home.csv');
  await home.ask('sent.settle', { number: 1, state: 'withdrawn' });
  await office.addLate('Firm');
  expect(await load(home, await save(office, 'refreshed'))).toBeUndefined();
  const { files } = await home.ask('sent.list', {});
  expect(files.map(({ number, state }) => [number, state])).toEqual([
    [2, 'saved'],
    [1, 'withdrawn'],
  ]);
  const total = async (desk: StoreDesk) => (await desk.ask('memory.merges', {})).total;
  expect(await total(home)).toBe(await total(office));

  await send(office, 'apart.csv');
  await office.addLate('Firm');
  const past = async () => [await home.ask('memory.merges', {}), await home.ask('sent.list', {})];
  const before = await past();
  expect(await load(home, await save(office, 'apart'))).toContain('different pasts');
  expect(await past()).toEqual(before);
});

it('carries the closings, which go on there, and are refused where both closed something', secondTier, async () => {
  for (const client of ['Firm', 'Second', 'Third', 'Fourth']) await office.bill(client, 1);
  const closed = async (desk: StoreDesk) => [
    await desk.ask('closings.log', {}),
    (await desk.ask('closings.drift', { period: OCTOBER })).lines,
    await desk.ask('closings.states', { period: OCTOBER }),
  ];
  await office.close(OCTOBER, 'Firm');
  await office.addLate('Firm');
  const first = await save(office, 'first');
  await adopt(home, first);
  expect((await home.ask('closings.drift', { period: OCTOBER })).total).toBe(1);
  expect(await closed(home)).toEqual(await closed(office));
  await office.close(OCTOBER, 'Second');
  expect(await load(home, await save(office, 'second'))).toBeUndefined();
  expect(await closed(home)).toEqual(await closed(office));
  expect(await load(home, first)).toContain('nothing was loaded');
  await home.close(OCTOBER, 'Third');
  await office.close(OCTOBER, 'Fourth');
  expect(await load(home, await save(office, 'apart'))).toContain('different pasts');
  expect((await home.ask('closings.list', {})).closings).toHaveLength(3);
});

it(
  'says of two workspaces that what they have in common was removed, and takes what was kept',
  secondTier,
  async () => {
    await office.bill('Firm');
    const next = async () => {
      office.now += MONTH;
      await office.addLate('Firm');
    };
    for (let month = 0; month < 4; month += 1) await next();
    const whole = await save(office, 'whole');
    const kept = await recallLast(office);
    office.workspace.saveSettings({ historyMonths: 3 });
    await next();
    expect((await office.ask('memory.merges', {})).begins).not.toBeNull();
    expect(await recallLast(office, kept.number)).toEqual(kept);
    // The file has more of the past.
    expect(await load(office, whole)).toContain('was removed here');
    const cut = await save(office, 'cut');
    for (let month = 0; month < 6; month += 1) await next();
    expect(await load(office, whole)).toContain('in common');
    const later = await save(office, 'later');
    await adopt(home, whole);
    expect(await load(home, later)).toContain('in common');
    // This one has what the file goes on from, and more before.
    expect(await load(home, cut)).toContain('remembers more of the past');
    // Elsewhere it remembers what was kept, and for how long is decided there.
    const third = await begin();
    await adopt(third, cut);
    expect(await recallLast(third, kept.number)).toEqual(kept);
    expect(third.workspace.settings().historyMonths).toBeNull();
    // The same file brings nothing new, and is recognised by the chain.
    expect(await load(third, cut)).toContain('remembers all that the file does');
  },
);

/** What was known at a refresh, by default the last one. */
async function recallLast(desk: StoreDesk, at?: number) {
  const number = at ?? (await desk.ask('memory.merges', { limit: 1 })).merges[0]?.number;
  const { rows, totals } = await desk.ask(
    'report.run',
    { measures: ['logged_hours', 'records'], groupBy: ['client'] },
    `#${number}`,
  );
  return { number, rows, totals, names: await desk.ask('names.list', {}, `#${number}`) };
}

it('keeps a mark of review through restart, rebuild and there, until its record changes', async () => {
  const [first = '', second = '', third = ''] = await office.bill('Firm');
  await office.change('Firm', [first, second, third], { total_minutes: '-60' });
  const question = { check: 'negative', columns: ['title'] };
  const look = async (desk: StoreDesk) => [
    (await desk.ask('checks.findings', { ...question, reviewed: false })).findings.map(({ id }) => id),
    (await desk.ask('checks.findings', { ...question, reviewed: true })).findings.map(({ id }) => id),
  ];
  const reviewed = { check: 'negative', ids: [first, second, '1000', 'x'], reviewed: true };
  expect(await office.ask('checks.review', reviewed)).toEqual({ changed: 2 });
  const marked = [[third], [first, second]];
  expect(await look(office)).toEqual(marked);
  await office.shut();
  await office.open();
  expect(await look(office)).toEqual(marked);
  await office.lose();
  expect(await look(office)).toEqual(marked);
  await adopt(home, await save(office, 'reviewed'));
  expect(await look(home)).toEqual(marked);
  await office.change('Firm', [first], { total_minutes: '-90' });
  expect(await look(office)).toEqual([[first, third], [second]]);
  expect(await office.ask('checks.review', { check: 'negative', ids: [second], reviewed: false })).toEqual({
    changed: 1,
  });
  expect(await look(office)).toEqual([[first, second, third], []]);
});
