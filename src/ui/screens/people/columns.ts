/** The columns of People & clients that are filled by hand, and what a cell holds. Pure. */
import type { NameColumn } from '../../../domain/people/names-line.ts';

export type Shown = 'people' | 'objects';

export interface FieldColumn {
  readonly name: NameColumn;
  /** Width in letters. */
  readonly letters: number;
  readonly right?: boolean;
  /** Offers what other rows have there. */
  readonly suggests?: boolean;
}

export const fieldColumns: Readonly<Record<Shown, readonly FieldColumn[]>> = {
  people: [
    { name: 'name', letters: 22 },
    { name: 'team', letters: 16, suggests: true },
    { name: 'weekly_hours', letters: 7, right: true },
    { name: 'active_from', letters: 11 },
    { name: 'active_to', letters: 11 },
    { name: 'absences', letters: 30 },
  ],
  objects: [
    { name: 'name', letters: 30 },
    { name: 'client', letters: 26, suggests: true },
    { name: 'currency', letters: 8, suggests: true },
  ],
};
