/** Puts a workbook together: the lines first, as they come, then everything that is known only after the last of them. */
import type { AtomicFile } from '../../atomic-file.ts';
import type { ExportDocument } from '../../document.ts';
import { writeArchive, type Archive } from '../../zip-archive.ts';
import { writeDataSheets } from './data-sheet.ts';
import { toSheetName, toTableHeads } from './names.ts';
import { toOutlinePieces } from './outline-sheet.ts';
import {
  appProperties,
  packageRelations,
  toContentTypes,
  toCoreProperties,
  toWorkbook,
  toWorkbookRelations,
  type Tab,
} from './package-parts.ts';
import { Remarks } from './remarks.ts';
import { manifestWidths, noteWidths, toManifestRows, toNoteRows } from './said-sheets.ts';
import { toSheetPieces } from './sheet.ts';
import { Styles } from './styles.ts';
import { toSummary } from './summary.ts';
import { Tally } from './tally.ts';

/** Rows of a sheet, its head among them. */
export const SHEET_ROWS = 1_048_576;

const paths = {
  summary: 'xl/worksheets/summary.xml',
  outline: 'xl/worksheets/outline.xml',
  notes: 'xl/worksheets/notes.xml',
  manifest: 'xl/worksheets/manifest.xml',
} as const;

/** @param sheetRows fewer than a sheet has, to see lines split */
export function writeWorkbook(document: ExportDocument, file: AtomicFile, sheetRows = SHEET_ROWS): Promise<void> {
  return writeArchive(file, (archive) => compose(document, archive, sheetRows));
}

async function compose(document: ExportDocument, archive: Archive, sheetRows: number): Promise<void> {
  const { head, columns, outline } = document;
  const words = document.words.workbook;
  const styles = new Styles();
  const remarks = new Remarks();
  const tally = new Tally(columns, document.currencyAt);
  const heads = toTableHeads(columns.map((column) => column.head));
  remarks.add('heads', heads.filter((each, at) => each !== columns[at]?.head).length);
  // In front, where programs look for what kind of file it is.
  archive.addText('_rels/.rels', packageRelations);
  archive.addText('docProps/app.xml', appProperties);
  archive.addText('docProps/core.xml', toCoreProperties(head.title));
  const context = { styles, words, remarks };
  const sheets = await writeDataSheets(archive, {
    ...context,
    columns,
    heads,
    lines: document.lines,
    tally,
    linesPerSheet: sheetRows - 1,
    toName: (number) => toSheetName(number === 1 ? words.data : words.dataPart(number)),
  });
  if (sheets.length > 1) remarks.say(words.remarks.split(sheets.length));
  const outlineRows = outline === null || outline.length >= sheetRows ? null : outline;
  if (outline !== null && outlineRows === null) remarks.say(words.remarks.outlineLeftOut);
  const summary = toSummary({ document, words, styles, heads, sheets, tally, sums: document.sums() });
  if (summary.coarse > 0) remarks.say(words.remarks.coarse(summary.coarse));
  if (outlineRows) {
    // What its cells cannot hold was counted with the lines.
    const pieces = toOutlinePieces({
      ...context,
      remarks: new Remarks(),
      columns,
      outline: outlineRows,
      isActive: true,
    });
    await archive.addPieces(paths.outline, pieces);
  }
  const isActive = outlineRows === null;
  await archive.addPieces(
    paths.summary,
    toSheetPieces(summary.rows, { widths: summary.widths, isActive }, summary.conditions),
  );
  const notes = toNoteRows(head, remarks.toSentences(words), context);
  await archive.addPieces(paths.notes, toSheetPieces(notes, { widths: noteWidths }));
  const facts = toManifestRows(head, document.facts(), context);
  await archive.addPieces(paths.manifest, toSheetPieces(facts, { widths: manifestWidths }));
  const tab = (name: string, path: string): Tab => ({ name: toSheetName(name), path, repeatsHead: false });
  const tabs: Tab[] = [
    ...(outlineRows ? [{ ...tab(words.report, paths.outline), repeatsHead: true }] : []),
    tab(words.summary, paths.summary),
    ...sheets.map(({ name, path }) => ({ name, path, repeatsHead: true })),
    tab(words.notes, paths.notes),
    tab(words.manifest, paths.manifest),
  ];
  archive.addText('xl/styles.xml', styles.toXml());
  archive.addText('xl/workbook.xml', toWorkbook(tabs));
  archive.addText('xl/_rels/workbook.xml.rels', toWorkbookRelations(tabs));
  const tables = sheets.map(({ tablePath }) => tablePath);
  archive.addText('[Content_Types].xml', toContentTypes(tabs, tables));
}
