/** Days and hours of a list as its country writes them; a day that may be two stays as it is, and is refused. Pure. */
import type { TableLine } from '../tables/csv.ts';

const ISO = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T\s].*)?$/;
const LOCAL = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4})$/;

/** Whether days stand before months; undefined: nothing tells. */
export function findDayOrder(
  lines: readonly TableLine[],
  columns: readonly number[],
  isEnglish: boolean,
): boolean | undefined {
  const days = lines.flatMap(({ cells }) =>
    columns.flatMap((at) => [LOCAL.exec(cells[at] ?? '')].filter((day) => day !== null)),
  );
  if (days.some(([, first]) => Number(first) > 12)) return true;
  if (days.some(([, , , second]) => Number(second) > 12)) return false;
  return !isEnglish || days.some(([, , between]) => between === '.') ? true : undefined;
}

export function readDay(text: string, isDayFirst: boolean | undefined): string {
  const [, year = '', month = '', day = ''] = ISO.exec(text) ?? [];
  if (year !== '') return toIso(year, month, day);
  const [, first = '', , second = '', century = ''] = LOCAL.exec(text) ?? [];
  if (century === '' || (isDayFirst === undefined && first !== second)) return text;
  return isDayFirst === false ? toIso(century, first, second) : toIso(century, second, first);
}

export const mayBeTwoDays = (text: string) => LOCAL.test(text);

const toIso = (year: string, month: string, day: string) => `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;

/** `38,5 Std.` is 38,5. */
export const readHours = (text: string) =>
  text.replace(/(?<=\d)\s*(?:h|hrs?|hours?|std|stunden|heures?|uur|uren)\.?$/i, '');
