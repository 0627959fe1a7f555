/** The manifest beside the store: a file that holds less than it once reported is noticed, one that holds more is not accused. */
import { copyFileSync, existsSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { recordOf } from '#tests/support/worlds/records.ts';
import { prepareStore, publish, scratchSnapshot, type Scratch } from '#tests/support/stores/scratch-snapshot.ts';
import { chooseCases, chooseSize } from '#tests/support/tier.ts';

const OWNER = fileURLToPath(new URL('../../../support/stores/own-snapshot.ts', import.meta.url));
const DAMAGED = { error: { code: 'store-damaged' } };

let scratch: Scratch;
beforeEach(() => {
  scratch = scratchSnapshot();
});
afterEach(() => scratch.dispose());

const page = (first: number, rows = 50) =>
  Array.from({ length: rows }, (_, index) => recordOf(String(first + index), { total_minutes: '60', title: 'work' }));

async function fill(pages: number, own: Scratch): Promise<void> {
  const snapshot = await own.open();
  for (let number = 0; number < pages; number += 1) await publish(snapshot, page(number * 50 + 1));
  await snapshot.close();
}

const PAGES = chooseSize(4, 12);
const ofOnePage = prepareStore((own) => fill(1, own));
const ofKilledOwner = prepareStore(killOwner);
afterAll(async () => {
  await ofOnePage.remove();
  await ofKilledOwner.remove();
});
const store = (pages: number) => (pages === 1 ? ofOnePage.copyTo(scratch) : fill(pages, scratch));

/** A process that dies with its last changes in the log only. */
async function killOwner({ path }: Scratch): Promise<void> {
  const child = spawn(process.execPath, [OWNER, path, '50'], { stdio: ['ignore', 'pipe', 'inherit'] });
  let seen = 0;
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.startsWith('held') && (seen += 1) === PAGES) break;
  }
  child.kill('SIGKILL');
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}

describe('a file that holds less than it reported', () => {
  test('a log that lost its end is damaged, though the store itself opens it', async () => {
    await ofKilledOwner.copyTo(scratch);
    const log = `${scratch.path}.wal`;
    truncateSync(log, Math.floor(readFileSync(log).length / 2));
    await expect(scratch.open()).rejects.toMatchObject(DAMAGED);
  });

  test('a log that is gone is damaged', async () => {
    await ofKilledOwner.copyTo(scratch);
    rmSync(`${scratch.path}.wal`);
    await expect(scratch.open()).rejects.toMatchObject(DAMAGED);
  });

  test('an older copy put back is damaged', async () => {
    await store(1);
    copyFileSync(scratch.path, `${scratch.path}.old`);
    await store(2);
    copyFileSync(`${scratch.path}.old`, scratch.path);
    await expect(scratch.open()).rejects.toMatchObject(DAMAGED);
  });

  test.each(
    chooseCases(1, [
      ['a record that vanished', 'DELETE FROM records WHERE id = 7'],
      ['a record that was doubled', 'INSERT INTO records SELECT * FROM records WHERE id = 7'],
      ['a number that changed', 'UPDATE records SET a552213_total_minutes = 61 WHERE id = 7'],
    ]),
  )('%s is damage', async (_, sql) => {
    await store(1);
    await scratch.tamper(sql);
    await expect(scratch.open()).rejects.toMatchObject(DAMAGED);
  });

  test('it is left as it is, and says so each time', async () => {
    await store(1);
    await scratch.tamper('DELETE FROM records WHERE id = 7');
    const before = readFileSync(scratch.path);
    for (let time = 0; time < 2; time += 1) await expect(scratch.open()).rejects.toMatchObject(DAMAGED);
    expect(readFileSync(scratch.path).equals(before)).toBe(true);
  });
});

describe('a file that is not accused', () => {
  test('one whose process died before the manifest heard of its last change', async () => {
    await store(1);
    copyFileSync(`${scratch.path}.manifest`, `${scratch.path}.kept`);
    await store(3);
    copyFileSync(`${scratch.path}.kept`, `${scratch.path}.manifest`);
    expect(await (await scratch.open()).count({})).toBe(150);
  });

  test.each(chooseCases(1, ['', 'half of {"version"']))('one whose manifest is "%s"', async (text) => {
    await store(1);
    writeFileSync(`${scratch.path}.manifest`, text);
    const snapshot = await scratch.open();
    expect(await snapshot.count({})).toBe(50);
    await snapshot.close();
    await scratch.tamper('DELETE FROM records WHERE id = 7');
    await expect(scratch.open()).rejects.toMatchObject(DAMAGED);
  });

  test('one begun anew after the old file was thrown away', async () => {
    await store(3);
    rmSync(scratch.path);
    const snapshot = await scratch.open();
    expect(await snapshot.count({})).toBe(0);
    await snapshot.close();
    expect(existsSync(`${scratch.path}.manifest`)).toBe(true);
    await (await scratch.open()).close();
  });

  test('one whose owner was killed', async () => {
    await ofKilledOwner.copyTo(scratch);
    expect(await (await scratch.open()).count({})).toBeGreaterThanOrEqual(PAGES * 50);
  });

  test('one with changes set aside', async () => {
    const snapshot = await scratch.open();
    await publish(snapshot, page(1));
    await snapshot.commit({ upsert: page(100), remove: ['1'], state: '{}', publish: false });
    await snapshot.close();
    expect(await (await scratch.open()).countWaiting()).toBe(51);
  });
});
