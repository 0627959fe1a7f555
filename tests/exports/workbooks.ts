/**
 * `npm run campaign -- office [--count N --seed S]`: workbooks of random records and reports, opened and calculated anew by LibreOffice. What
 * they show without calculating must be what comes out, every check must hold, every value must be read as it was, and one cent more in
 * one cell must turn its check, and no other, false.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { writeWorkbook } from '#electron/exports/formats/xlsx.ts';
import type { ExportDocument } from '#electron/exports/document.ts';
import type { Line } from '#domain/exports/model.ts';
import { writeToBuffer } from '../support/exports/documents.ts';
import { convert, hasOffice, recalculate, toSheetFile } from '../support/exports/office.ts';
import { makeRecordsDocument, makeReportDocument } from '../support/exports/random-documents.ts';
import { readWorkbook } from '../support/exports/workbook.ts';
import { exportDocumentTexts } from '#texts/export-document.ts';
import { plantCent, type Planted } from './workbooks/planted-cent.ts';
import { compareCalculated, compareShown, compareSums, findWrongChecks } from './workbooks/findings.ts';

const { values } = parseArgs({
  options: { count: { type: 'string', default: '20' }, seed: { type: 'string', default: '1' } },
});
const count = Number(values.count);
const seed = Number(values.seed);
const A_BATCH = 20;

interface Made {
  readonly name: string;
  readonly document: ExportDocument;
  readonly lines: readonly Line[];
  readonly bytes: Buffer;
  readonly planted: Planted | null;
}

if (!hasOffice()) {
  console.error(
    'LibreOffice is needed and is not installed: install it (Debian: libreoffice-calc-nogui) and run this again.',
  );
  process.exitCode = 1;
} else {
  const folder = mkdtempSync(join(tmpdir(), 'workbooks-'));
  try {
    process.exitCode = (await tryAll(folder)) ? 0 : 1;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function tryAll(folder: string): Promise<boolean> {
  console.log(`${count} workbooks from seed ${seed}`);
  const wrong: string[] = [];
  let checks = 0;
  let planted = 0;
  for (let from = 0; from < count; from += A_BATCH) {
    const batch: Made[] = [];
    for (let at = from; at < Math.min(count, from + A_BATCH); at += 1) batch.push(await make(at));
    const found = tryBatch(batch, join(folder, String(from)));
    wrong.push(...found.wrong);
    checks += found.checks;
    planted += batch.filter((each) => each.planted).length;
    console.log(`${Math.min(count, from + A_BATCH)} tried, ${wrong.length} wrong`);
  }
  for (const each of wrong) console.log(each);
  console.log(
    `${count} workbooks: ${checks} checks calculated by LibreOffice, ${planted} cents planted, ${wrong.length} wrong`,
  );
  return wrong.length === 0;
}

async function make(at: number): Promise<Made> {
  const isReport = at % 3 === 2;
  const number = seed * 1000 + at;
  const document = isReport ? makeReportDocument(number, 'xlsx') : makeRecordsDocument(number);
  const lines: Line[] = [];
  async function* kept() {
    for await (const piece of document.lines) {
      lines.push(...piece);
      yield piece;
    }
  }
  const bytes = await writeToBuffer((file) => writeWorkbook({ ...document, lines: kept() }, file));
  return {
    name: `${isReport ? 'report' : 'records'}-${at}`,
    document,
    lines,
    bytes,
    planted: await plantCent(bytes, document, lines),
  };
}

function tryBatch(batch: readonly Made[], folder: string): { readonly wrong: string[]; readonly checks: number } {
  const place = (name: string) => join(folder, `${name}.xlsx`);
  mkdirSync(folder, { recursive: true });
  for (const { name, bytes } of batch) writeFileSync(place(name), bytes);
  const withCent = batch.filter((each) => each.planted !== null);
  for (const { name, planted } of withCent) writeFileSync(place(`${name}-cent`), planted?.bytes ?? '');
  const names = [...batch.map(({ name }) => name), ...withCent.map(({ name }) => `${name}-cent`)];
  const results = recalculate(names.map(place), folder).map(readWorkbook);
  const calculated = new Map(names.map((name, at) => [name, results[at] ?? readWorkbook(Buffer.alloc(0))]));
  convert(
    batch.map(({ name }) => place(name)),
    folder,
    'csv',
  );
  const wrong = batch.flatMap(({ name, document, lines, bytes, planted }) => {
    const written = readWorkbook(bytes);
    const own = calculated.get(name) ?? written;
    const shown = readFileSync(toSheetFile(folder, name, exportDocumentTexts.workbook.data));
    const cent = calculated.get(`${name}-cent`);
    return [
      ...compareCalculated(written, own),
      ...findWrongChecks(own),
      ...compareSums(written, document),
      ...compareShown(shown, document, lines),
      ...(planted && cent ? findWrongChecks(cent, planted.at).map((each) => `With a cent more: ${each}`) : []),
    ].map((each) => `${name}: ${each}`);
  });
  const checks = batch.reduce((sum, { name }) => {
    const summary = calculated.get(name)?.sheets.get(exportDocumentTexts.workbook.summary);
    return sum + [...(summary?.keys() ?? [])].filter((each) => /^E(?:9|\d\d+)$/.test(each)).length;
  }, 0);
  return { wrong, checks };
}
