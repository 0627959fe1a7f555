/** What files are made of: read to its end or not at all, in the order of its months, on a connection that is given back whatever happens. */
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { openConnections, type Connections } from '#electron/snapshot/database/connections.ts';
import { createExtractReading, type ExtractReading } from '#electron/snapshot/extract.ts';
import { createContentReading, type ContentReading } from '#electron/snapshot/whole.ts';
import { propertyNames } from '#domain/properties.ts';
import { failure } from '#tests/support/failure.ts';
import { allRecords, publish, scratchSnapshot, type Scratch } from '#tests/support/stores/scratch-snapshot.ts';
import { recordOf } from '#tests/support/worlds/records.ts';

const { id, month } = propertyNames;
let scratch: Scratch;
let connections: Connections;
let lent: number;
let reading: ExtractReading & ContentReading;

const open = async () => {
  connections = await openConnections(scratch.path);
  lent = 0;
  const counting: Connections = {
    ...connections,
    async lend() {
      const loan = await connections.lend();
      lent += 1;
      return {
        ...loan,
        releaseConnection: () => {
          lent -= 1;
          loan.releaseConnection();
        },
      };
    },
  };
  reading = { ...createExtractReading(counting), ...createContentReading(counting) };
};

beforeAll(async () => {
  scratch = scratchSnapshot();
  const snapshot = await scratch.open();
  const months = ['2026-11-01', undefined, '2024-02-01', '2026-10-01', '2026-11-01'];
  await publish(
    snapshot,
    months.map((date, at) => recordOf(String(at + 1), date === undefined ? {} : { [month]: date })),
  );
  await snapshot.close();
  await open();
});
afterEach(() => expect(lent).toBe(0));
afterAll(async () => {
  await connections.close();
  await scratch.dispose();
});

/** Counts lines, and acts before each further portion is asked for. */
async function readAll(rows: AsyncIterable<readonly unknown[]>, onPortion: () => unknown) {
  let count = 0;
  for await (const portion of rows) {
    count += portion.length;
    await onPortion();
  }
  return count;
}

test('months come in order, each with its own records, those without one last', async () => {
  const months = await reading.extract(allRecords([id]), async (own) => {
    const read: unknown[] = [];
    for (const each of await own.months())
      for await (const rows of each.rows) read.push([each.month, each.records, rows.map((row) => row.id)]);
    return read;
  });
  expect(months).toEqual([
    ['2024-02', 1, ['3']],
    ['2026-10', 1, ['4']],
    ['2026-11', 2, ['1', '5']],
    [null, 1, ['2']],
  ]);
});

test('lines that were cancelled on their way are no lines to their end', async () => {
  const leaving = new AbortController();
  const { signal } = leaving;
  const left = reading.extract({ ...allRecords([id]), signal }, ({ rows }) => readAll(rows, () => leaving.abort()));
  expect(await failure(left)).toEqual({ code: 'cancelled' });
  // One that left before the work began is told the same.
  expect(await failure(reading.extract({ ...allRecords([id]), signal }, async () => 'begun'))).toEqual({
    code: 'cancelled',
  });
  // It interrupts nobody else.
  expect(await reading.extract(allRecords([id]), ({ rows }) => readAll(rows, () => undefined))).toBe(5);
});

test('nothing is interrupted any more once the work has ended, before its signal or by it', async () => {
  const started = vi.spyOn(globalThis, 'setInterval');
  const ended = vi.spyOn(globalThis, 'clearInterval');
  for (const isLate of [true, false]) {
    const leaving = new AbortController();
    const work = reading.extract({ ...allRecords([id]), signal: leaving.signal }, async () => {
      if (!isLate) leaving.abort();
    });
    await work.catch(() => undefined);
    leaving.abort();
  }
  const running = started.mock.results.filter(({ value }) => !ended.mock.calls.some(([timer]) => timer === value));
  expect(running).toEqual([]);
  expect(started).toHaveBeenCalled();
});

test('work that fails gives its connection back, and its fault is told', async () => {
  for (const read of [
    () => reading.extract(allRecords([id]), () => Promise.reject(new Error('of the work'))),
    () => reading.readEverything(() => Promise.reject(new Error('of the work'))),
  ])
    await expect(read()).rejects.toThrow('of the work');
});

test('lines of a store that is closed meanwhile are no lines to their end', async () => {
  for (const read of [
    () => reading.extract(allRecords([id]), ({ rows }) => readAll(rows, () => void connections.close())),
    () => reading.readEverything(({ lines }) => readAll(lines('records'), () => void connections.close())),
  ]) {
    expect(await failure(read())).toEqual({ code: 'cancelled' });
    await connections.close();
    await open();
  }
});
