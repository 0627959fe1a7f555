/** The columns of People & clients that are filled by hand, and what a cell holds. Pure. */
import { peopleTexts as texts } from '#texts/screens/people/table.ts';
import type { Shown } from '#ui/naming/use-named-rows.ts';
import { dayText } from '#ui/format/times.ts';
import { localizeDecimal, readDay, toDecimal } from '#ui/locale/forms.ts';
import type { NameColumn } from '#domain/people/names-line.ts';

export interface FieldColumn {
  readonly name: NameColumn;
  /** Width in letters. */
  readonly letters: number;
  readonly right?: boolean;
  /** Shown and typed as the chosen locale writes it; without: as it is. */
  readonly form?: 'day' | 'hours';
  /** Offers what other rows have there. */
  readonly suggests?: boolean;
}

export const fieldColumns: Readonly<Record<Shown, readonly FieldColumn[]>> = {
  people: [
    { name: 'name', letters: 22 },
    { name: 'team', letters: 16, suggests: true },
    { name: 'weekly_hours', letters: 21, right: true, form: 'hours' },
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

/** @param held the cell's value: a day `YYYY-MM-DD`, weekly hours, a line for each day from which they hold, or text */
export function showCell({ form }: FieldColumn, held: string): string {
  if (form === 'day') return dayText(held);
  if (form !== 'hours') return held;
  const lines = held.split('; ').map((line) => line.split(' from '));
  return lines
    .map(([hours = '', from]) => localizeDecimal(hours) + (from === undefined ? '' : texts.from(dayText(from))))
    .join('\n');
}

/** @returns the value that is meant; a text that cannot be read stays as it is, to be refused with its reason */
export function readCell({ form }: FieldColumn, typed: string): string {
  if (form === 'day') return readDay(typed) ?? typed;
  return form === 'hours' ? typed.split(/[;\n]/).map(readHoursLine).join('; ') : typed;
}

function readHoursLine(line: string): string {
  const [hours = '', ...words] = line.trim().split(/\s+/);
  // Behind a word, or at once.
  const from = readDay(words.join(' ')) ?? readDay(words.slice(1).join(' '));
  const read = toDecimal(hours);
  return from === undefined ? [read, ...words].join(' ') : `${read} from ${from}`;
}

export const countLines = (text: string): number => text.split(/;|\n/).length;
