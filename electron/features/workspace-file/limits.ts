/** Limits how much a saved workspace may hold, in one place for saving and loading, so that what is written can be read. */
import { markCount } from '#domain/locale-forms.ts';
import { workspaceFileTexts as texts } from '#texts/hosts/workspace-file.ts';

const KIB = 1024;
const MIB = 1024 * KIB;
const GIB = 1024 * MIB;

export const limits = {
  /** The bytes of the file on disk. */
  fileBytes: 8 * GIB,
  /** The bytes of one part's unpacked text, all of which is in memory at once. */
  partBytes: 32 * MIB,
  /** How many times longer than its packed form a part's text may be. */
  ratio: 200,
  parts: 50_000,
  manifestBytes: 16 * MIB,
  /** Records, including those of an incomplete refresh. */
  records: 5_000_000,
  /**
   * The characters of one value. A value kept as received is a text within a text: up to twice as long as the longest answer (3 MiB), and
   * more.
   */
  textCharacters: 8 * MIB,
  /** Names, reports, exports, marks and ids to remove. */
  entries: 1_000_000,
  reports: 1_000,
  exports: 1_000,
  /** The characters of the sync state. */
  stateCharacters: 4 * MIB,
} as const;

/** A part is closed when it holds this much text. */
export const PART_TARGET_BYTES = 4 * MIB;

/** Explains why a file is not loaded, as the end of a sentence from src/texts. */
export class FileFault extends Error {}

export function refuse(why: string): never {
  throw new FileFault(why);
}

/** @param what names the things of which there are too many */
export function refuseMany(what: string, most: number): never {
  refuse(texts.tooMany(what, markCount(most)));
}
