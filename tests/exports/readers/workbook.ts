/** Workbooks as LibreOffice calculated them anew: the lines, the sums it arrives at, the checks and the notes. */
import type { Manifest } from '#contract/exports.ts';
import { exportDocumentTexts } from '#texts/export-document.ts';
import { findWrongChecks } from '../workbooks/findings.ts';
import { readWorkbook, type Sheet, type Workbook } from '#tests/support/exports/workbook.ts';
import { timesRounded, toPlain } from './figures.ts';
import type { Reader, StatedSum } from './read-file.ts';

const words = exportDocumentTexts.workbook;
const MINUTES_A_DAY = 1440n;

export const workbook: Reader = {
  presets: ['excel'],
  async read(path, manifest, numeric, room) {
    const book = readWorkbook(room.workbook(path));
    const data = toRows(book.sheets.get(words.data), manifest.lines + 1, manifest.columns.length);
    const [heads = [], ...lines] = data;
    const scales = manifest.columns.map((_, at) => findScale(lines.map((line) => line[at])));
    const plain = (cell: Cell, at: number) => (numeric(at) ? toDecimal(cell, scales[at] ?? 1n) : (cell?.value ?? ''));
    return {
      heads: heads.map((cell) => cell?.value ?? ''),
      lines: lines.map((cells) => cells.map(plain)),
      notes: readNotes(book.sheets.get(words.notes)),
      stated: readSummary(book, manifest, scales),
      // Without a column that adds up there is nothing to check.
      wrong: Object.keys(manifest.units ?? {}).length === 0 ? [] : findWrongChecks(book),
    };
  },
};

type Cell = ReturnType<Sheet['get']>;

function toRows(sheet: Sheet = new Map(), rows: number, columns: number): Cell[][] {
  return Array.from({ length: rows }, (_, row) =>
    Array.from({ length: columns }, (__, at) => sheet.get(`${toLetters(at)}${row + 1}`)),
  );
}

function toLetters(at: number): string {
  return at < 26 ? String.fromCharCode(65 + at) : `${toLetters(Math.floor(at / 26) - 1)}${toLetters(at % 26)}`;
}

/** What a spreadsheet's number is times for what it means: durations are days, percentages hundredths. */
function findScale(cells: readonly Cell[]): bigint {
  // A negative duration, which spreadsheets do not print as one, says how many days it is.
  if (cells.some((cell) => cell !== undefined && /\[h|" days"/i.test(cell.format))) return MINUTES_A_DAY;
  return cells.some((cell) => cell?.format.includes('%')) ? 100n : 1n;
}

function toDecimal(cell: Cell, scale: bigint): string {
  if (cell === undefined || cell.value === '') return '';
  return cell.type === 'number' ? timesRounded(toPlain(cell.value), scale) : cell.value;
}

/** The list below its head, up to the first empty row. */
function readNotes(sheet: Sheet = new Map()): string[] {
  const places = [...sheet.keys()].filter((place) => place.startsWith('A')).map((place) => Number(place.slice(1)));
  const start = places.find((row) => sheet.get(`A${row}`)?.value === words.notes) ?? 0;
  const notes: string[] = [];
  for (let row = start + 1; sheet.get(`A${row}`) !== undefined; row += 1) notes.push(sheet.get(`A${row}`)?.value ?? '');
  return notes.length === 1 && notes[0] === words.noNotes ? [] : notes;
}

/** Each sum twice: as LibreOffice calculates it from the lines, and as it was exported. */
function readSummary({ sheets }: Workbook, manifest: Manifest, scales: readonly bigint[]): StatedSum[] {
  const summary: Sheet = sheets.get(words.summary) ?? new Map();
  const rows = [...summary.keys()].flatMap((place) => (/^A(?:9|\d\d+)$/.test(place) ? [place.slice(1)] : []));
  const heads = toRows(sheets.get(words.data), 1, manifest.columns.length)[0]?.map((cell) => cell?.value) ?? [];
  return rows.flatMap((row): StatedSum[] => {
    const at = heads.indexOf(summary.get(`A${row}`)?.value);
    const column = manifest.columns[at];
    if (column === undefined) return [];
    const told = summary.get(`B${row}`)?.value ?? '';
    const isOfCurrency = manifest.sumsByCurrency?.some(({ totals }) => column in totals) === true;
    const of = { column, ...(isOfCurrency && { currency: told === words.noCurrency ? null : told }) };
    const read = (place: string) => toDecimal(summary.get(place), scales[at] ?? 1n) || null;
    return [
      { where: 'calculated', ...of, sum: read(`C${row}`), isDouble: true },
      { where: 'as exported', ...of, sum: read(`D${row}`), isDouble: true },
    ];
  });
}
