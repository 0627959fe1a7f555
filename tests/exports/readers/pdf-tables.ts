/** Finds the tables and notes of a PDF by where poppler sees its words: columns below their heads, rows by the room between them. */
import type { PagePlaces, WordPlace } from '#tests/support/exports/pdf-reader.ts';

export interface PrintedTable {
  readonly heads: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** Rows at the top of a page: they may go on with the row above them. */
  readonly afterBreak: ReadonlySet<number>;
}

interface TextLine {
  readonly top: number;
  readonly words: readonly WordPlace[];
}

interface Part {
  text: string;
  readonly left: number;
  right: number;
}

interface Column {
  readonly head: string;
  readonly left: number;
  readonly right: number;
}

/** The running head is above, the footer below. */
const TOP = 44;
const BOTTOM = 48;
/** Words of one line differ less. */
const SAME = 1;
/** Between words of a head it is less, between columns more. */
const BETWEEN_COLUMNS = 4.5;
const MAX_HEAD_LINES = 9;

const squeeze = (text: string) => text.replaceAll(/\s/gu, '');

/** Lines of a page's body, from its top. */
export function toLines({ height, words }: PagePlaces): TextLine[] {
  const inside = words.filter(({ top, bottom }) => top >= TOP && bottom <= height - BOTTOM);
  const lines: { top: number; words: WordPlace[] }[] = [];
  for (const word of inside.toSorted((a, b) => a.top - b.top || a.left - b.left)) {
    const line = lines.at(-1);
    if (line && word.top - line.top < SAME) line.words.push(word);
    else lines.push({ top: word.top, words: [word] });
  }
  return lines.map(({ top, words: own }) => ({ top, words: own.toSorted((a, b) => a.left - b.left) }));
}

/**
 * @param heads all that the tables can have, in order; the first `keys` stand before every block of the others
 * @param isRight whether a column's cells end at its right edge, by its head's place
 * @param ends lines that end the last table
 */
export function readTables(
  pages: readonly PagePlaces[],
  { heads, keys, isRight, ends }: TableQuestion,
): PrintedTable[] {
  const tables: { heads: string[]; columns: Column[]; rows: string[][]; afterBreak: Set<number> }[] = [];
  let next = keys;
  let isOver = false;
  for (const page of pages) {
    const lines = toLines(page);
    for (let at = 0; at < lines.length && !isOver; at += 1) {
      const last = tables.at(-1);
      const from = last ? next - (last.heads.length - keys) : next;
      const repeated = last && findHead(lines, at, [], last.heads, true);
      const fresh = repeated ? undefined : findHead(lines, at, heads.slice(0, keys), heads.slice(next));
      const found = repeated ?? fresh;
      if (!found) continue;
      const table = repeated && last ? last : startTable(found.columns);
      if (fresh) {
        tables.push(table);
        next += found.columns.length - keys;
      }
      const first = repeated ? from : next - (found.columns.length - keys);
      const rightAt = (place: number) => isRight(place < keys ? place : first + place - keys);
      const body = lines.slice(at + found.lines);
      const end = body.findIndex(({ words }) => ends.includes(words.map(({ text }) => text).join(' ')));
      isOver = end >= 0;
      if (repeated && table.rows.length > 0) table.afterBreak.add(table.rows.length);
      table.rows.push(...toRows(isOver ? body.slice(0, end) : body, found.columns, rightAt));
      break;
    }
  }
  return tables;
}

export interface TableQuestion {
  readonly heads: readonly string[];
  readonly keys: number;
  readonly isRight: (at: number) => boolean;
  readonly ends: readonly string[];
}

function startTable(columns: Column[]) {
  return { heads: columns.map(({ head }) => head), columns, rows: [], afterBreak: new Set<number>() };
}

/** The lines from `start` that are the keys' heads and then as many of the others as stand beside one another. */
function findHead(
  lines: readonly TextLine[],
  start: number,
  keys: readonly string[],
  rest: readonly string[],
  isWhole = false,
): { readonly columns: Column[]; readonly lines: number } | undefined {
  for (let count = Math.min(MAX_HEAD_LINES, lines.length - start); count > 0; count -= 1) {
    const columns = toColumns(lines.slice(start, start + count));
    const meant = [...keys, ...rest].slice(0, columns.length);
    if (columns.length <= keys.length && rest.length > 0) continue;
    if (isWhole && columns.length !== rest.length) continue;
    if (columns.every(({ head }, at) => squeeze(head) === squeeze(meant[at] ?? '\0'))) {
      return { columns: columns.map((column, at) => ({ ...column, head: meant[at] ?? '' })), lines: count };
    }
  }
  return undefined;
}

/** Words of several lines that overlap or share an edge are of one head: the columns have room between them. */
function toColumns(lines: readonly TextLine[]): Column[] {
  const columns: { head: string; left: number; right: number }[] = [];
  for (const line of lines) {
    for (const { text, left, right } of toParts(line)) {
      const own = columns.find((column) => left < column.right && column.left < right);
      if (!own) columns.push({ head: text, left, right });
      else {
        own.head += ` ${text}`;
        own.left = Math.min(own.left, left);
        own.right = Math.max(own.right, right);
      }
    }
  }
  return columns.toSorted((a, b) => a.left - b.left);
}

/** Within a row lines are nearer to one another than rows are, which have room of their own above and below. */
function toRows(lines: readonly TextLine[], columns: readonly Column[], isRight: (at: number) => boolean): string[][] {
  const rows: string[][] = [];
  let above: TextLine | undefined;
  for (const line of lines) {
    const [first] = line.words;
    const size = first ? first.bottom - first.top : 0;
    const isNew = above === undefined || line.top - above.top > LINE_PITCH * size + HALF_ROOM;
    if (isNew) rows.push(columns.map(() => ''));
    const row = rows.at(-1);
    for (const part of toParts(line)) {
      const at = findColumn(part, columns, isRight);
      const before = row?.[at] ?? '';
      row?.splice(at, 1, before === '' ? part.text : `${before} ${part.text}`);
    }
    above = line;
  }
  return rows;
}

/** From one line of a cell to the next, in ems; between rows it is a little more. */
const LINE_PITCH = 1.26;
const HALF_ROOM = 0.6;

/** Words of one cell stand nearer to one another than cells do. */
function toParts({ words }: TextLine): Part[] {
  const parts: Part[] = [];
  for (const { text, left, right } of words) {
    const part = parts.at(-1);
    if (part && left - part.right < BETWEEN_COLUMNS) {
      part.text += ` ${text}`;
      part.right = right;
    } else parts.push({ text, left, right });
  }
  return parts;
}

function findColumn({ left, right }: Part, columns: readonly Column[], isRight: (at: number) => boolean): number {
  const ending = columns.findIndex((column, at) => isRight(at) && Math.abs(column.right - right) < SAME);
  if (ending >= 0) return ending;
  return Math.max(
    0,
    columns.findLastIndex((column, at) => !isRight(at) && column.left <= left + SAME),
  );
}

/** The list below a heading, up to the next one: each point begins with its mark at the left edge. */
export function readList(pages: readonly PagePlaces[], heading: string, end: string): string[] {
  const notes: string[][] = [];
  let isIn = false;
  for (const { words } of pages.flatMap(toLines)) {
    const text = words.map((each) => each.text).join(' ');
    if (isIn && text === end) break;
    if (isIn) {
      const [mark, ...rest] = words;
      if (mark?.text === '–') notes.push(rest.map((each) => each.text));
      else notes.at(-1)?.push(...words.map((each) => each.text));
    }
    if (text === heading) isIn = true;
  }
  return notes.map((each) => each.join(' '));
}
