/** The store's bulk copy and the lines made one by one are two readings of the same columns: each checks the other. */
import { rmSync } from 'node:fs';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasNamesInsteadOfIds } from '#domain/exports/record-columns.ts';
import { separators } from '#domain/exports/options.ts';
import { readParquetFacts, readParquetTypes, readers } from '#tests/exports/data-readers.ts';
import {
  makeOddRecord,
  oddDirectory,
  oddQuestions,
  toRecordsExport,
  type OddQuestion,
} from '#tests/support/exports/odd-exports.ts';
import { startTwoWays, type TwoWays } from '#tests/support/exports/two-ways.ts';
import { scratchSnapshot, type Scratch } from '#tests/support/stores/scratch-snapshot.ts';
import { seeded } from '#tests/support/worlds/seeded.ts';
import { chooseSize } from '#tests/support/tier.ts';

const RECORDS = 250;

let scratch: Scratch;
let ways: TwoWays;

beforeAll(async () => {
  scratch = scratchSnapshot();
  const random = seeded(7);
  const snapshot = await scratch.open();
  const records = Array.from({ length: RECORDS }, (_, at) => makeOddRecord(random, at));
  await snapshot.restore({ upsert: records, remove: [], publish: true });
  await snapshot.setDirectory(oddDirectory);
  ways = startTwoWays(snapshot, scratch.folder, oddDirectory);
}, 120_000);

afterAll(async () => {
  ways.dispose();
  await scratch.dispose();
  rmSync(scratch.folder, { recursive: true, force: true });
});

const csvForms = fc.oneof(
  fc.constant({ preset: 'machine' as const }),
  fc.record({ preset: fc.constant('excel' as const), separator: fc.constantFrom(...separators) }),
  fc.constant({ preset: 'excel' as const, separator: 'tab' as const, decimalMark: 'comma' as const }),
);

async function ask(question: OddQuestion, form: object) {
  const request = toRecordsExport(question, form);
  return { ...(await ways.write(request, question.settings)), options: request.options };
}

/** The first line that differs: files of many columns are no message. */
function findDifference(bulk: Buffer, lines: Buffer): object | undefined {
  if (bulk.equals(lines)) return undefined;
  const [own, meant] = [bulk, lines].map((bytes) => bytes.toString('utf8').split('\r\n'));
  const at = meant?.findIndex((line, index) => line !== own?.[index]) ?? -1;
  return { at, own: own?.[at], meant: meant?.[at] };
}

describe('the bulk copy of records and their lines made one by one', () => {
  test('are the same bytes of CSV with the same sums and count of guarded texts, whatever is in them', async () => {
    await fc.assert(
      fc.asyncProperty(oddQuestions, csvForms, async (question, form) => {
        const { bulk, lines, options } = await ask(question, { format: 'csv', ...form });
        // The store does not know which name stands for an id.
        expect(bulk.bulkFiles).toBe(hasNamesInsteadOfIds(options) ? 0 : 1);
        expect(findDifference(bulk.bytes, lines.bytes)).toBeUndefined();
        expect({ ...bulk.manifest, file: '' }).toEqual({ ...lines.manifest, file: '' });
      }),
      { numRuns: Number(process.env['BULK_RUNS'] ?? chooseSize(3, 12)), seed: 11, endOnFailure: true },
    );
  });

  test('are the same rows, types and metadata of Parquet', async () => {
    await fc.assert(
      fc.asyncProperty(oddQuestions, async (question) => {
        const { bulk, lines } = await ask(question, { format: 'parquet' });
        expect(bulk.bulkFiles).toBe(1);
        expect(await readers.parquet(bulk.path)).toEqual(await readers.parquet(lines.path));
        expect(readParquetTypes(bulk.path)).toEqual(readParquetTypes(lines.path));
        expect(readParquetFacts(bulk.path)).toEqual(readParquetFacts(lines.path));
      }),
      { numRuns: Number(process.env['BULK_RUNS'] ?? chooseSize(2, 5)), seed: 12, endOnFailure: true },
    );
  });
});
