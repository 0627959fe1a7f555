import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { AppFailure } from '#contract/errors.ts';
import { openLedger } from '#electron/client/ledger.ts';

const account = { origin: 'https://timelogs.example', key: 'canary-0123456789' };
const noon = Date.UTC(2026, 10, 21, 12);
const midnight = Date.UTC(2026, 10, 22);
const reset = { resetsAt: '2026-11-22T00:00:00.000Z', untilMs: midnight };

let folder: string;
let path: string;
let time: number;
const now = () => time;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ledger-'));
  path = join(folder, 'ledger.sqlite');
  time = noon;
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

function codeOf(work: () => unknown): string | undefined {
  try {
    work();
  } catch (error) {
    if (error instanceof AppFailure) return error.error.code;
    throw error;
  }
  return undefined;
}

it('remembers what was booked after a restart', () => {
  const first = openLedger({ path, now });
  first.book(account, 1000);
  first.book(account, 1000);
  first.close();
  const second = openLedger({ path, now });
  expect(second.quota(account, 1000)).toEqual({ used: 2, limit: 1000, resetsAt: '2026-11-22T00:00:00.000Z' });
  second.close();
});

it('remembers every booking of a process that was killed', () => {
  const script = `
    import { openLedger } from ${JSON.stringify(join(import.meta.dirname, '../../../electron/client/ledger.ts'))};
    const ledger = openLedger({ path: ${JSON.stringify(path)}, now: () => ${noon} });
    for (let n = 0; n < 5; n++) ledger.book(${JSON.stringify(account)}, 1000);
    process.kill(process.pid, 'SIGKILL');`;
  expect(() =>
    execFileSync(process.execPath, ['--input-type=module-typescript', '-e', script], { stdio: 'pipe' }),
  ).toThrow();
  const ledger = openLedger({ path, now });
  expect(ledger.quota(account, 1000).used).toBe(5);
  ledger.close();
});

it('counts each address, key and UTC day apart', () => {
  const ledger = openLedger({ path, now });
  ledger.book(account, 1000);
  ledger.book({ ...account, key: 'another' }, 1000);
  ledger.book({ ...account, key: 'another' }, 1000);
  expect(ledger.quota({ ...account, origin: 'https://other.example' }, 1000).used).toBe(0);
  expect(ledger.quota({ ...account, key: 'another' }, 1000).used).toBe(2);
  time = midnight - 1;
  expect(ledger.quota(account, 1000).used).toBe(1);
  time = midnight;
  expect(ledger.quota(account, 1000)).toEqual({ used: 0, limit: 1000, resetsAt: '2026-11-23T00:00:00.000Z' });
  ledger.close();
});

it('books nothing beyond the limit, and goes on when the limit is raised or the day is over', () => {
  const ledger = openLedger({ path, now });
  ledger.book(account, 2);
  ledger.book(account, 2);
  expect(codeOf(() => ledger.book(account, 2))).toBe('quota-exhausted');
  expect(ledger.quota(account, 2).used).toBe(2);
  expect(codeOf(() => ledger.book(account, 3))).toBeUndefined();
  time = midnight;
  expect(codeOf(() => ledger.book(account, 2))).toBeUndefined();
  ledger.close();
});

it('never goes beyond the limit with two ledgers open on one file', () => {
  const ledgers = [openLedger({ path, now }), openLedger({ path, now })];
  let booked = 0;
  for (let turn = 0; turn < 20; turn++) {
    if (codeOf(() => ledgers[turn % 2]?.book(account, 7)) === undefined) booked += 1;
  }
  expect(booked).toBe(7);
  for (const each of ledgers) each.close();
});

it('after a daily 429 books nothing until the reset, also after a restart', () => {
  const first = openLedger({ path, now });
  first.book(account, 1000);
  first.exhaust(account, reset, 1000);
  first.close();
  const ledger = openLedger({ path, now });
  time = midnight - 1;
  expect(codeOf(() => ledger.book(account, 1000))).toBe('quota-exhausted');
  const exhausted = { usedHere: 1, limit: 1000, usedElsewhere: true };
  expect(ledger.quota(account, 1000)).toEqual({ used: 1, limit: 1000, resetsAt: reset.resetsAt, exhausted });
  expect(codeOf(() => ledger.book({ ...account, key: 'another' }, 1000))).toBeUndefined();
  time = midnight;
  expect(codeOf(() => ledger.book(account, 1000))).toBeUndefined();
  expect(ledger.exhaustion(account)).toBeUndefined();
  ledger.close();
});

it('tells a key that others use too from one that this computer used up', () => {
  const ledger = openLedger({ path, now });
  ledger.book(account, 3);
  ledger.exhaust(account, reset, 3);
  expect(ledger.exhaustion(account)).toEqual({
    ...reset,
    usedHere: 1,
    usedElsewhere: true,
    limitAssumed: 3,
  });
  const own = { ...account, key: 'own' };
  for (let n = 0; n < 4; n++) ledger.book(own, 4);
  ledger.exhaust(own, reset, 3);
  expect(ledger.exhaustion(own)).toEqual({
    ...reset,
    usedHere: 4,
    usedElsewhere: false,
    limitAssumed: 3,
  });
  ledger.close();
});

it('names others where the service refused although this computer sent no more than the limit allows', () => {
  const ledger = openLedger({ path, now });
  for (let n = 0; n < 3; n++) ledger.book(account, 3);
  // The third was refused: another user of the key sent one.
  expect(ledger.exhaust(account, reset, 3)).toMatchObject({ usedHere: 3, usedElsewhere: true });
  ledger.close();
});

it('counts nothing of the day that begins with the reset', () => {
  const ledger = openLedger({ path, now });
  ledger.book(account, 9);
  // A clock that runs ahead has the next day already.
  time = midnight + 1000;
  for (let n = 0; n < 5; n++) ledger.book(account, 9);
  expect(ledger.exhaust(account, reset, 3)).toMatchObject({ usedHere: 1, usedElsewhere: true });
  ledger.close();
});

it('blames no other sender for what this computer sent on the other side of its own wrong midnight', () => {
  const ledger = openLedger({ path, now });
  // Six hours ahead: the service's day ends at six in the morning here.
  time = midnight - 3_600_000;
  for (let n = 0; n < 3; n++) ledger.book(account, 3);
  time = midnight + 3_600_000;
  ledger.book(account, 3);
  const told = ledger.exhaust(account, { resetsAt: reset.resetsAt, untilMs: midnight + 6 * 3_600_000 }, 3);
  expect(told).toMatchObject({ code: 'quota-exhausted', usedHere: 4, usedElsewhere: false });
  ledger.close();
});

it('is not blocked for years by a reset that a wrong clock wrote', () => {
  const ledger = openLedger({ path, now });
  time = Date.UTC(2036, 0, 1);
  ledger.exhaust(account, { resetsAt: '2036-01-02T00:00:00.000Z', untilMs: Date.UTC(2036, 0, 2) }, 1000);
  time = noon;
  expect(codeOf(() => ledger.book(account, 1000))).toBeUndefined();
  ledger.close();
});

it('holds no key, and a digest of it that no other ledger has', () => {
  const other = join(folder, 'other.sqlite');
  for (const each of [path, other]) {
    const ledger = openLedger({ path: each, now });
    ledger.book(account, 1000);
    ledger.exhaust(account, reset, 1000);
    ledger.close();
  }
  const files = readdirSync(folder).map((name) => readFileSync(join(folder, name)).toString('latin1'));
  for (const content of files) expect(content).not.toContain(account.key);
  const digests = files.map((content) => /[0-9a-f]{64}/.exec(content)?.[0]);
  expect(digests[0]).toBeDefined();
  expect(digests[0]).not.toBe(digests[1]);
});

it('sends again after a daily 429 once the person says that the limit is higher than was assumed', () => {
  const ledger = openLedger({ path, now });
  ledger.book(account, 40);
  ledger.exhaust(account, reset, 40);
  expect(codeOf(() => ledger.book(account, 40))).toBe('quota-exhausted');
  expect(codeOf(() => ledger.book(account, 2000))).toBeUndefined();
  ledger.close();
});

it('without a key shows what the most used key of the address sent', () => {
  const ledger = openLedger({ path, now });
  for (let n = 0; n < 3; n++) ledger.book(account, 1000);
  ledger.book({ ...account, key: 'another' }, 1000);
  expect(ledger.quota({ origin: account.origin }, 1000).used).toBe(3);
  expect(ledger.quota({ origin: 'https://other.example' }, 1000).used).toBe(0);
  ledger.close();
});

it('without an address shows an unused quota', () => {
  const ledger = openLedger({ path, now });
  expect(ledger.quota(undefined, 1000)).toEqual({ used: 0, limit: 1000, resetsAt: '2026-11-22T00:00:00.000Z' });
  ledger.close();
});

it('names a damaged file instead of counting from nothing', () => {
  writeFileSync(path, 'not a database, but long enough to be taken for one '.repeat(100));
  expect(codeOf(() => openLedger({ path, now }))).toBe('file-damaged');
});
