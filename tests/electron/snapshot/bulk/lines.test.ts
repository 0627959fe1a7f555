/** Files of all lines by the store's own copy: of many lines, which come in parts, and of many columns, whose texts are judged in portions. */
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openConnections, type Connections } from '#electron/snapshot/database/connections.ts';
import { createBulk, type Bulk } from '#electron/snapshot/bulk/lines.ts';
import { MAX_COLUMNS } from '#electron/snapshot/bulk/changed-texts.ts';
import { createGuards, suspects } from '#electron/exports/formats/csv.ts';
import type { BulkCsv, BulkFile } from '#domain/exports/bulk.ts';
import type { CellSource } from '#domain/exports/record-columns.ts';
import { propertyNames } from '#domain/properties.ts';
import { makeColumn } from '#tests/support/exports/documents.ts';
import { scratchSnapshot, type Scratch } from '#tests/support/stores/scratch-snapshot.ts';

/** One more part than a whole one, by three lines. */
const RECORDS = 25_003;

let scratch: Scratch;
let connections: Connections;
beforeAll(async () => {
  scratch = scratchSnapshot();
  await (await scratch.open()).close();
  connections = await openConnections(scratch.path);
  // A spreadsheet would run the titles of the last two records, and read the one before them as a date.
  await connections.write((connection) =>
    connection.run(`INSERT INTO records (id, created_at, updated_at, archived, "${propertyNames.title}")
      SELECT range, TIMESTAMP '2026-10-01', TIMESTAMP '2026-10-01', false,
        CASE WHEN range > ${RECORDS - 2} THEN '=1' WHEN range > ${RECORDS - 3} THEN '1/2' ELSE 'plain words' END
      FROM range(1, ${RECORDS + 1})`),
  );
});
afterAll(async () => {
  await connections.close();
  await scratch.dispose();
});

const id: CellSource = { kind: 'property', name: propertyNames.id };
const title: CellSource = { kind: 'property', name: propertyNames.title };
const excel: BulkCsv = {
  separator: ',',
  decimalComma: false,
  spacedTimes: true,
  guards: { ...createGuards('comma'), suspects, prepare: async () => {} },
};

async function readAway(file: BulkFile | undefined): Promise<string[]> {
  const text = await readFile(file?.path ?? '', 'utf8');
  await file?.remove();
  return text.trimEnd().split(/\r?\n/);
}

/** @param last only so many of the newest records */
function copy<T>(sources: readonly CellSource[], work: (bulk: Bulk) => Promise<T>, last = RECORDS): Promise<T> {
  const filters = [{ propertyName: propertyNames.id, operator: 'GT' as const, value: String(RECORDS - last) }];
  const question = {
    selection: { filterGroups: [{ filters }], query: '', zone: 'UTC' },
    sort: { propertyName: propertyNames.id, direction: 'DESCENDING' as const },
    columns: sources.map((_, at) => makeColumn(String(at), 'text')),
    sources,
    currencyIndex: undefined,
  };
  return connections.read(async (connection) => {
    const bulk = await createBulk(connection, connections.temporary, question);
    if (!bulk) throw new Error('The store makes these cells');
    return work(bulk);
  });
}

describe('lines that come in parts', () => {
  test('are each record once, in their order, the last part what is left', async () => {
    const readParts = async (bulk: Bulk) => {
      const read: string[][] = [];
      for await (const part of bulk.lines()) read.push(await readAway(part));
      return read;
    };
    const parts = await copy([id], readParts);
    expect(parts.map(({ length }) => length)).toEqual([25_000, 3]);
    expect(parts.flat()).toEqual(Array.from({ length: RECORDS }, (_, at) => String(RECORDS - at)));
    expect(await copy([id], readParts, 0)).toEqual([]);
  });
});

describe('guards of CSV', () => {
  test('change the texts of every column, those of a second portion of columns too, and count each cell', async () => {
    const count = MAX_COLUMNS + 2;
    const { guarded, lines } = await copy(
      Array.from({ length: count }, () => title),
      async (bulk) => {
        const file = await bulk.csv(excel);
        return { guarded: file?.guarded, lines: await readAway(file) };
      },
      4,
    );
    // The first cell of a line stands there without a formula's quotation marks, which another separator would take apart.
    const dates = [`'1/2`, ...Array<string>(count - 1).fill(`"=""1/2"""`)];
    const formulas = Array(count).fill(`'=1`).join(',');
    expect(lines).toEqual([formulas, formulas, dates.join(','), Array(count).fill('plain words').join(',')]);
    expect(guarded).toBe(3 * count);
  });
});
