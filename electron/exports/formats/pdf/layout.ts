/** Finds room for a table on paper: upright or across, in smaller type, or in blocks of columns with the keys repeated. All in points. */
import { measureText } from './text-width.ts';
import type { Fonts } from './fonts.ts';
import type { PrintedTable } from './printed-table.ts';

export interface Paper {
  readonly width: number;
  readonly height: number;
}

export interface Block {
  /** Which columns of the table it holds. */
  readonly columns: readonly number[];
  /** Of each of them, its inset included. */
  readonly widths: readonly number[];
}

export interface Layout {
  readonly paper: Paper;
  readonly typeSize: number;
  readonly blocks: readonly Block[];
}

/** What a column asks for. */
interface Room {
  /** Without breaking a word that is not overlong. */
  readonly least: number;
  /** For reading without many broken lines. */
  readonly good: number;
  /** For its longest text on one line. */
  readonly full: number;
}

const A4 = { short: 595.28, long: 841.89 };
export const MARGIN = 36;
export const INSET = 3;
export const SLACK = 1;
export const UPRIGHT: Paper = { width: A4.short, height: A4.long };
const across: Paper = { width: A4.long, height: A4.short };

const TYPE_SIZE = 8;
const SMALL_TYPE_SIZE = 7;
const LONGEST_WORD = 96;
const LONGEST_FIGURE = 150;
const GOOD_TEXT = 210;
/** Of the width that texts ask for: beyond it an upright page breaks too many of their lines. */
const MOST_CROWDED = 1.3;
/** What a column takes beyond its longest text where a table is narrower than the page. */
const MOST_AIR = 36;

export function innerWidth({ width }: Paper): number {
  return width - 2 * MARGIN;
}

/** `upright` where it fits without breaking words; `across` in any case. Otherwise as it is read best. */
export type Lie = 'best' | 'upright' | 'across';

export function layOut(table: PrintedTable, fonts: Fonts, lie: Lie = 'best'): Layout {
  const rooms = findRooms(table, fonts, TYPE_SIZE);
  const all = table.columns.map((_, at) => at);
  const fits = (each: readonly Room[], paper: Paper, of: keyof Room) => sum(each, of) <= innerWidth(paper);
  const whole = (paper: Paper, typeSize: number, each: readonly Room[]): Layout => ({
    paper,
    typeSize,
    blocks: [{ columns: all, widths: share(each, innerWidth(paper)) }],
  });
  const isLoose = sum(rooms, 'good') <= innerWidth(UPRIGHT) * MOST_CROWDED;
  if (lie === 'upright' && isLoose && fits(rooms, UPRIGHT, 'least')) return whole(UPRIGHT, TYPE_SIZE, rooms);
  if (lie !== 'across' && fits(rooms, UPRIGHT, 'good')) return whole(UPRIGHT, TYPE_SIZE, rooms);
  if (fits(rooms, across, 'least')) return whole(across, TYPE_SIZE, rooms);
  const smaller = findRooms(table, fonts, SMALL_TYPE_SIZE);
  if (fits(smaller, across, 'least')) return whole(across, SMALL_TYPE_SIZE, smaller);
  return { paper: across, typeSize: TYPE_SIZE, blocks: toBlocks(rooms, table.keys, innerWidth(across)) };
}

function findRooms({ columns, rows }: PrintedTable, { regular, bold }: Fonts, typeSize: number): Room[] {
  return columns.map(({ head, isFigure, wraps }, at) => {
    const headWord = widest(head.split(/\s+/), (word) => measureText(word, bold));
    let [text, word] = [0, 0];
    for (const { level, cells } of rows) {
      const cell = cells[at] ?? '';
      const face = level === 'line' || level === 'difference' ? regular : bold;
      const own = widest(cell.split('\n'), (line) => measureText(line, face));
      text = Math.max(text, own);
      if (wraps && own > word)
        word = Math.max(
          word,
          widest(cell.split(/\s+/), (each) => measureText(each, face)),
        );
    }
    const points = (ems: number, most: number) => Math.min(ems * typeSize, most) + 2 * INSET + SLACK;
    const leastHead = points(headWord, LONGEST_WORD);
    if (!wraps) {
      const own = Math.max(points(text, LONGEST_FIGURE), leastHead);
      return { least: own, good: own, full: own };
    }
    const least = Math.max(points(word, LONGEST_WORD), leastHead);
    // Numbers of lines: only the words below them are broken.
    if (isFigure) return { least, good: least, full: least };
    return {
      least,
      good: Math.max(points(text, GOOD_TEXT), leastHead),
      full: Math.max(points(text, A4.long), leastHead),
    };
  });
}

/** Every column gets its least, then its good, then its full width and some air as far as the room goes: the most modest ones first. */
function share(rooms: readonly Room[], most: number): number[] {
  const wishes = [
    rooms.map(({ good }) => good),
    rooms.map(({ full }) => full),
    rooms.map(({ full }) => full + MOST_AIR),
  ];
  return wishes.reduce(
    (widths, wished) => fill(widths, wished, most),
    rooms.map(({ least }) => least),
  );
}

/** Widens all that wish more by the same, until each has what it wished or the room is used up. */
function fill(widths: readonly number[], wished: readonly number[], most: number): number[] {
  let left = most - total(widths);
  const gains = widths.map(() => 0);
  const byWish = wished
    .map((wish, at) => ({ at, wish: wish - (widths[at] ?? 0) }))
    .filter(({ wish }) => wish > 0)
    .toSorted((a, b) => a.wish - b.wish);
  byWish.forEach(({ at, wish }, index) => {
    const gain = Math.max(0, Math.min(wish, left / (byWish.length - index)));
    gains[at] = gain;
    left -= gain;
  });
  return widths.map((width, at) => width + (gains[at] ?? 0));
}

/** Keys take at most half of the page; each block as many of the other columns as fit beside them, at least one. */
function toBlocks(rooms: readonly Room[], keys: number, most: number): Block[] {
  const wide = rooms.slice(0, keys);
  const keyRooms = shrink(wide, most / 2);
  const free = most - sum(keyRooms, 'least');
  const groups: number[][] = [];
  let taken = Infinity;
  rooms.slice(keys).forEach(({ least, good }, index) => {
    const asked = Math.min(Math.max(least, Math.min(good, GOOD_TEXT / 2)), free);
    if (taken + asked > free) {
      groups.push([]);
      taken = 0;
    }
    groups.at(-1)?.push(keys + index);
    taken += asked;
  });
  return groups.map((group) => {
    const own = group.map((at) => rooms[at]).filter((room) => room !== undefined);
    return {
      columns: [...keyRooms.map((_, at) => at), ...group],
      widths: share([...keyRooms, ...shrink(own, free)], most),
    };
  });
}

/** Cuts all alike where even the least is too much. */
function shrink(rooms: readonly Room[], most: number): readonly Room[] {
  const least = sum(rooms, 'least');
  if (least <= most) return rooms;
  return rooms.map((room) => {
    const cut = (room.least * most) / least;
    return { least: cut, good: cut, full: cut };
  });
}

const total = (widths: readonly number[]) => widths.reduce((all, width) => all + width, 0);

const sum = (rooms: readonly Room[], of: keyof Room) => total(rooms.map((room) => room[of]));

const widest = (texts: readonly string[], measure: (text: string) => number) =>
  texts.reduce((most, text) => Math.max(most, measure(text)), 0);
