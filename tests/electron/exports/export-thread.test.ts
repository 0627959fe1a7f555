/** Real threads: what they write is what is written here, and none goes on once its file is given up. */
import type { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { AppFailure, fail } from '#contract/errors.ts';
import type { ExportDocument } from '#electron/exports/document.ts';
import { writers, writeDocument } from '#electron/exports/formats.ts';
import {
  MANY_LINES,
  writeInThread,
  startThread,
  type FromThread,
  type StartThread,
} from '#electron/exports/export-thread.ts';
import { makeColumn, makeDocument, writeToBuffer } from '#tests/support/exports/documents.ts';
import { chooseSize, secondTier } from '#tests/support/tier.ts';
import { readBytes, writeExported } from '#tests/support/exports/written.ts';

const columns = [
  makeColumn('id', 'id'),
  makeColumn('note', 'text'),
  makeColumn('hours', 'hours', { adds: true }),
  makeColumn('ends', 'datetime'),
];
const lines = Array.from({ length: MANY_LINES + 1 }, (_, at) => [
  String(at),
  at % 7 === 0 ? null : `Line “${at}”, =1+1\n\ud800`,
  `${at}.25`,
  '2026-10-25T00:59:59.999Z',
]);
const formats = ['csv', 'xlsx', 'parquet', 'json', 'jsonl', 'html'] as const;
const make = (format: (typeof formats)[number]) => makeDocument({ columns, lines, format, linesAPiece: 256 });

let [started, running] = [0, 0];
function count(thread: Worker): void {
  started += 1;
  running += 1;
  thread.once('exit', () => (running -= 1));
}
beforeEach(() => {
  [started, running] = [0, 0];
  process.on('worker', count);
});
afterEach(() => {
  process.off('worker', count);
});

// That a thread writes the same bytes is shown of records of the store (records.thread.test.ts), too.
test.each(formats)('%s has the same bytes from a thread', secondTier, async (format) => {
  const here = await writeExported(writers[format], make(format), readBytes);
  expect(started).toBe(0);
  const there = await writeExported(writers[format], make(format), readBytes, startThread);
  expect(started).toBe(1);
  expect(there.equals(here)).toBe(true);
  expect(running).toBe(0);
});

test('few lines are written without a thread', async () => {
  const few = makeDocument({ columns, lines: lines.slice(0, 20), format: 'json' });
  await writeExported(writers.json, few, readBytes, startThread);
  expect(started).toBe(0);
});

test('a count of guarded texts and what belongs beside the file are told', async () => {
  const document = make('csv');
  const guardedTexts = makeDocument({ columns, lines: lines.map((line) => [...line.slice(0, 1), '=1', null, null]) });
  const written = await writeToFile(guardedTexts);
  expect(written.guarded).toBe(lines.length);
  const machine: ExportDocument = { ...document, options: { ...document.options, preset: 'machine' } };
  expect((await writeToFile(machine)).sidecar?.suffix).toBe('.datapackage.json');
});

async function writeToFile(document: ExportDocument) {
  let written: Awaited<ReturnType<typeof writeDocument>> | undefined;
  await writeToBuffer(async (file) => {
    written = await writeDocument(writers.csv, document, file, startThread);
  });
  if (!written) throw new Error('It was written');
  return written;
}

describe('a thread has ended by the time that its file is given up', () => {
  const write = (document: ExportDocument, onBytes: () => void = () => undefined) =>
    writeToBuffer((file) => writeInThread(document, { ...file, write: async () => onBytes() }, startThread));

  test('when it is cancelled while it writes', async () => {
    const cancelling = new AbortController();
    const written = write({ ...make('json'), signal: cancelling.signal }, () => cancelling.abort());
    await expect(written).rejects.toMatchObject({ error: { code: 'cancelled' } });
    expect({ started, running }).toEqual({ started: 1, running: 0 });
  });

  test('when it is cancelled before it begins to write', secondTier, async () => {
    const cancelling = new AbortController();
    process.once('worker', () => cancelling.abort());
    await expect(write({ ...make('xlsx'), signal: cancelling.signal })).rejects.toMatchObject({
      error: { code: 'cancelled' },
    });
    expect({ started, running }).toEqual({ started: 1, running: 0 });
  });

  test('when the file takes no more', async () => {
    const written = write(make('json'), () => fail({ code: 'disk-full' }));
    await expect(written).rejects.toMatchObject({ error: { code: 'disk-full' } });
    expect({ started, running }).toEqual({ started: 1, running: 0 });
  });

  test('when the last bytes find no room, though the thread is through by then', async () => {
    const through = Promise.withResolvers<void>();
    const start: StartThread = (job) => {
      const thread = startThread(job);
      thread.on('message', ({ kind }: FromThread) => {
        if (kind === 'written') through.resolve();
      });
      return thread;
    };
    const written = writeToBuffer((file) =>
      writeInThread(
        makeDocument({ columns, lines, format: 'jsonl', linesAPiece: lines.length }),
        {
          ...file,
          async write() {
            await through.promise;
            fail({ code: 'disk-full' });
          },
        },
        start,
      ),
    );
    await expect(written).rejects.toMatchObject({ error: { code: 'disk-full' } });
    expect({ started, running }).toEqual({ started: 1, running: 0 });
  });

  test('when the lines break off, which are given back', async () => {
    let isGivenBack = false;
    async function* breakOff() {
      try {
        yield lines.slice(0, 256);
        throw new AppFailure({ code: 'store-damaged' });
      } finally {
        isGivenBack = true;
      }
    }
    await expect(write({ ...make('json'), lines: breakOff() })).rejects.toMatchObject({
      error: { code: 'store-damaged' },
    });
    expect({ started, running, isGivenBack }).toEqual({ started: 1, running: 0, isGivenBack: true });
  });

  test('when its writer fails, with what it said', async () => {
    const document = { ...make('html'), facts: () => ({ unwritable: 1n }) };
    await expect(write(document)).rejects.toThrow(/BigInt/);
    expect({ started, running }).toEqual({ started: 1, running: 0 });
  });
});

test('lines wait until bytes are taken: neither pile up in memory', async () => {
  const all = chooseSize(24, 400);
  let [taken, pieces] = [0, 0];
  const first = Promise.withResolvers<void>();
  const document = make('jsonl');
  const long = 'x'.repeat(2_000);
  async function* endless() {
    for (let at = 0; at < all; at += 1) {
      pieces += 1;
      yield Array.from({ length: 256 }, () => ['1', long, '1', null]);
    }
  }
  const writing = writeToBuffer((file) =>
    writeInThread(
      { ...document, lines: endless() },
      {
        ...file,
        async write() {
          taken += 1;
          await first.promise;
        },
      },
      startThread,
    ),
  );
  await expect.poll(() => pieces).toBeGreaterThan(3);
  // Time for many more, were they not waited for: each waits for an answer of the same thread.
  for (let at = 0; at < 50; at += 1) await new Promise((resolve) => setImmediate(resolve));
  expect({ taken, pieces }).toEqual({ taken: 1, pieces: expect.closeTo(8, -1) });
  first.resolve();
  await writing;
  expect({ taken, pieces }).toEqual({ taken: all, pieces: all });
});
