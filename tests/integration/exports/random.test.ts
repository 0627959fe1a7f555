import { afterAll, expect, test } from 'vitest';
import { runRandomExports } from '#tests/exports/campaign.ts';
import { plantCents } from '#tests/exports/planted.ts';
import { readableFormats } from '#tests/exports/random-export.ts';
import { openReadingRoom } from '#tests/exports/readers/room.ts';
import { exportFormats } from '#domain/export-formats.ts';
import { chooseCases, chooseSize } from '#tests/support/tier.ts';

// LibreOffice is installed for the long campaign alone: here workbooks are read as they were written.
const room = openReadingRoom({ hasOffice: false });
afterAll(() => room.close());

test('whatever is exported in whatever format, its columns add up to its manifest and to the screen, and its notes are those of the report', async () => {
  expect(readableFormats).toEqual(exportFormats);
  // Files of every other format are read back by the tests of pages, of payloads and of what a client must not see.
  const formats = chooseCases(2, readableFormats);
  const count = chooseSize(1, 2) * formats.length;
  const { exports, sums, wrong } = await runRandomExports(count, 7, room, formats);
  expect(wrong).toEqual([]);
  expect(exports).toBe(count);
  expect(sums).toBeGreaterThan(chooseSize(5, 50));
});

test('one wrong cent is found in a file of every format', async () => {
  const formats = chooseCases(1, readableFormats);
  const { planted, missed } = await plantCents(7, room, (at) =>
    at < formats.length ? chooseCases(1, at % 2 === 0 ? ['records', 'report'] : ['report', 'records']) : [],
  );
  expect(missed).toEqual([]);
  expect(planted).toBeGreaterThanOrEqual(chooseSize(1, 2) * formats.length);
});
