/** Reads pasted lists of ids: record ids, or record IDs of any form, one per line, with bullets, numbers and quotes around them. Pure. */
import { LIST_NUMBER, RECORD_ID_FORM, removeInvisible } from './read-mail.ts';

export interface PastedIds {
  /** Distinct ids in the order in which they were pasted. */
  readonly ids: readonly string[];
  readonly repeated: number;
  readonly ignored: readonly string[];
}

/** The service reads at most this many ids per request. */
const IDS_A_REQUEST = 100;
/** The maximum number of ids per look-up. */
export const MAX_IDS = 10_000;

export function countRequests(ids: number): number {
  return Math.ceil(ids / IDS_A_REQUEST);
}

const MARKS = new Set(`"'“”„‘’‚«»‹›\`´()[]{}<>#*•·‣▪◦–—−.,:;!?-`);

/** Uses a loop, because a regular expression would be tried at each of many dashes. */
function trimEdges(text: string): string {
  let [from, to] = [0, text.length];
  while (from < to && MARKS.has(text.charAt(from))) from += 1;
  while (to > from && MARKS.has(text.charAt(to - 1))) to -= 1;
  return text.slice(from, to);
}

/** @returns the numbers as they were pasted, without surrounding list marks */
export function readListedIds(lines: readonly string[]): Pick<PastedIds, 'ids' | 'ignored'> {
  const texts = lines.flatMap((text) => text.split(/[,;|\r\n]+/)).map((text) => text.trim());
  const pieces = texts.map((text) => ({ text, bare: trimEdges(text).trim() })).filter(({ bare }) => bare !== '');
  const isNumber = ({ bare }: { bare: string }) => /^\d{1,18}$/.test(bare);
  return {
    ids: [...new Set(pieces.filter(isNumber).map(({ bare }) => bare))],
    ignored: pieces.filter((piece) => !isNumber(piece)).map(({ text }) => text),
  };
}

/** Cells end at line breaks, at the cells of a spreadsheet, and between the members of a list of quoted ids. */
const CELL_ENDS =
  /[\n\r\v\f\u2028\u2029\t]+|(?<=["”])\s{0,9}[,;]\s{0,9}(?=["“])|^\s{0,9}\[(?=["“])|(?<=["”])\]\s{0,9}$/m;

/** Reads record IDs, which may contain blanks. */
export function readRecordIds(pasted: string): PastedIds {
  const cells = removeInvisible(pasted).split(CELL_ENDS);
  const pieces = cells.flatMap((text) => {
    const cell = text.trim().replace(LIST_NUMBER, '');
    const known = cell.match(RECORD_IDS);
    // In a line with record IDs of a known form, the rest are words.
    const rest = known ? cell.split(RECORD_IDS) : [cell];
    const others = rest.map(trimMarks).filter((other) => trimEdges(other) !== '');
    // Record IDs may have any form, but a text without a digit, or a line that introduces others, is not one.
    const isId = (other: string) => !known && /\d/.test(other) && !other.endsWith(':');
    return [
      ...(known ?? []).map((id) => ({ id, isId: true })),
      ...others.map((other) => ({ id: other, isId: isId(other) })),
    ];
  });
  const idTexts = pieces.filter(({ isId }) => isId).map(({ id }) => id);
  const ids = [...new Set(idTexts)];
  const ignored = pieces.filter(({ isId }) => !isId).map(({ id }) => id);
  return { ids, repeated: idTexts.length - ids.length, ignored };
}

const RECORD_IDS = new RegExp(RECORD_ID_FORM, 'g');
const BEFORE = /^[-*•·‣▪◦–—−#\s]+|^(?:(?:a552213_record|record)[ _-]?)?ids?\s*[:=#]\s*/i;
const AFTER = /[\s,;]{1,9}$/;
const PAIR = /^(?:\[(.*)\]|\((.*)\)|\{(.*)\}|<(.*)>|"(.*)"|'(.*)'|“(.*)”|‘(.*)’)$/;

function trimMarks(text: string): string {
  const bare = text.trim().replace(BEFORE, '').replace(AFTER, '');
  const inside = PAIR.exec(bare)
    ?.slice(1)
    .find((part) => part !== undefined);
  return inside === undefined ? bare : trimMarks(inside);
}

/** Finds the column with the most ids of either kind. */
export function findIdColumn(lines: readonly { readonly cells: readonly string[] }[]): number {
  const width = Math.max(0, ...lines.map(({ cells }) => cells.length));
  const counts = Array.from(
    { length: width },
    (_, index) => lines.filter(({ cells }) => isId(cells[index] ?? '')).length,
  );
  return Math.max(0, counts.indexOf(Math.max(...counts)));
}

/** Shorter numbers are assumed to be counts, hours and years. */
function isId(cell: string): boolean {
  return RECORD_ID_FORM.test(cell) || /^\d{5,18}$/.test(trimEdges(cell.trim()));
}
