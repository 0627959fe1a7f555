/**
 * What a capsule holds: one HTML file with its lines, what is said about them, a seal and the page that checks it. The writer, the page and
 * the terminal read it by these words.
 */
import type { ColumnSums, ExportColumn, ExportHead, Line, OutlineRow } from './model.ts';

/** What the page says. `{name}` is filled in by the page. */
export interface CapsuleWords {
  /** Of the page's language, `en`. */
  readonly language: string;
  /** Shown until the page has checked itself, and for ever where it cannot. */
  readonly unchecked: { readonly title: string; readonly text: string };
  readonly checking: string;
  readonly untouched: string;
  readonly changed: string;
  /** `{why}` */
  readonly changedAbout: string;
  readonly reasons: {
    readonly bytes: string;
    readonly sums: string;
    readonly unreadable: string;
  };
  readonly seal: string;
  readonly sealAbout: string;
  readonly totals: string;
  readonly totalsAgree: string;
  readonly totalsDiffer: string;
  readonly column: string;
  readonly currency: string;
  readonly written: string;
  readonly added: string;
  readonly agrees: string;
  readonly differs: string;
  readonly noCurrency: string;
  readonly notes: string;
  readonly facts: string;
  readonly lines: string;
  readonly search: string;
  /** `{column}` */
  readonly filterBy: string;
  readonly filterAbout: string;
  readonly clear: string;
  /** `{shown}`, `{all}` */
  readonly shown: string;
  readonly sumShown: string;
  readonly nothing: string;
  /** `{printed}`, `{all}` */
  readonly printed: string;
}

export interface CapsuleData {
  /** Of this arrangement of the data. */
  readonly capsule: 1;
  readonly words: CapsuleWords;
  readonly head: ExportHead;
  readonly columns: readonly ExportColumn[];
  readonly currencyAt: number | null;
  readonly outline: readonly OutlineRow[] | null;
  readonly lines: readonly Line[];
  readonly sums: ColumnSums;
  /** As in the manifest beside it, without its name and hash. */
  readonly manifest: Readonly<Record<string, unknown>>;
}

/** Lines times columns that a browser still sorts and filters at once. */
export const MOST_CELLS = 3_000_000;
/** Longer texts no browser keeps in one piece. */
export const MOST_LETTERS = 256 * 1024 * 1024;

/** The data is sealed by its last letters: everything before them is hashed, after the frame. */
const SEAL_START = ',"seal":"';
const SEAL_END = '"}';
const HASH_LENGTH = 64;
const TAIL_LENGTH = SEAL_START.length + HASH_LENGTH + SEAL_END.length;

export const toTail = (seal: string): string => `${SEAL_START}${seal}${SEAL_END}`;

/** @returns undefined where the text does not end as sealed data does. */
export function splitSeal(text: string): { readonly body: string; readonly seal: string } | undefined {
  const tail = text.slice(-TAIL_LENGTH);
  const seal = tail.slice(SEAL_START.length, -SEAL_END.length);
  if (text.length <= TAIL_LENGTH || !/^[0-9a-f]{64}$/.test(seal) || tail !== toTail(seal)) return undefined;
  return { body: text.slice(0, -TAIL_LENGTH), seal };
}

/** HTML text in plain ASCII, written as a browser writes it again once letters beyond ASCII are escaped. */
export function escapeMarkup(text: string): string {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return escapeLetters(escaped.replaceAll('\u00A0', '&nbsp;'));
}

/** Letters beyond ASCII as decimal references, which can be written in one way only. */
export function escapeLetters(markup: string): string {
  return markup.replaceAll(/[^\x20-\x7e]/gu, (letter) => `&#${letter.codePointAt(0)};`);
}
