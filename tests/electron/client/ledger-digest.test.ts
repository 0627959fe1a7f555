/** What a key has spent never becomes less unsaid: rot of the ledger is noticed when it is opened, and before it is counted on. */
import { copyFileSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openLedger, type Ledger } from '#electron/client/ledger.ts';
import { AppFailure } from '#contract/errors.ts';
import { scratchPlace } from '#tests/support/stores/scratch-place.ts';
import { seeded } from '#tests/support/worlds/seeded.ts';

const account = { origin: 'https://service.example.com', key: 'a-key' };
const LIMIT = 1000;
let now = Date.parse('2026-11-20T08:00:00Z');
let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(scratchPlace(), 'ledger-digest-'));
  path = join(folder, 'ledger.sqlite');
  now = Date.parse('2026-11-20T08:00:00Z');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const open = () => openLedger({ path, now: () => now });
const book = (ledger: Ledger, times: number) => {
  for (let each = 0; each < times; each += 1) ledger.book(account, LIMIT);
};
const usedOf = (ledger: Ledger) => ledger.quota(account, LIMIT).used;

/** The code of a refusal; what was spent otherwise. */
function found(): string | number {
  let ledger: Ledger | undefined;
  try {
    ledger = open();
    return usedOf(ledger);
  } catch (error) {
    if (error instanceof AppFailure) return error.error.code;
    throw error;
  } finally {
    ledger?.close();
  }
}

function written(): void {
  const ledger = open();
  for (let day = 0; day < 30; day += 1) {
    book(ledger, 2);
    now += 24 * 3_600_000;
  }
  book(ledger, 5);
  ledger.close();
}

it('tells every one of a hundred damages, or still has every request', () => {
  written();
  const good = join(folder, 'good.sqlite');
  copyFileSync(path, good);
  const bytes = readFileSync(good);
  const outcomes = Array.from({ length: 100 }, (_, seed) => {
    const chance = seeded(seed);
    const damaged = Buffer.from(bytes);
    for (let bit = 0; bit <= seed % 4; bit += 1) {
      const at = chance.between(0, damaged.length - 1);
      damaged[at] = (damaged[at] ?? 0) ^ (1 << chance.between(0, 7));
    }
    writeFileSync(path, damaged);
    if (seed % 5 === 0) truncateSync(path, chance.between(0, damaged.length - 1));
    for (const log of ['-wal', '-shm']) rmSync(`${path}${log}`, { force: true });
    return found();
  });
  expect(outcomes.filter((outcome) => outcome !== 'file-damaged' && outcome !== 5)).toEqual([]);
  expect(outcomes.filter((outcome) => outcome === 'file-damaged').length).toBeGreaterThan(20);
});

it.each([
  ['a log that was lost', () => rmSync(`${path}-wal`)],
  ['a log that lost its end', () => truncateSync(`${path}-wal`, Math.floor(readFileSync(`${path}-wal`).length / 2))],
])('%s is told, though SQLite opens it as an older ledger', (_, lose) => {
  written();
  const ledger = open();
  book(ledger, 40);
  // As its process would leave it that dies now.
  const left = join(folder, 'left.sqlite');
  for (const end of ['', '-wal', '.manifest']) copyFileSync(`${path}${end}`, `${left}${end}`);
  ledger.close();
  path = left;
  lose();
  expect(found()).toBe('file-damaged');
});

it('an older file put back, a figure made smaller and a row taken out are told', () => {
  written();
  copyFileSync(path, `${path}.old`);
  const ledger = open();
  book(ledger, 1);
  ledger.close();
  copyFileSync(path, `${path}.new`);
  copyFileSync(`${path}.old`, path);
  expect(found()).toBe('file-damaged');
  for (const sql of ['UPDATE booking SET used = 1', 'DELETE FROM booking', 'DELETE FROM salt']) {
    copyFileSync(`${path}.new`, path);
    const raw = new DatabaseSync(path);
    raw.exec(sql);
    raw.close();
    expect(found(), sql).toBe('file-damaged');
  }
});

it('what rots while it is open is told before a further request is booked', () => {
  const ledger = open();
  book(ledger, 3);
  const raw = new DatabaseSync(path);
  raw.exec('UPDATE booking SET used = 1');
  raw.close();
  expect(() => book(ledger, 1)).toThrow(
    expect.objectContaining({ error: { code: 'file-damaged', detail: path } }) as Error,
  );
  ledger.close();
});

it('a ledger from before there were seals, one whose note lags, and one moved away to begin without it are not accused', () => {
  written();
  copyFileSync(`${path}.manifest`, `${path}.kept`);
  const ledger = open();
  book(ledger, 1);
  ledger.close();
  copyFileSync(`${path}.kept`, `${path}.manifest`);
  expect(found()).toBe(6);
  const raw = new DatabaseSync(path);
  raw.exec('DROP TABLE seal');
  raw.close();
  rmSync(`${path}.manifest`);
  expect(found()).toBe(6);
  rmSync(path);
  expect([found(), found()]).toEqual([0, 0]);
});

it('several processes book beside one another', () => {
  const [one, other] = [open(), open()];
  for (let each = 0; each < 5; each += 1) {
    book(one, 1);
    book(other, 1);
  }
  expect([usedOf(one), usedOf(other)]).toEqual([10, 10]);
  one.close();
  other.close();
  expect(found()).toBe(10);
});
