/** How much a saved workspace may hold: one home for saving and loading, so that what is written can be read. */

const KIB = 1024;
const MIB = 1024 * KIB;
const GIB = 1024 * MIB;

export const limits = {
  /** The file on disk. */
  fileBytes: 8 * GIB,
  /** The text of one part, unpacked: all of it is in memory at once. */
  partBytes: 32 * MIB,
  /** Most that a part's text may be longer than its packed form, as a factor. */
  ratio: 200,
  parts: 50_000,
  manifestBytes: 16 * MIB,
  /** Records, those of an incomplete refresh included. */
  records: 5_000_000,
  /** One value. A value kept as received is a text within a text: up to twice as long as the longest answer (3 MiB), and more. */
  textCharacters: 8 * MIB,
  /** Names, reports, exports, marks, ids to remove. */
  entries: 1_000_000,
  reports: 1_000,
  exports: 1_000,
  /** The sync state. */
  stateCharacters: 4 * MIB,
} as const;

/** A part is closed when it holds this much text. */
export const PART_TARGET_BYTES = 4 * MIB;
