/** Many records are written in a thread, from lines that the store makes or that are made one by one: both against the writer alone. */
import { rmSync } from 'node:fs';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hasNamesInsteadOfIds } from '#domain/exports/record-columns.ts';
import { MANY_LINES } from '#electron/exports/export-thread.ts';
import { makeOddRecord, oddDirectory, oddQuestions, toRecordsExport } from '#tests/support/exports/odd-exports.ts';
import { startTwoWays, type TwoWays } from '#tests/support/exports/two-ways.ts';
import { scratchSnapshot, type Scratch } from '#tests/support/stores/scratch-snapshot.ts';
import { seeded } from '#tests/support/worlds/seeded.ts';
import { chooseCases, chooseSize } from '#tests/support/tier.ts';

let scratch: Scratch;
let ways: TwoWays;

beforeAll(async () => {
  scratch = scratchSnapshot();
  const random = seeded(8);
  const snapshot = await scratch.open();
  const records = Array.from({ length: MANY_LINES + 300 }, (_, at) => makeOddRecord(random, at));
  await snapshot.restore({ upsert: records, remove: [], publish: true });
  await snapshot.setDirectory(oddDirectory);
  ways = startTwoWays(snapshot, scratch.folder, oddDirectory);
}, 120_000);

afterAll(async () => {
  ways.dispose();
  await scratch.dispose();
  rmSync(scratch.folder, { recursive: true, force: true });
});

test.each(chooseCases(1, ['json', 'xlsx', 'jsonl'] as const))(
  '%s has the same bytes and manifest, whatever is in the records',
  async (format) => {
    await fc.assert(
      fc.asyncProperty(oddQuestions, async (question) => {
        const asked = toRecordsExport({ ...question, filterGroups: [] }, { format });
        const { bulk, lines } = await ways.write(asked, question.settings);
        const here = await ways.writeHere(asked, question.settings);
        // The store does not know which name stands for an id.
        expect([bulk.bulkFiles, lines.bulkFiles, here.bulkFiles]).toEqual([
          hasNamesInsteadOfIds(asked.options) ? 0 : 1,
          0,
          0,
        ]);
        for (const way of [bulk, lines]) {
          // Files of many lines are no message.
          expect(way.bytes.equals(here.bytes)).toBe(true);
          expect({ ...way.manifest, file: '' }).toEqual({ ...here.manifest, file: '' });
        }
      }),
      { numRuns: Number(process.env['BULK_RUNS'] ?? chooseSize(1, 3)), seed: 13, endOnFailure: true },
    );
  },
);
