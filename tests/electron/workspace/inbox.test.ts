import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { requestChange, watchInbox } from '#electron/workspace/inbox.ts';
import { fail } from '#contract/errors.ts';
import type { DirectoryChange } from '#domain/people/directory.ts';
import { failure } from '#tests/support/failure.ts';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'inbox-'));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const change: DirectoryChange = {
  owners: { '7': { name: 'Ann', team: null, weeklyHours: null, activeFrom: null, activeTo: null } },
  objects: {},
};
const done = { added: 1, changed: 0, removed: 0, unchanged: 0 };

function watching(apply: (change: DirectoryChange) => Promise<typeof done>): void {
  onTestFinished(watchInbox(directory, apply));
}

test('changes are applied once each, by the one who watches, and leave nothing behind', async () => {
  const applied: DirectoryChange[] = [];
  watching(async (each) => {
    applied.push(each);
    return done;
  });
  expect(await Promise.all([1, 2, 3].map(() => requestChange(directory, change)))).toEqual([done, done, done]);
  expect(applied).toEqual([change, change, change]);
  expect(readdirSync(join(directory, 'inbox'))).toEqual([]);
  if (process.platform !== 'win32') expect(statSync(join(directory, 'inbox')).mode & 0o777).toBe(0o700);
});

test('what the owner refuses is refused, and what it never says is not told', async () => {
  watching(() => fail({ code: 'journal-damaged' }));
  expect(await failure(requestChange(directory, change))).toEqual({ code: 'journal-damaged' });
});

test('a change of another form is not applied', async () => {
  const applied: DirectoryChange[] = [];
  watching(async (each) => {
    applied.push(each);
    return done;
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as another program might write it
  const wrong = { owners: { '7': { name: 7 } } } as unknown as DirectoryChange;
  expect(await failure(requestChange(directory, wrong))).toEqual({ code: 'unexpected' });
  expect(applied).toEqual([]);
});

test('where none watches, the workspace is said to be in use', async () => {
  expect(await failure(requestChange(directory, change))).toEqual({ code: 'store-in-use' });
});

test('what was asked before the workspace was opened is forgotten, and the folder goes with its owner', async () => {
  mkdirSync(join(directory, 'inbox'));
  writeFileSync(join(directory, 'inbox/old.asked.json'), JSON.stringify(change));
  const end = watchInbox(directory, () => expect.fail('It was given up'));
  expect(readdirSync(join(directory, 'inbox'))).toEqual([]);
  end();
  expect(existsSync(join(directory, 'inbox'))).toBe(false);
});
