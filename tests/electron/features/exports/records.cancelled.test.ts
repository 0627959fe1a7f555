/** A cancelled export ends soon and leaves nothing behind, whatever it was at. */
import { mkdirSync, readdirSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pdf } from '#electron/exports/formats/pdf.ts';
import type { Snapshot } from '#electron/snapshot/snapshot.ts';
import { exportOptionsSchema, resolveOptions } from '#domain/exports/options.ts';
import { emptyDirectory } from '#domain/people/directory.ts';
import { properties } from '#domain/properties.ts';
import { startTwoWays, type TwoWays } from '#tests/support/exports/two-ways.ts';
import { makeColumn, makeDocument } from '#tests/support/exports/documents.ts';
import { readText, writeExported } from '#tests/support/exports/written.ts';
import { scratchSnapshot, type Scratch } from '#tests/support/stores/scratch-snapshot.ts';
import { chooseCases } from '#tests/support/tier.ts';
import { recordOf } from '#tests/support/worlds/records.ts';

const RECORDS = 20_000;
let scratch: Scratch;
let snapshot: Snapshot;
let ways: TwoWays;
let temporary: string;

beforeAll(async () => {
  scratch = scratchSnapshot();
  snapshot = await scratch.open();
  const text = 'a longer text, with a comma '.repeat(4);
  const records = Array.from({ length: RECORDS }, (_, at) =>
    recordOf(String(at + 1), { title: `${text}${at}`, description: `${at} ${text}`, total_minutes: String(at) }),
  );
  await snapshot.restore({ upsert: records, remove: [], publish: true });
  temporary = `${scratch.path}.tmp`;
  mkdirSync(temporary, { recursive: true });
}, 120_000);
afterAll(() => scratch.dispose());

const copies = () => readdirSync(temporary).filter((name) => name.startsWith('export-'));

function ask(format: 'csv' | 'parquet' | 'json') {
  const settled = resolveOptions(exportOptionsSchema.parse({ format }));
  if (!settled.ok) throw new Error(settled.problem);
  return {
    selection: { filterGroups: [], query: '', zone: 'UTC' },
    columns: properties.map(({ name }) => name),
    options: settled.value,
    allowEmpty: false,
  };
}

test.each(chooseCases(1, ['csv', 'parquet'] as const))('a bulk copy to %s is interrupted', async (format) => {
  const cancelling = new AbortController();
  ways = startTwoWays(snapshot, scratch.folder, emptyDirectory, {
    signal: cancelling.signal,
    onCopy: async (copying) => {
      // The store begins its file before it has read the first record.
      await expect.poll(copies, { interval: 1 }).not.toEqual([]);
      cancelling.abort();
      await expect(copying).rejects.toThrow(/Interrupted/);
    },
  });
  await expect(ways.writeBulk(ask(format), {})).rejects.toMatchObject({ error: { code: 'cancelled' } });
  ways.dispose();
  expect(readdirSync(scratch.folder).filter((name) => /\.csv|\.parquet|\.part/.test(name))).toEqual([]);
  expect(copies()).toEqual([]);
});

test('lines made one by one stop at the next portion', async () => {
  const cancelling = new AbortController();
  let last = 0;
  ways = startTwoWays(snapshot, scratch.folder, emptyDirectory, {
    signal: cancelling.signal,
    onWritten: (written) => {
      last = written;
      cancelling.abort();
    },
  });
  await expect(ways.writeBulk(ask('json'), {})).rejects.toMatchObject({ error: { code: 'cancelled' } });
  ways.dispose();
  expect(last).toBeGreaterThan(0);
  expect(last).toBeLessThan(RECORDS / 10);
  expect(readdirSync(scratch.folder).filter((name) => /\.json|\.part/.test(name))).toEqual([]);
});

const children = () => process.getActiveResourcesInfo().filter((name) => name === 'ProcessWrap').length;

test('a PDF ends its process', async () => {
  const before = children();
  const cancelling = new AbortController();
  const columns = [makeColumn('title', 'text')];
  const lines = Array.from({ length: 3_000 }, (_, at) => [`Line ${at}`]);
  const document = { ...makeDocument({ columns, lines }), signal: cancelling.signal };
  const writing = writeExported(pdf, document, readText);
  await Promise.all([
    expect(writing).rejects.toMatchObject({ error: { code: 'cancelled' } }),
    expect
      .poll(children, { interval: 1 })
      .toBeGreaterThan(before)
      .then(() => cancelling.abort()),
  ]);
  await expect.poll(children).toBe(before);
});
