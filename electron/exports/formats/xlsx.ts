/** A workbook (Office Open XML): a table of the lines, live sums with checks, notes and manifest, written as the lines arrive. */
import { exportDocumentTexts } from '#texts/export-document.ts';
import type { FormatWriter, ExportDocument } from '../document.ts';
import type { AtomicFile } from '../atomic-file.ts';
import { writeArchive, type Archive } from '../zip-archive.ts';
import { writeDataSheets, Tally, chooseWidths, isTextKind } from './xlsx/data-sheet.ts';
import {
  toSheetName,
  toTableHeaders,
  appProperties,
  packageRelations,
  toContentTypes,
  toCoreProperties,
  toWorkbook,
  toWorkbookRelations,
  toSheetPieces,
  type Tab,
  type SheetRow,
} from './xlsx/xml.ts';
import { Remarks, Styles, drawText, createCellDrawer, type Font, type CellContext } from './xlsx/cells.ts';
import { manifestWidths, noteWidths, toManifestRows, toNoteRows, toSummary } from './xlsx/summary.ts';
import type { ExportColumn, OutlineRow } from '#domain/exports/model.ts';

export const xlsx: FormatWriter = {
  isThreaded: true,
  async write(document, file) {
    await writeWorkbook(document, file);
    // Texts are text cells, which cannot be run, so none is changed.
    return { guarded: 0 };
  },
};

/** The maximum number of rows of a sheet, including its header. */
const SHEET_ROWS = 1_048_576;

const words = exportDocumentTexts.workbook;

const paths = {
  summary: 'xl/worksheets/summary.xml',
  outline: 'xl/worksheets/outline.xml',
  notes: 'xl/worksheets/notes.xml',
  manifest: 'xl/worksheets/manifest.xml',
} as const;

/** @param sheetRows lets tests split lines over several sheets */
export function writeWorkbook(document: ExportDocument, file: AtomicFile, sheetRows = SHEET_ROWS): Promise<void> {
  return writeArchive(file, (archive) => compose(document, archive, sheetRows));
}

async function compose(document: ExportDocument, archive: Archive, sheetRows: number): Promise<void> {
  const { head, columns, outline } = document;
  const styles = new Styles();
  const remarks = new Remarks();
  const tally = new Tally(columns, document.currencyIndex);
  const headers = toTableHeaders(columns.map((column) => column.head));
  remarks.add('heads', headers.filter((head, index) => head !== columns[index]?.head).length);
  // This part comes first because programs read the file's kind there.
  archive.addText('_rels/.rels', packageRelations);
  archive.addText('docProps/app.xml', appProperties);
  archive.addText('docProps/core.xml', toCoreProperties(head.title));
  const context = { styles, remarks };
  const sheets = await writeDataSheets(archive, {
    ...context,
    columns,
    headers,
    lines: document.lines,
    tally,
    linesPerSheet: sheetRows - 1,
    toName: (number) => toSheetName(number === 1 ? words.data : words.dataPart(number)),
  });
  if (sheets.length > 1) remarks.say(words.remarks.split(sheets.length));
  const outlineRows = outline === null || outline.length >= sheetRows ? null : outline;
  if (outline !== null && outlineRows === null) remarks.say(words.remarks.outlineLeftOut);
  const summary = toSummary({ document, styles, headers, sheets, tally, sums: document.sums() });
  if (summary.coarse > 0) remarks.say(words.remarks.coarse(summary.coarse));
  if (outlineRows) {
    // These remarks are discarded, because the sheets of lines have already counted them.
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
  const notes = toNoteRows(head, remarks.toSentences(), styles);
  await archive.addPieces(paths.notes, toSheetPieces(notes, { widths: noteWidths }));
  const facts = toManifestRows(head, document.facts(), styles);
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

const fonts: Readonly<Record<OutlineRow['level'], Font>> = {
  line: 'plain',
  difference: 'italic',
  subtotal: 'bold',
  total: 'bold',
};

/** A report as on screen: its lines with subtotals, differences and totals, folded by group. */
interface OutlineInput extends CellContext {
  readonly columns: readonly ExportColumn[];
  readonly outline: readonly OutlineRow[];
  readonly isActive: boolean;
}

function toOutlinePieces(input: OutlineInput): AsyncGenerator<string> {
  const { columns, outline, styles, isActive } = input;
  const bold = styles.find({ font: 'bold' });
  const right = styles.find({ font: 'bold', align: 'right' });
  const drawers = new Map(
    [...new Set(Object.values(fonts))].map((font) => [
      font,
      columns.map((column) => createCellDrawer(column, { ...input, font })),
    ]),
  );
  const rows = outline.map(({ level, depth, cells }): SheetRow => {
    const drawer = drawers.get(fonts[level]);
    return {
      level: level === 'total' ? 0 : depth,
      cells: cells.map((cell, index) =>
        cell === null || cell === '' ? null : (reference) => drawer?.[index]?.(cell, reference) ?? '',
      ),
    };
  });
  const headers = columns.map(({ head }) => head);
  const widths = chooseWidths(
    columns,
    headers,
    outline.map(({ cells }) => cells),
  );
  return toSheetPieces(
    [{ cells: columns.map(({ head, kind }) => drawText(head, isTextKind(kind) ? bold : right)) }, ...rows],
    {
      widths,
      frozenRow: 1,
      hasLevels: outline.some(({ depth }) => depth > 0),
      isActive,
    },
  );
}
