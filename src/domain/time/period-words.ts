/**
 * The words a written period is read by: those that addresses, saved reports and the terminal carry in every language, and those that
 * people type in the language of the texts.
 */
import { periodWords } from '#texts/reports/period.ts';
import type { Unit } from './calendar-span.ts';

/** `last-month` in a report's file means the same wherever it is opened. Units: one, several. */
const carried = {
  today: 'today',
  yesterday: 'yesterday',
  this: 'this',
  last: 'last',
  units: {
    day: ['day', 'days'],
    week: ['week', 'weeks'],
    month: ['month', 'months'],
    quarter: ['quarter', 'quarters'],
    year: ['year', 'years'],
    'fiscal-quarter': ['fiscal-quarter', 'fiscal-quarters'],
    'fiscal-year': ['fiscal-year', 'fiscal-years'],
  },
  marks: { Q: 'q', W: 'w', F: 'fy' },
} as const;

export const words = {
  today: [carried.today, periodWords.today],
  yesterday: [carried.yesterday, periodWords.yesterday],
  this: [carried.this, ...periodWords.this],
  last: [carried.last, ...periodWords.last],
  months: periodWords.months,
  to: periodWords.to,
} as const;

/** @param isOne whether one of them is meant, as in `last 1 month`. */
export function isUnitWord(unit: Unit, isOne: boolean, word: string): boolean {
  const at = isOne ? 0 : 1;
  return carried.units[unit][at] === word || periodWords.units[unit][at] === word;
}

/** Quarter, week or fiscal year, before or behind its number. */
export function isMark(mark: keyof typeof carried.marks, word: string): boolean {
  return carried.marks[mark] === word || periodWords.marks[mark].includes(word);
}
