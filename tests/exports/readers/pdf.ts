/** PDFs by the words that poppler sees on their pages, and where it sees them. */
import { readFileSync } from 'node:fs';
import type { Manifest } from '#contract/exports.ts';
import { findReadable } from '#domain/local-properties.ts';
import { propertyNames } from '#domain/properties.ts';
import { exportPdfTexts as words } from '#texts/export-pdf.ts';
import { groupTexts } from '#texts/reports/reports.ts';
import { readPlaces, type PagePlaces } from '#tests/support/exports/pdf-reader.ts';
import { readPrinted } from './figures.ts';
import { readList, readTables, type PrintedTable, type TableQuestion } from './pdf-tables.ts';
import type { Reader, ReadFile, StatedSum } from './read-file.ts';

const differences: ReadonlySet<string> = new Set(Object.values(groupTexts.lacks));

export const pdf: Reader = {
  presets: ['excel'],
  async read(path, manifest, numeric) {
    const pages = readPlaces(readFileSync(path));
    const blocks = readBlocks(pages, manifest);
    const notes = readList(pages, words.notes, words.about);
    const read = manifest.of === 'records' ? readRecords(blocks, manifest, notes) : readReport(blocks, manifest);
    const figure = (text: string) => readPrinted(text, manifest.options.decimalMark);
    const toFigure = <Sum extends Pick<StatedSum, 'sum'>>(each: Sum): Sum => ({
      ...each,
      sum: each.sum === null ? null : figure(each.sum),
    });
    return {
      heads: orderHeads(blocks, manifest),
      lines: read.lines.map((cells) => cells.map((cell, at) => (numeric(at) ? figure(cell) : cell))),
      notes,
      stated: read.stated.map(toFigure),
      ...(read.roundedAway && { roundedAway: read.roundedAway.map(toFigure) }),
    };
  },
};

/** In the order of the manifest, wherever they stand on paper. */
function orderHeads(blocks: readonly Block[], { heads, report, columns }: Manifest): string[] {
  const groups = heads.slice(0, report?.groupBy.length ?? 0);
  const found = new Map(
    blocks.flatMap((block) => block.places.map((at, own) => [at, block.heads[own] ?? ''] as const)),
  );
  return [...groups, ...columns.flatMap((_, at) => (at < groups.length ? [] : (found.get(at) ?? [])))];
}

interface Row {
  /** What tells the line: the cells that stand beside every block. */
  readonly keys: readonly string[];
  readonly cells: readonly string[];
}

/** Columns that stand beside one another, with the keys of the lines repeated. */
interface Block {
  readonly heads: readonly string[];
  /** Of each column its place among the manifest's. */
  readonly places: readonly number[];
  readonly rows: readonly Row[];
}

/** Numbers of lines are no column of the file; a report's groups are, and stand beside every block of its columns. */
function readBlocks(pages: readonly PagePlaces[], manifest: Manifest): Block[] {
  const { heads, report } = manifest;
  const groups = report?.groupBy.length ?? 0;
  const ends = [words.notes, words.about];
  const isFigure = (at: number) => at >= groups && isFigureColumn(manifest, manifest.columns[at] ?? '');
  const plain = { heads, keys: groups, isRight: isFigure, ends };
  const found = toBlocks(readTables(pages, plain), groups, groups, manifest);
  if (report || found.flatMap((block) => block.heads).length === heads.length) return found;
  const isRight = (at: number) => at === 0 || isFigure(at - 1);
  const numbered = { heads: [words.lineNumber, ...heads], keys: 1, isRight, ends };
  const blocks = toBlocks(readTables(pages, numbered), 1, 0, manifest);
  if (blocks.length > 0) return blocks;
  return readKeysFirst(pages, manifest, (of) => ({
    heads: [words.lineNumber, ...of.map((at) => heads[at] ?? '')],
    isRight: (at: number) => at === 0 || isFigure(of[at - 1] ?? -1),
    ends,
  }));
}

/** Columns that tell a record apart, when and who or else its id, stand before those of every page. */
function readKeysFirst(
  pages: readonly PagePlaces[],
  manifest: Manifest,
  toQuestion: (order: readonly number[]) => Omit<TableQuestion, 'keys'>,
): Block[] {
  const all = manifest.columns.map((_, at) => at);
  const find = (names: readonly string[]) => names.flatMap((name) => all.filter((at) => manifest.columns[at] === name));
  const [start, id] = [find([propertyNames.firstStart]), find([propertyNames.recordId, propertyNames.id])];
  const owner = find(['owner_name', propertyNames.owner]).slice(0, 1);
  for (const keys of [[...start, ...owner], id.slice(0, 1), id.slice(1)]) {
    if (keys.length === 0) continue;
    const rest = all.filter((at) => !keys.includes(at));
    const question = { ...toQuestion([...keys, ...rest]), keys: 1 + keys.length };
    const found = toBlocks(readTables(pages, question), question.keys, 0, manifest);
    const [first, ...others] = found;
    if (!first) continue;
    // The keys are columns of the file too: once, before the others of the first block.
    const own = found.map((block) => ({ ...block, places: block.places.map((at) => rest[at] ?? -1) }));
    const withKeys = {
      heads: [...keys.map((at) => manifest.heads[at] ?? ''), ...first.heads],
      places: [...keys, ...(own[0]?.places ?? [])],
      rows: first.rows.map((row) => ({ keys: row.keys.slice(0, 1), cells: [...row.keys.slice(1), ...row.cells] })),
    };
    return [withKeys, ...own.slice(1, 1 + others.length)];
  }
  return [];
}

function isFigureColumn({ of, units = {} }: Manifest, name: string): boolean {
  return of === 'report' || name in units || findReadable(name)?.type === 'number';
}

/** @param keys columns that stand beside every block. @param first the place of the first that does not */
function toBlocks(tables: readonly PrintedTable[], keys: number, first: number, manifest: Manifest): Block[] {
  let next = first;
  return tables.map((table) => {
    const own = table.heads.slice(keys);
    const places = own.map((_, at) => next + at);
    next += own.length;
    const rows = joinBroken(table, keys, manifest);
    return {
      heads: own,
      places,
      rows: rows.map((cells) => ({ keys: cells.slice(0, keys), cells: cells.slice(keys) })),
    };
  });
}

/** A row that a page's end broke goes on below the next head, with the rest of its long texts and nothing else. */
function joinBroken({ rows, afterBreak }: PrintedTable, keys: number, manifest: Manifest): string[][] {
  const isSum = (row: readonly string[]) => row.some(isLabel);
  let spare = manifest.of === 'report' ? rows.length : rows.filter((row) => !isSum(row)).length - manifest.lines;
  const joined: string[][] = [];
  rows.forEach((row, at) => {
    const above = joined.at(-1);
    const isRest =
      spare > 0 &&
      afterBreak.has(at) &&
      (manifest.of === 'records'
        ? !row.some((cell) => /^-?[\d.,:]+$/.test(cell))
        : row.slice(keys).every((cell) => cell === ''));
    if (isRest && above) {
      spare -= 1;
      row.forEach((cell, place) => (above[place] = `${above[place] ?? ''} ${cell}`.trim()));
    } else joined.push([...row]);
  });
  return joined;
}

type Read = Pick<ReadFile, 'lines' | 'roundedAway'> & { readonly stated: readonly StatedSum[] };

/** The lines come first; below them each total. What rounding the lines leaves to it is in a note. */
function readRecords(blocks: readonly Block[], manifest: Manifest, notes: readonly string[]): Read {
  const places = blocks.flatMap((block) => block.places);
  const lines = Array.from({ length: Math.min(manifest.lines, blocks[0]?.rows.length ?? 0) }, (_, row) => {
    const cells = blocks.flatMap((block) => block.rows[row]?.cells ?? []);
    return manifest.columns.map((_column, at) => cells[places.indexOf(at)] ?? '');
  });
  const stated: StatedSum[] = [];
  const roundedAway: StatedSum[] = [];
  for (const { places, rows } of blocks) {
    for (const row of rows.slice(manifest.lines)) {
      const label = [...row.keys, ...row.cells].find((cell) => isLabel(cell)) ?? '';
      const currency = toCurrency(label);
      const of = currency === undefined ? {} : { currency };
      row.cells.forEach((cell, at) => {
        const column = manifest.columns[places[at] ?? -1] ?? '';
        if (cell === '' || isLabel(cell)) return;
        stated.push({ where: label, column, ...of, sum: cell, isRounded: true });
        const head = manifest.heads[places[at] ?? -1] ?? '';
        const left = readDifference(
          notes,
          currency === undefined ? head : `${head} (${currency ?? 'currency unknown'})`,
          cell,
        );
        if (left !== undefined) roundedAway.push({ where: label, column, ...of, sum: left });
      });
    }
  }
  return { lines, stated, roundedAway };
}

/** What the note below the table says of a total: in full, or of many the difference alone. Words may be broken anywhere on paper. */
export function readDifference(notes: readonly string[], label: string, total: string): string | undefined {
  const note = squeeze(notes.find((each) => each.startsWith(ROUNDED)) ?? '');
  const named = `in\u201C${squeeze(label)}\u201D`;
  const [, exact] = note.split(`${named}theyaddupto`);
  const [, difference] = exact?.split(`,thetotalis${total.replace('-', '\u2212')}(difference`) ?? [];
  const [short, ...rest] = note.split(named);
  const told = rest.length > 0 ? /[+\u2212][\d.,:]+$/u.exec(short ?? '')?.[0] : undefined;
  return (difference?.split(')')[0] ?? told)?.replace('+', '');
}

const ROUNDED = 'Lines are rounded one by one: ';
const squeeze = (text: string) => text.replaceAll(/\s/gu, '');

export const isLabel = (text: string) =>
  differences.has(text) ||
  text === words.total ||
  text === words.totalWithoutCurrency ||
  toCurrency(text) !== undefined;

/** Undefined: of no one currency. */
export function toCurrency(label: string): string | null | undefined {
  if (label === words.totalWithoutCurrency) return null;
  const start = words.totalIn('');
  return label.startsWith(start) && label.length > start.length ? label.slice(start.length) : undefined;
}

/**
 * A row that rows inside of it follow is a subtotal; the last is the total. Rows of differences stand only in the blocks they say something
 * in: the same one is known by the line it follows, how deep it stands and what it is called.
 */
function readReport(blocks: readonly Block[], manifest: Manifest): Read {
  const groups = manifest.report?.groupBy.length ?? 0;
  const found = new Map<string, string[]>();
  const order: [number, string][] = [];
  const stated: StatedSum[] = [];
  for (const { places, rows } of blocks) {
    let [lines, after] = [0, 0];
    rows.forEach((row, at) => {
      const isTotal = at === rows.length - 1;
      if (isTotal)
        row.cells.forEach((cell, place) =>
          stated.push({ where: 'total row', column: manifest.columns[places[place] ?? -1] ?? '', sum: cell || null }),
        );
      if (isTotal && groups > 0) return;
      const depth = toDepth(row);
      const label = row.keys[depth] ?? '';
      const isDifference = differences.has(label);
      const next = rows[at + 1];
      if (!isDifference && next && at + 1 < rows.length - 1 && toDepth(next) > depth) return;
      if (!isDifference) [lines, after] = [lines + 1, 0];
      else after += 1;
      const key = isDifference ? `${lines}/${depth}/${label}` : String(lines);
      const cells = found.get(key) ?? [
        ...row.keys,
        ...Array.from({ length: manifest.columns.length - groups }, () => ''),
      ];
      if (!found.has(key)) order.push([lines + after / 100, key]);
      found.set(
        key,
        row.cells.reduce((all, cell, place) => all.with(places[place] ?? 0, cell), cells),
      );
    });
  }
  const sorted = order.toSorted(([a], [b]) => a - b);
  return { lines: sorted.map(([, key]) => found.get(key) ?? []), stated };
}

/** How many groups a row is inside of: the place of its key. */
const toDepth = ({ keys }: Row) =>
  Math.max(
    0,
    keys.findIndex((key) => key !== ''),
  );
