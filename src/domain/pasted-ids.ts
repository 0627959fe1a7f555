/**
 * Reads ids out of what people paste: lists with bullets, numbers, hash marks, quotes, brackets and words around them. Texts that are no
 * ids are listed separately: never dropped silently, never sent. Pure.
 */
import { ID_PROPERTY, RECORD_ID_PROPERTY } from './properties.ts';

export interface PastedIds {
  /** Each once, in the order pasted. */
  readonly ids: readonly string[];
  readonly repeated: number;
  /** Texts that are no ids: neighbouring words of a line are one text. */
  readonly ignored: readonly string[];
}

/** The service reads at most this many at once. */
const IDS_A_REQUEST = 100;
/** Most ids of one look-up. */
export const MOST_IDS = 10_000;

export function requestsFor(ids: number): number {
  return Math.ceil(ids / IDS_A_REQUEST);
}

type Piece = { readonly id: string } | { readonly other: string };

const LINE_ENDS = /[\n\r\v\f\u2028\u2029]+/;
/** Zero-width characters that are copied along from pages and documents. */
const INVISIBLE = /[\u00AD\u200B-\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF]/g;

/** @param idProperty `a552213_record_id`: one key a line, spaces belong to it; any other: numbers, however they are separated. */
export function readIds(pasted: string, idProperty: string): PastedIds {
  const isKey = idProperty === RECORD_ID_PROPERTY;
  const lines = pasted
    .split(LINE_ENDS)
    .map((raw) => raw.replaceAll(INVISIBLE, '').trim())
    .filter((line) => line !== '');
  const pieces = withoutListNumbers(lines).flatMap(isKey ? keysIn : numbersIn);
  // 007 and 7 are the same number.
  const ids = new Map<string, string>();
  let repeated = 0;
  for (const piece of pieces) {
    if (!('id' in piece)) continue;
    const same = isKey ? piece.id : BigInt(piece.id).toString();
    if (ids.has(same)) repeated += 1;
    else ids.set(same, piece.id);
  }
  const ignored = pieces.flatMap((piece) => ('other' in piece ? [piece.other] : []));
  return { ids: [...ids.values()], repeated, ignored };
}

/** `3.` or `3)` before something else. */
const LIST_NUMBER = /^(\d{1,3})[.)]\s+(?=.*[\p{L}\p{N}])/u;

/** Numbers before lines are removed only where they count up from line to line: `12. 345` alone may be two ids. */
function withoutListNumbers(lines: readonly string[]): string[] {
  const numbers = lines.map((line) => {
    const [, number] = LIST_NUMBER.exec(line) ?? [];
    return number === undefined ? Number.NaN : Number(number);
  });
  return lines.map((line, at) => {
    const number = numbers[at] ?? Number.NaN;
    const isRunning = numbers[at - 1] === number - 1 || numbers[at + 1] === number + 1;
    return isRunning ? line.replace(LIST_NUMBER, '') : line;
  });
}

const NUMBER = /^\d{1,18}$/;
const AROUND = `["'“”„‘’‚«»‹›\`´()[\\]{}<>#*•·‣▪◦–—−.,:;!?-]+`;
const EDGES = new RegExp(`^${AROUND}|${AROUND}$`, 'g');
const LABEL = String.raw`(?:(?:sys_object|a552213_record|object|record)[ _-]?)?ids?`;
const LABELS = new RegExp(String.raw`\b${LABEL}[\s:=#]*(?=["'([#]*\d)`, 'gi');

function numbersIn(line: string): Piece[] {
  // The number before a key is no id of its own.
  const [key] = KEY.exec(line) ?? [];
  if (key !== undefined) {
    const [before = '', ...after] = line.split(key);
    return [...numbersIn(before.trim()), { other: key }, ...numbersIn(after.join(key).trim())];
  }
  const tokens = line.replaceAll(LABELS, ' ').split(/[\s,;|]+/);
  const found: Piece[] = [];
  let words: string[] = [];
  const endWords = () => {
    if (words.length > 0) found.push({ other: words.join(' ') });
    words = [];
  };
  for (const token of tokens) {
    const bare = token.replace(EDGES, '');
    if (bare === '') continue;
    if (!NUMBER.test(bare)) {
      words.push(token);
      continue;
    }
    endWords();
    found.push({ id: bare });
  }
  endWords();
  return found;
}

/** As the platform writes a record ID. */
const KEY = /\d+ -- \d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}(?:\.\d+)?/;
const KEYS = new RegExp(KEY, 'g');
const BULLET = /^[-*•·‣▪◦–—−#]+\s*/u;
const KEY_LABEL = new RegExp(`^${LABEL}\\s*[:=#]\\s*`, 'i');
const QUOTED = /"([^"]*)"|'([^']*)'/g;

/** Tabs separate the cells of a spreadsheet. */
function keysIn(line: string): Piece[] {
  return line.split('\t').flatMap((cell) => keysInCell(cell.trim()));
}

function keysInCell(cell: string): Piece[] {
  const known = cell.match(KEYS);
  if (known) {
    const rest = cell.replaceAll(LABELS, ' ').split(KEY);
    const others = rest.map((each) => each.trim()).filter((each) => each.replaceAll(EDGES, '') !== '');
    return [...known.map((id) => ({ id })), ...others.map((other) => ({ other }))];
  }
  const quoted = [...cell.matchAll(QUOTED)].map(([, double, single]) => double ?? single ?? '');
  // A list of quoted ids and nothing else.
  const isList = quoted.length > 0 && cell.replaceAll(QUOTED, '').replaceAll(/[\s,;[\](){}]/g, '') === '';
  return (isList ? quoted : [bareKey(cell)]).flatMap((key): Piece[] => {
    if (key.replaceAll(EDGES, '') === '') return [];
    // The forms of keys are unknown; one without a digit, or a line that introduces others, is a word.
    return /\d/.test(key) && !key.endsWith(':') ? [{ id: key }] : [{ other: cell }];
  });
}

function bareKey(text: string): string {
  return text
    .replace(BULLET, '')
    .replace(KEY_LABEL, '')
    .replace(/[\s,;]+$/, '')
    .replace(/^\[(.*)\]$|^\((.*)\)$|^\{(.*)\}$|^<(.*)>$/, '$1$2$3$4')
    .replace(/^"(.*)"$|^'(.*)'$|^“(.*)”$|^‘(.*)’$/, '$1$2$3$4')
    .trim();
}

/** The column with the most ids of either kind. */
export function findIdColumn(lines: readonly { readonly cells: readonly string[] }[]): number {
  const width = Math.max(0, ...lines.map(({ cells }) => cells.length));
  const counts = Array.from({ length: width }, (_, at) => lines.filter(({ cells }) => isId(cells[at] ?? '')).length);
  return Math.max(0, counts.indexOf(Math.max(...counts)));
}

/** Shorter numbers are counts, hours and years. */
function isId(cell: string): boolean {
  return KEY.test(cell) || /^\d{5,18}$/.test(cell.trim().replace(EDGES, ''));
}

/** Which id a text is about: keys have a form of their own. */
export function guessIdProperty(pasted: string): string {
  return KEY.test(pasted) ? RECORD_ID_PROPERTY : ID_PROPERTY;
}
