/** Texts and numbers that files and their readers change or lose, from a service into files and back by other makers' readers. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { exportFormats } from '#domain/export-formats.ts';
import { findWrongLines, meantFor, withoutGuards } from '#tests/exports/payloads/expected.ts';
import { openPayloads, textColumns, type PayloadApp } from '#tests/exports/payloads/world.ts';
import { textPayloads } from '#tests/exports/payloads/given.ts';
import { readers } from '#tests/exports/data-readers.ts';
import { chooseCases, chooseSize } from '#tests/support/tier.ts';

let app: PayloadApp;
beforeAll(async () => {
  app = await openPayloads();
});
afterAll(() => app.close());

it.each(['csv', 'json', 'jsonl', 'parquet'] as const)(
  'for programs, %s holds every value as received, read back to the last character',
  async (format) => {
    const name = `payloads.${format}`;
    expect(await app.write(name, { format, preset: 'machine' })).toMatchObject({ manifest: { guarded: 0 } });
    expect(findWrongLines(await readers[format](join(app.folder, name)), app.world)).toEqual([]);
  },
);

it.each(chooseCases(2, ['comma', 'semicolon', 'tab'] as const))(
  'for spreadsheets, by %s, every text is in its cell whole, guarded or not, and as many are guarded as the manifest says',
  async (separator) => {
    const name = `payloads-${separator}.csv`;
    const written = await app.write(name, { format: 'csv', preset: 'excel', heads: 'names', names: false, separator });
    const delimiter = { comma: ',', semicolon: ';', tab: '\t' }[separator];
    const rows = parse<Record<string, string>>(readFileSync(join(app.folder, name)), {
      bom: true,
      columns: true,
      delimiter,
    });
    let guarded = 0;
    const wrong = app.world.records.flatMap((record, at) =>
      textColumns.flatMap((column) => {
        const { cell } = meantFor(column, record);
        const found = rows[at]?.[column] ?? '';
        if (found !== (cell ?? '')) guarded += 1;
        return found === (cell ?? '') || withoutGuards(found) === withoutGuards(cell ?? '', false)
          ? []
          : [`${column} of ${cell} is ${found}`];
      }),
    );
    const changed = rows.filter(({ unreadable }) => /\\u00(3b|2c)/.test(unreadable ?? '')).length;
    expect(wrong).toEqual([]);
    expect(written).toMatchObject({ manifest: { guarded: guarded + changed } });
    expect(rows.map(({ unreadable }) => JSON.parse(unreadable || 'null') as unknown)).toEqual(
      (await readers.csv(join(app.folder, 'payloads.csv'))).map(
        ({ unreadable }) => JSON.parse(unreadable ?? 'null') as unknown,
      ),
    );
  },
);

it('a file of the records with each text alone can be written in every format', async () => {
  for (const [at, value] of textPayloads.entries()) {
    // Forty and the number of formats have no common factor: each of the few is of another format.
    if (at % chooseSize(40, 1) !== 0) continue;
    const format = exportFormats[at % exportFormats.length];
    const filterGroups = [{ filters: [{ propertyName: 'a552213_title', operator: 'EQ', value }] }];
    const written = await app.write('alone.out', { format }, { filterGroups });
    if ('refused' in written)
      expect([value, written.refused.code]).toEqual([value, expect.stringMatching(/nothing-matched|usage/)]);
    else expect([value, written.manifest?.records]).toEqual([value, expect.toSatisfy((count: number) => count > 0)]);
  }
});

it.each(chooseCases(2, exportFormats))('the terminal writes them as %s and ends well', async (format) => {
  const ended = await app.run(['export', '--format', format, '--out', join(app.folder, `terminal.${format}`)]);
  expect([ended.code, ended.stderr]).toEqual([0, expect.any(String)]);
});
