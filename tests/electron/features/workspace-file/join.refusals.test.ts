/** Which of two workspaces goes on from the other, by their logs, registers and closings alone: no records and no handlers over them. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { planJoin } from '#electron/features/workspace-file/join.ts';
import { openChangeLog } from '#electron/history/change-log.ts';
import { openClosings } from '#electron/history/closings-store.ts';
import { openSentRegister, SentRecords } from '#electron/history/sent-register.ts';
import { openJournal } from '#electron/journal/journal.ts';
import type { Workspace } from '#electron/workspace/workspace.ts';
import { fileToSend } from '#tests/support/stores/file-to-send.ts';
import { toClosings } from '#tests/support/stores/many-closings.ts';

const AT = '2026-11-02T08:00:00.000Z';
type Place = ReturnType<typeof begin>;
let folder: string;
let ours: Place;
let theirs: Place;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'join-'));
  [ours, theirs] = [begin('ours'), begin('theirs')];
});
afterEach(() => {
  for (const place of [ours, theirs]) place.close();
  rmSync(folder, { recursive: true, force: true });
});

/** What a workspace remembers, in files of its own. */
function begin(name: string) {
  const place = join(folder, name);
  mkdirSync(place, { recursive: true });
  const log = openChangeLog(join(place, 'changes.sqlite'));
  const sent = openSentRegister(join(place, 'sent.sqlite'));
  const closings = openClosings(join(place, 'closings.sqlite'));
  const journal = openJournal(join(place, 'journal.sqlite'));
  const merge = (title: string) => {
    const merging = log.open('refresh', '{}', AT);
    merging.add([['1', null, { title }]]);
    merging.finish();
    merging.confirm();
  };
  const send = (file: string) => {
    const records = new SentRecords();
    records.add([['1', 0, []]]);
    sent.settle(sent.intend({ ...fileToSend, file }, records), 'saved', AT);
  };
  const closeMonth = (month: number) => closings.add(closings.steps().length, toClosings(month).slice(0, 1));
  const memory = { changeLog: log, sent, closings, listQuarantined: () => [] };
  const workspace = { name: 'default', journal, memory } as unknown as Workspace;
  const close = () => {
    for (const store of [log, sent, closings, journal]) store.close();
  };
  return { place, log, sent, closings, journal, merge, send, closeMonth, workspace, close };
}

const plan = () => planJoin(ours.workspace, theirs.place);
const refusing = (detail: string) =>
  expect.objectContaining({ error: { code: 'usage', detail: expect.stringContaining(detail) as string } });

it('goes on with what the file has more of: merges, files that left, or closings', () => {
  for (const both of [ours, theirs]) both.merge('a');
  expect(plan).toThrow(refusing('nothing was loaded'));
  for (const add of [() => theirs.merge('b'), () => theirs.send('october.csv'), () => theirs.closeMonth(1)]) {
    add();
    expect(plan).not.toThrow();
  }
  // What is here more of is no reason against it.
  ours.merge('b');
  ours.merge('c');
  expect(plan).not.toThrow();
});

it.each([
  ['merges', () => [ours.merge('a'), theirs.merge('b'), theirs.merge('c')]],
  ['files that left', () => [ours.send('october.csv'), theirs.send('november.csv')]],
  ['closings', () => [ours.closeMonth(1), theirs.closeMonth(2)]],
] as const)('refuses what has other %s at the same place', (_of, fork) => {
  for (const both of [ours, theirs]) both.merge('both');
  theirs.merge('more');
  expect(plan).not.toThrow();
  fork();
  expect(plan).toThrow(refusing('different pasts'));
});

it('refuses what goes on from merges that were removed on one side, and says on which', () => {
  for (const both of [ours, theirs]) for (const title of ['a', 'b', 'c']) both.merge(title);
  for (const before of [2, 3]) ours.log.removeOldest(before);
  expect(plan).toThrow(refusing('was removed here'));
  for (const title of ['d', 'e', 'f']) ours.merge(title);
  for (const before of [4, 5]) ours.log.removeOldest(before);
  expect(plan).toThrow(refusing('in common'));
});

it('refuses to forget what is here, where the file goes on and remembers less of before', () => {
  for (const both of [ours, theirs]) for (const title of ['a', 'b', 'c']) both.merge(title);
  theirs.merge('d');
  expect(plan).not.toThrow();
  for (const before of [2, 3]) theirs.log.removeOldest(before);
  expect(plan).toThrow(refusing('remembers more of the past'));
});

it('takes the longer log of one and the longer register of the other, with what became of each file', async () => {
  for (const both of [ours, theirs]) {
    both.merge('a');
    both.send('october.csv');
  }
  ours.send('november.csv');
  theirs.merge('b');
  theirs.sent.settle(1, 'withdrawn', '2026-11-03T08:00:00.000Z');
  ours.closeMonth(1);
  const mergeInto = plan();
  ours.close();
  theirs.close();
  await mergeInto(ours.place);
  [ours, theirs] = [begin('ours'), begin('theirs')];
  expect(theirs.log.proven()).toHaveLength(2);
  expect(theirs.sent.files().map(({ file, state }) => [file, state])).toEqual([
    ['november.csv', 'saved'],
    ['october.csv', 'withdrawn'],
  ]);
  expect(theirs.closings.proven()).toEqual(ours.closings.proven());
});
