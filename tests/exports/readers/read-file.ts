/** What a reader of another maker finds in an exported file. */
import type { Manifest } from '#contract/exports.ts';
import type { ReadingRoom } from './room.ts';

/** A sum that the file itself states, or that its reader calculated. */
export interface StatedSum {
  /** `total row`, `calculated`, … */
  readonly where: string;
  /** The column's name. */
  readonly column: string;
  /** Undefined: of all lines. */
  readonly currency?: string | null;
  readonly sum: string | null;
  /** Added up in doubles. */
  readonly isDouble?: true;
  /** Printed with fewer decimals than the lines have. */
  readonly isRounded?: true;
}

/** Cells as plain texts, empty where unset; numbers as plain decimals, of clock hours as minutes. */
export interface ReadFile {
  readonly heads: readonly string[];
  readonly lines: readonly (readonly string[])[];
  /** As the file says them; undefined: it has no place for notes. */
  readonly notes?: readonly string[];
  readonly stated?: readonly StatedSum[];
  /** Figures are rounded to the decimals they are printed with: what that leaves to each stated sum is here too. */
  readonly roundedAway?: readonly Omit<StatedSum, 'where'>[];
  /** What is wrong by the file's own word. */
  readonly wrong?: readonly string[];
}

export interface Reader {
  readonly presets: readonly Manifest['preset'][];
  /** @param numeric whether the cells of a column are figures, by its place */
  read(path: string, manifest: Manifest, numeric: (at: number) => boolean, room: ReadingRoom): Promise<ReadFile>;
}
