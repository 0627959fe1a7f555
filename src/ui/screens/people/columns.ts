/** The columns of People & clients that are filled by hand, and what a cell holds. Pure. */
import type { Shown } from '../../naming/use-named-rows.ts';
import { dayText } from '../../format/times.ts';
import { localizeDecimal, readDay, toDecimal } from '../../locale/forms.ts';
import type { NameColumn } from '../../../domain/people/names-line.ts';

export interface FieldColumn {
  readonly name: NameColumn;
  /** Width in letters. */
  readonly letters: number;
  readonly right?: boolean;
  /** Shown and typed as the chosen locale writes it; without: as it is. */
  readonly form?: 'day' | 'number';
  /** Offers what other rows have there. */
  readonly suggests?: boolean;
}

export const fieldColumns: Readonly<Record<Shown, readonly FieldColumn[]>> = {
  people: [
    { name: 'name', letters: 22 },
    { name: 'team', letters: 16, suggests: true },
    { name: 'weekly_hours', letters: 7, right: true, form: 'number' },
    { name: 'active_from', letters: 11, form: 'day' },
    { name: 'active_to', letters: 11, form: 'day' },
    { name: 'absences', letters: 30 },
  ],
  objects: [
    { name: 'name', letters: 30 },
    { name: 'client', letters: 26, suggests: true },
    { name: 'currency', letters: 8, suggests: true },
  ],
};

/** @param held the cell's value: a day `YYYY-MM-DD`, a number with a decimal point, or text */
export function showCell({ form }: FieldColumn, held: string): string {
  if (form === 'day') return dayText(held);
  return form === 'number' ? localizeDecimal(held) : held;
}

/** @returns the value that is meant; a text that cannot be read stays as it is, to be refused with its reason */
export function readCell({ form }: FieldColumn, typed: string): string {
  if (form === 'day') return readDay(typed) ?? typed;
  return form === 'number' ? toDecimal(typed) : typed;
}
