/** Prints people's gaps as the settings say, for the sentences about them. */
import type { PrintSettings } from '#domain/reports/print/printed.ts';
import type { GapWords } from '#texts/reports/gaps.ts';
import { measuredWithUnit } from './measured.ts';

/** @param gaps hours as decimal text. */
export function printGaps({ least, smaller, beyond, known }: GapWords, printing: PrintSettings): GapWords {
  const hours = (text: string) => measuredWithUnit('gap_hours', text, printing);
  const sum = (of: GapWords['smaller']) => ({ people: of.people, hours: hours(of.hours) });
  return { least: hours(least), smaller: sum(smaller), beyond: sum(beyond), known };
}
