/** What is wrong with a workbook, or with what LibreOffice made of it: each in a sentence. */
import { parse } from 'csv-parse/sync';
import type { ExportDocument } from '#electron/exports/document.ts';
import type { Line } from '#domain/exports/model.ts';
import { exportDocumentTexts } from '#texts/export-document.ts';
import type { Sheet, Workbook } from '#tests/support/exports/workbook.ts';

const words = exportDocumentTexts.workbook;

/** What a planted change must turn false, and nothing else. */
export interface PlantedIn {
  readonly head: string;
  /** `(none)`, or empty where sums are of all lines. */
  readonly currency: string;
}

/** Cached values against calculated ones. LibreOffice writes 15 digits of a double. */
export function compareCalculated(written: Workbook, calculated: Workbook): string[] {
  return [...written.sheets].flatMap(([name, cells]) => {
    const theirs = calculated.sheets.get(name);
    if (!theirs) return [`The sheet ${name} is missing.`];
    return [...cells].flatMap(([place, own]) => {
      const found = theirs.get(place);
      const isEqual =
        own.type === 'number'
          ? found?.type === 'number' && isSameNumber(own.value, found.value, own.formula !== undefined)
          : toReadText(own.value) === (found?.value ?? '');
      return isEqual ? [] : [`${name}!${place}: ${own.value} was written, ${found?.value ?? 'nothing'} was found.`];
    });
  });
}

/** A sum of doubles is off in its last digits; a value is not. */
function isSameNumber(own: string, found: string, isSum: boolean): boolean {
  const [a, b] = [Number(own), Number(found)];
  if (!isSum) return Math.abs(a - b) <= 1e-14 * Math.abs(a);
  return Math.abs(a - b) < 1e-6;
}

/** XML's readers turn a return and a line feed into one; LibreOffice shows half a character as a question mark. */
const toReadText = (text: string) => text.replaceAll('\r\n', '\n').replaceAll(/\p{Surrogate}/gu, '?');

/** Checks that are not as they must be. @param planted what must be false; undefined: nothing */
export function findWrongChecks(calculated: Workbook, planted?: PlantedIn): string[] {
  const summary = calculated.sheets.get(words.summary) ?? new Map();
  const rows = [...summary.keys()].flatMap((place) => (/^E(?:9|\d\d+)$/.test(place) ? [place.slice(1)] : []));
  if (rows.length === 0) return ['There is no check.'];
  const text = (place: string) => summary.get(place)?.value ?? '';
  const wrong = rows.flatMap((row) => {
    const isPlanted = planted && text(`A${row}`) === planted.head && text(`B${row}`) === planted.currency;
    return text(`E${row}`) === (isPlanted ? '0' : '1')
      ? []
      : [`The check of ${text(`A${row}`)} ${text(`B${row}`)} is ${text(`E${row}`)}.`];
  });
  const whole = text('E5') === (planted ? '0' : '1') ? [] : [`The check of all is ${text('E5')}.`];
  return [...wrong, ...whole];
}

/** Every sum in the summary, `as exported`, against what the document's lines come to. */
export function compareSums(written: Workbook, document: ExportDocument): string[] {
  const summary: Sheet = written.sheets.get(words.summary) ?? new Map();
  const listed = [...summary].filter(([place]) => /^A(?:9|\d\d+)$/.test(place)).map(([, { value }]) => value);
  const adding = document.columns.filter(({ adds }) => adds).map(({ head }) => head);
  return adding.filter((head) => !listed.includes(head)).map((head) => `${head} adds up and is not in the summary.`);
}

/** What a person sees in LibreOffice, as CSV, against the lines: ids whole, dates on their day, durations to the minute. */
export function compareShown(csv: Buffer, { columns }: ExportDocument, lines: readonly Line[]): string[] {
  const [, ...rows] = parse(csv, { relax_column_count: true });
  return lines.flatMap((line, row) =>
    columns.flatMap(({ kind, head }, at) => {
      const cell = line[at] ?? '';
      const found = rows[row]?.[at] ?? '';
      const expected = shown[kind]?.(cell) ?? found;
      return expected === found ? [] : [`${head}, line ${row + 1}: ${cell} is shown as ${found}.`];
    }),
  );
}

const shown: Readonly<
  Partial<Record<ExportDocument['columns'][number]['kind'], (cell: string) => string | undefined>>
> = {
  id: toReadText,
  text: toReadText,
  unreadable: toReadText,
  date: (cell) => cell,
  datetime: (cell) => cell.replace('T', ' '),
  boolean: (cell) => cell.toUpperCase(),
  clock: (cell) =>
    /^\d+$/.test(cell) ? `${Math.floor(Number(cell) / 60)}:${String(Number(cell) % 60).padStart(2, '0')}` : undefined,
};
