import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openChangeLog, type ChangeLog, type Difference, type MergeKind } from '#electron/history/change-log.ts';

let folder: string;
let path: string;
let log: ChangeLog;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'change-log-'));
  path = join(folder, 'changes.sqlite');
  log = openChangeLog(path);
});
afterEach(() => {
  log.close();
  rmSync(folder, { recursive: true, force: true });
});

const AT = '2026-11-02T08:00:00.000Z';
const appeared: Difference = ['1', null, { title: 'a' }];
const changed: Difference = ['1', { title: 'a' }, { title: 'b' }];

/** @returns its number, as a half */
function write(
  differences: readonly Difference[],
  kind: MergeKind = 'refresh',
): { number: number; confirm: () => void } {
  const merge = log.open(kind, '{}', AT);
  merge.add(differences);
  return { number: merge.finish(), confirm: () => merge.confirm() };
}

function reopen(): void {
  log.close();
  log = openChangeLog(path);
}

function tamper(sql: string): void {
  log.close();
  const database = new DatabaseSync(path);
  database.exec(sql);
  database.close();
  log = openChangeLog(path);
}

const readAll = () =>
  [...log.differences(log.cut()?.number ?? 0, 99, ['first', 'refresh', 'journal'])].flatMap(
    ({ differences }) => differences,
  );

/** Fills another log with what this one holds, as a saved workspace does. */
function copyTo(name: string) {
  const copy = openChangeLog(join(folder, name));
  try {
    const restoring = copy.restore();
    for (const proven of log.proven()) {
      restoring.begin(proven);
      for (const body of log.bodies(proven.merge.number)) restoring.chunk(body);
    }
    restoring.finish();
    return [copy.proven(), copy.history('1'), [...copy.known()]];
  } finally {
    copy.close();
  }
}

describe('the change log', () => {
  it('proves what is left by the digest of the last merge that was removed', () => {
    write([appeared]).confirm();
    write([changed]).confirm();
    write([['2', null, { title: 'x' }]]).confirm();
    expect([log.removeOldest(2), log.removeOldest(2)]).toEqual([true, false]);
    reopen();
    expect(log.merges().map(({ number }) => number)).toEqual([2, 3]);
    expect(readAll()).toEqual([changed, ['2', null, { title: 'x' }]]);
    expect(log.history('1').map(({ difference }) => difference)).toEqual([changed]);
    expect(log.cut()).toMatchObject({ number: 1 });
    write([['3', null, { title: 'y' }]]).confirm();
    expect(log.merges().at(-1)?.number).toBe(4);
    tamper(`UPDATE cut SET digest = '${'1'.repeat(64)}'`);
    expect(() => readAll()).toThrow();
  });

  it('tells of a span only what is whole, also where its begin is removed while it is read', () => {
    for (const one of ['1', '2', '3']) write([[one, null, { title: 'x' }]]).confirm();
    const reading = log.differences(0, 99, ['refresh']);
    expect(reading.next().value?.merge.number).toBe(1);
    log.removeOldest(2);
    const removed = expect.objectContaining({
      error: { code: 'usage', detail: expect.stringContaining('was removed') },
    });
    expect(() => reading.next()).toThrow(removed);
    expect(() => [...log.differences(0, 99, ['refresh'])]).toThrow(removed);
    expect([...log.differences(1, 99, ['refresh'])]).toHaveLength(2);
  });

  it('takes its records out of the index with a merge, and never reads what a damaged one leaves there', () => {
    write([appeared]).confirm();
    write([['2', null, { title: 'x' }]]).confirm();
    write([changed]).confirm();
    tamper("UPDATE chunk SET body = x'00' WHERE merge = 2");
    while (log.removeOldest(3));
    expect(log.history('1').map(({ difference }) => difference)).toEqual([changed]);
    expect(log.history('2')).toEqual([]);
    log.close();
    const database = new DatabaseSync(path);
    expect(database.prepare('SELECT id, merge FROM touched ORDER BY merge').all()).toEqual([
      { id: '2', merge: 2 },
      { id: '1', merge: 3 },
    ]);
    database.close();
  });

  it('takes entries of before only after the cut that they belong to', () => {
    const restoring = log.restore();
    expect(() => restoring.entries([['setting:zone', { value: '"UTC"' }]])).toThrow();
    restoring.cut({ number: 4, digest: '1'.repeat(64) });
    restoring.entries([['setting:zone', { value: '"UTC"' }]]);
    restoring.finish();
    expect(log.known().size).toBe(1);
  });

  it('gives back what each merge changed, in order, also by record', () => {
    write([appeared, ['2', null, { title: 'x' }]]).confirm();
    write([changed]).confirm();
    reopen();
    expect(readAll()).toEqual([appeared, ['2', null, { title: 'x' }], changed]);
    expect(log.history('1').map(({ difference }) => difference)).toEqual([appeared, changed]);
    expect(log.merges().map(({ number, counts }) => [number, counts])).toEqual([
      [1, { appeared: 2, changed: 0, vanished: 0 }],
      [2, { appeared: 0, changed: 1, vanished: 0 }],
    ]);
  });

  it('holds nothing of a merge that was not finished, or was abandoned', () => {
    log.open('refresh', '{}', AT).add([appeared]);
    const merge = log.open('refresh', '{}', AT);
    merge.add([changed]);
    merge.finish();
    merge.abandon();
    expect([readAll(), log.history('1'), log.merges()]).toEqual([[], [], []]);
  });

  it('completes a half that the records carry, and takes back one that they do not', () => {
    write([appeared], 'first').confirm();
    write([changed]);
    reopen();
    expect(log.settle(2)).toBe(true);
    write([['1', { title: 'b' }, null]]);
    reopen();
    expect(log.settle(2)).toBe(true);
    expect(readAll()).toEqual([appeared, changed]);
    expect(log.settle(2)).toBe(true);
  });

  it('does not belong to records that carry another merge, or none', () => {
    expect(log.settle(undefined)).toBe(true);
    expect(log.settle(3)).toBe(false);
    write([appeared], 'first').confirm();
    expect([log.settle(undefined), log.settle(2), log.settle(1)]).toEqual([false, false, true]);
  });

  it('takes names and settings for whole, and knows them as they were last logged', () => {
    write([appeared], 'first').confirm();
    write([['person:7', null, { name: '"Anna"' }]], 'journal');
    write(
      [
        ['person:7', { name: '"Anna"' }, { name: '"Bea"' }],
        ['person:8', null, { name: '"C"' }],
      ],
      'journal',
    );
    write([['person:8', { name: '"C"' }, null]], 'journal');
    reopen();
    expect(log.settle(1)).toBe(true);
    expect([...log.known()]).toEqual([['person:7', { name: '"Bea"' }]]);
  });

  it.each([
    ['a value', 'UPDATE chunk SET body = (SELECT body FROM chunk WHERE merge = 1) WHERE merge = 2'],
    ['its time', "UPDATE merge SET seen_at = '2026-11-03T08:00:00.000Z' WHERE number = 2"],
    ['its state', "UPDATE merge SET state = '[]' WHERE number = 2"],
    ['the one before it', "UPDATE merge SET digest = '0' WHERE number = 1"],
    ['a piece of it', 'DELETE FROM chunk WHERE merge = 2'],
  ])('names the file where %s is not as it was written', (_what, sql) => {
    write([appeared], 'first').confirm();
    write([changed]).confirm();
    tamper(sql);
    expect(() => readAll()).toThrow('file-damaged');
  });

  it('is filled with what another holds, and refuses what no log of records says', () => {
    write([appeared], 'first').confirm();
    write([['person:7', null, { name: '"Anna"' }]], 'journal');
    write([changed]).confirm();
    expect(copyTo('copy.sqlite')).toEqual([log.proven(), log.history('1'), [...log.known()]]);
    write([['no id', null, { title: 'a' }]]).confirm();
    expect(() => copyTo('forged.sqlite')).toThrow('file-damaged');
  });

  it.each([
    ['a number in the place of a value', ['1', null, { title: 7 }]],
    ['a list in the place of values', ['1', null, ['a']]],
    ['a text in the place of values', ['1', 'a', null]],
    ['a change without its second half', ['1', { title: 'a' }]],
    ['a change with more than its halves', ['1', { title: 'a' }, null, null]],
    ['an id that is no text', [1, null, { title: 'a' }]],
  ])('calls %s damaged, though the digest fits, and takes none in', (_what, forged) => {
    write([appeared, forged as unknown as Difference]).confirm();
    for (const read of [readAll, () => log.history('1'), () => copyTo('forged.sqlite')])
      expect(read).toThrow('file-damaged');
  });

  it.each(['{"name":7}', '["a"]', '"a"'])('knows no entry of the journal of which the values are %s', (cells) => {
    write([['person:7', null, { name: '"Anna"' }]], 'journal');
    tamper(`UPDATE known SET cells = '${cells}'`);
    expect(() => log.known()).toThrow('file-damaged');
  });

  it('refuses a file in which something would run by itself', () => {
    log.close();
    const database = new DatabaseSync(path);
    database.exec('CREATE TRIGGER forge AFTER INSERT ON merge BEGIN DELETE FROM merge; END');
    database.close();
    expect(() => openChangeLog(path)).toThrow('file-damaged');
    rmSync(path);
    log = openChangeLog(path);
  });
});
