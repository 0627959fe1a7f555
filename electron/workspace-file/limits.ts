/** How much a saved workspace may hold: its one home, for saving and loading alike, so that what is written can be read. */

const KIB = 1024;
const MIB = 1024 * KIB;
const GIB = 1024 * MIB;

export const limits = {
  /** The file as it lies on disk. */
  fileBytes: 8 * GIB,
  /** The text of one part, unpacked: that much is in memory at once. */
  partBytes: 32 * MIB,
  /** A part's text may be so many times as long as what it was packed into. */
  ratio: 200,
  parts: 50_000,
  manifestBytes: 16 * MIB,
  /** Records, those of an unfinished refresh included. */
  records: 5_000_000,
  /** One value. What is kept as received stands as a text in a text: up to twice as long as the longest answer, 3 MiB, and more. */
  textCharacters: 8 * MIB,
  /** Names, reports, marks, ids to take out. */
  entries: 1_000_000,
  reports: 1_000,
  /** The sync state. */
  stateCharacters: 4 * MIB,
} as const;

/** A part is closed when it holds this much text. */
export const PART_TARGET_BYTES = 4 * MIB;
