/** Ids as people list them: one by one, or record IDs of any form, one a line, with bullets, numbers and quotes around them. Pure. */
import { RECORD_ID_FORM, withoutInvisible, withoutListNumbers } from './lookup/read-mail.ts';

export interface PastedIds {
  /** Each once, in the order pasted. */
  readonly ids: readonly string[];
  readonly repeated: number;
  /** Texts that are no ids. */
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

const AROUND = `["'“”„‘’‚«»‹›\`´()[\\]{}<>#*•·‣▪◦–—−.,:;!?-]+`;
const EDGES = new RegExp(`^${AROUND}|${AROUND}$`, 'g');

/** @returns the numbers exactly as they are but for the marks of a list around them */
export function readGivenIds(given: readonly string[]): Pick<PastedIds, 'ids' | 'ignored'> {
  const texts = given.flatMap((text) => text.split(/[\s,;|]+/)).filter((text) => text.replace(EDGES, '') !== '');
  const isNumber = (text: string) => /^\d{1,18}$/.test(text.replace(EDGES, ''));
  return {
    ids: [...new Set(texts.filter(isNumber).map((text) => text.replace(EDGES, '')))],
    ignored: texts.filter((text) => !isNumber(text)),
  };
}

export function readRecordIds(pasted: string): PastedIds {
  const lines = withoutInvisible(pasted)
    .split(LINE_ENDS)
    .map((line) => line.trim())
    .filter((line) => line !== '');
  // Tabs separate the cells of a spreadsheet.
  const pieces = withoutListNumbers(lines).flatMap((line) =>
    line.split('\t').flatMap((cell) => keysInCell(cell.trim())),
  );
  const asked = pieces.flatMap((piece) => ('id' in piece ? [piece.id] : []));
  const ids = [...new Set(asked)];
  const ignored = pieces.flatMap((piece) => ('other' in piece ? [piece.other] : []));
  return { ids, repeated: asked.length - ids.length, ignored };
}

const LABEL = String.raw`(?:(?:sys_object|a552213_record|object|record)[ _-]?)?ids?`;
const LABELS = new RegExp(String.raw`\b${LABEL}[\s:=#]*(?=["'([#]*\d)`, 'gi');

const KEYS = new RegExp(RECORD_ID_FORM, 'g');
const BULLET = /^[-*•·‣▪◦–—−#]+\s*/u;
const KEY_LABEL = new RegExp(`^${LABEL}\\s*[:=#]\\s*`, 'i');
const QUOTED = /"([^"]*)"|'([^']*)'/g;

function keysInCell(cell: string): Piece[] {
  const known = cell.match(KEYS);
  if (known) {
    const rest = cell.replaceAll(LABELS, ' ').split(KEYS);
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
  return RECORD_ID_FORM.test(cell) || /^\d{5,18}$/.test(cell.trim().replace(EDGES, ''));
}
