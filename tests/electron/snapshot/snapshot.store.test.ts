/** The file itself: who may open it, what survives, and which failure people are told. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  openSync,
  readFileSync,
  readSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
  writeSync,
  closeSync,
} from 'node:fs';
import { createInterface } from 'node:readline';
import { basename, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openSnapshot } from '#electron/snapshot/snapshot.ts';
import { recordOf } from '#tests/support/worlds/records.ts';
import {
  allRecords,
  prepareStore,
  publish,
  scratchSnapshot,
  type Scratch,
} from '#tests/support/stores/scratch-snapshot.ts';
import { chooseSize, secondTier } from '#tests/support/tier.ts';

const OWNER = fileURLToPath(new URL('../../support/stores/own-snapshot.ts', import.meta.url));

let scratch: Scratch;
beforeEach(() => {
  scratch = scratchSnapshot();
});
afterEach(() => scratch.dispose());

/** Starts a process that owns the store; `limit` caps the size of any file it writes, in KiB. */
function owner(limit?: number) {
  const command = `${limit === undefined ? '' : `trap '' XFSZ; ulimit -f ${limit}; `}exec "$0" "$@"`;
  const child = spawn('bash', ['-c', command, process.execPath, OWNER, scratch.path], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return { child, lines: createInterface({ input: child.stdout })[Symbol.asyncIterator]() };
}

async function linesUntil(lines: AsyncIterator<string>, last: RegExp): Promise<string> {
  for (;;) {
    const { value, done } = await lines.next();
    if (done) throw new Error(`Ended before ${last}`);
    if (last.test(value)) return value;
  }
}

/** More than one batch of a stream. */
const manyRecords = Array.from({ length: chooseSize(2_200, 3_000) }, (_, index) =>
  recordOf(String(index + 1), {
    title: crypto.randomUUID(),
    total_minutes: '60',
    description: crypto.randomUUID().repeat(4),
  }),
);

const ofMany = prepareStore(async (own) => {
  const snapshot = await own.open();
  await publish(snapshot, manyRecords);
  await snapshot.close();
});
afterAll(() => ofMany.remove());
const closedStore = () => ofMany.copyTo(scratch);

describe('one owner', () => {
  test('a second opening in the same process is refused, also by another spelling of the path', async () => {
    const snapshot = await scratch.open();
    const detour = join(scratch.folder, '..', basename(scratch.folder), 'snapshot.duckdb');
    for (const path of [scratch.path, relative(process.cwd(), detour)]) {
      await expect(openSnapshot(path)).rejects.toMatchObject({ error: { code: 'store-in-use' } });
    }
    await snapshot.close();
    await (await scratch.open()).close();
  });

  test('a second process is refused while the first lives, and welcome afterwards', async () => {
    const { child, lines } = owner();
    await linesUntil(lines, /^held/);
    await expect(scratch.open()).rejects.toMatchObject({ error: { code: 'store-in-use' } });
    child.kill('SIGKILL');
    await once(child, 'exit');
    const snapshot = await scratch.open();
    expect(await snapshot.count({})).toBeGreaterThan(0);
  });
});

describe('what survives', () => {
  test('rows, state and small texts survive closing', async () => {
    const snapshot = await scratch.open();
    await snapshot.commit({
      upsert: [recordOf('1', { title: 'kept' })],
      remove: [],
      state: '{"page":1}',
      publish: true,
    });
    await snapshot.saveMeta('note', 'old');
    await snapshot.saveMeta('note', 'new');
    await snapshot.close();
    const again = await scratch.open();
    expect(await again.count({})).toBe(1);
    expect(await again.loadState()).toBe('{"page":1}');
    expect(await again.meta('note')).toBe('new');
    expect(await again.meta('other')).toBeUndefined();
  });

  test('kill -9 loses nothing that was reported as held, and rows always fit the state', secondTier, async () => {
    for (let round = 0; round < 3; round += 1) {
      const { child, lines } = owner();
      let reported = 0;
      for (let page = 0; page < 5 + round * 4; page += 1)
        reported = Number((await linesUntil(lines, /^held/)).slice(5));
      child.kill('SIGKILL');
      await once(child, 'exit');
      const snapshot = await scratch.open();
      const held = await snapshot.count({});
      expect(held).toBeGreaterThanOrEqual(reported);
      expect(await snapshot.loadState()).toBe(String(held));
      expect(await snapshot.idAt({}, held - 1)).toBe(String(held));
      await snapshot.close();
    }
  });
});

describe('closing', () => {
  const question = allRecords(['a552213_title']);

  test('ends a stream with a failure, so that half of the records are never taken for all', async () => {
    await closedStore();
    const snapshot = await scratch.open();
    const reading = snapshot.extract(question, async ({ rows }) => {
      const stream = rows[Symbol.asyncIterator]();
      expect((await stream.next()).done).toBe(false);
      await snapshot.close();
      while (!(await stream.next()).done);
    });
    await expect(reading).rejects.toMatchObject({ error: { code: 'cancelled' } });
    await expect(snapshot.count({})).rejects.toThrow('closed');
    await expect(publish(snapshot, [])).rejects.toThrow('closed');
    await snapshot.close();
  });

  test('waits for the change that is being committed, and ends what reads', async () => {
    const snapshot = await scratch.open();
    const change = publish(snapshot, manyRecords);
    const looks = Array.from({ length: 5 }, () =>
      snapshot.countSelected({ ...question.selection, query: 'x' }).catch(() => 'ended'),
    );
    await snapshot.close();
    await change;
    await Promise.all(looks);
    const again = await scratch.open();
    expect(await again.count({})).toBe(manyRecords.length);
  });
});

describe('what people are told', () => {
  test('a store of a newer version is refused and left alone', async () => {
    await closedStore();
    await scratch.tamper(`UPDATE meta SET value = '999' WHERE key = 'schema-version'`);
    await expect(scratch.open()).rejects.toMatchObject({ error: { code: 'store-newer' } });
  });

  test('a store whose tables are not ours is damaged, not overwritten', async () => {
    await scratch.tamper('CREATE TABLE other (a INTEGER)');
    const before = readFileSync(scratch.path);
    await expect(scratch.open()).rejects.toMatchObject({ error: { code: 'store-damaged' } });
    expect(readFileSync(scratch.path).equals(before)).toBe(true);
  });

  test('a file that is no store is damaged', async () => {
    writeFileSync(scratch.path, 'These are not the records you are looking for. '.repeat(1000));
    await expect(scratch.open()).rejects.toMatchObject({ error: { code: 'store-damaged' } });
  });

  test.each([0, 4096])(
    'a file of %i bytes, whose making was killed, never held anything and is made anew',
    async (size) => {
      const begun = () => {
        writeFileSync(scratch.path, Buffer.alloc(size));
        const then = new Date(Date.now() - 60_000);
        utimesSync(scratch.path, then, then);
      };
      begun();
      const snapshot = await scratch.open();
      expect(await snapshot.count({})).toBe(0);
      await snapshot.close();
      // The same beside the manifest of a store is what is left of that store.
      begun();
      await expect(scratch.open()).rejects.toMatchObject({ error: { code: 'store-damaged' } });
      expect(statSync(scratch.path).size).toBe(size);
    },
  );

  test('a file that another program may be creating at this moment is left alone', async () => {
    writeFileSync(scratch.path, Buffer.alloc(4096));
    // Not the present time: a busy machine would let it pass.
    const soon = new Date(Date.now() + 60_000);
    utimesSync(scratch.path, soon, soon);
    await expect(scratch.open()).rejects.toMatchObject({ error: { code: 'store-damaged' } });
    expect(statSync(scratch.path).size).toBe(4096);
  });

  test('a cut file is damaged, at opening or at the first look', async () => {
    await closedStore();
    truncateSync(scratch.path, Math.floor(statSync(scratch.path).size / 2));
    await expect(lookAtAll()).rejects.toMatchObject({ error: { code: 'store-damaged' } });
  });

  test('a flipped bit in the data is noticed, never served', async () => {
    await closedStore();
    flipBits();
    await expect(lookAtAll()).rejects.toMatchObject({ error: { code: 'store-damaged' } });
  });

  test('a full disk is a full disk; what was held stays', async () => {
    const { child, lines } = owner(chooseSize(2, 6) * 1024);
    let last = '';
    for (;;) {
      const { value, done } = await lines.next();
      if (done) break;
      last = value;
      if (!value.startsWith('held') && !value.startsWith('opened')) break;
    }
    expect(last).toBe('failed disk-full');
    if (child.exitCode === null) await once(child, 'exit');
    const snapshot = await scratch.open();
    const held = await snapshot.count({});
    expect(held).toBeGreaterThan(0);
    expect(await snapshot.loadState()).toBe(String(held));
  });
});

async function lookAtAll(): Promise<void> {
  const snapshot = await scratch.open();
  await snapshot.extract(allRecords(['a552213_title', 'a552213_description']), async ({ rows }) => {
    for await (const chunk of rows) void chunk;
  });
}

/** One bit in each of several blocks of data. */
function flipBits(): void {
  const size = statSync(scratch.path).size;
  const file = openSync(scratch.path, 'r+');
  const byte = Buffer.alloc(1);
  for (let position = 20_000; position < size; position += 30_000) {
    readSync(file, byte, 0, 1, position);
    byte[0] = (byte[0] ?? 0) ^ 0x10;
    writeSync(file, byte, 0, 1, position);
  }
  closeSync(file);
}
