/** What must be said beside a report's figures, as sentences, and which figures each concerns. */
import { noteBefore, noteHours, reportNoteTexts } from '../../texts/en/reports.ts';
import { formatUnits, SCALE, unitsOf } from '../decimal.ts';
import { hoursOfMinutes } from '../hours.ts';
import type { Measure } from './measures.ts';
import { gridOf, stepsOf, textOf, type PrintSettings } from './printed.ts';
import type { LabelledAmount, ReportNote, ReportResult } from './report.ts';

/** Whether a note says something about a figure of this measure. */
export function concerns({ kind }: ReportNote, measure: Measure): boolean {
  const aggregates = Object.values(measure.sums);
  switch (kind) {
    case 'no-minutes':
      return aggregates.some(
        (each) => each.kind === 'sum' && each.property.endsWith('total_hours') && (each.where?.length ?? 0) > 0,
      );
    case 'no-cost':
    case 'no-value':
      return measure.id.startsWith('margin');
    case 'mixed-currencies':
    case 'no-currency':
      return measure.money;
    case 'no-order-column':
      return false;
    case 'no-expected-hours':
    case 'no-owner':
    case 'logged-since':
      return aggregates.some((each) => each.kind === 'expected');
    case 'unreadable':
    case 'no-date':
    case 'no-client':
      return true;
  }
}

/** A note as one sentence. @param printing how its hours are printed */
export function noteText({ kind, records, minutes, amounts = [] }: ReportNote, printing: PrintSettings): string {
  const hours = () => hoursText(minutes ?? '0', printing);
  switch (kind) {
    case 'no-cost':
      return reportNoteTexts['no-cost'](hours(), amounts.map(amountText));
    case 'no-value':
      return reportNoteTexts['no-value'](countText(records ?? 0), amounts.map(amountText));
    case 'mixed-currencies':
      return reportNoteTexts['mixed-currencies']();
    case 'no-order-column':
      return reportNoteTexts['no-order-column']();
    case 'no-expected-hours':
      return reportNoteTexts['no-expected-hours'](countText(records ?? 0), hours());
    case 'no-owner':
      return reportNoteTexts['no-owner'](countText(records ?? 0), hours());
    case 'logged-since':
      return reportNoteTexts['logged-since'](hours());
    case 'no-minutes':
    case 'unreadable':
    case 'no-date':
    case 'no-client':
    case 'no-currency':
      return reportNoteTexts[kind](countText(records ?? 0));
  }
}

/** All that a report's figures leave out, those of the compared period last. */
export function resultNotes(
  { notes, comparison }: Pick<ReportResult, 'notes' | 'comparison'>,
  printing: PrintSettings,
): string[] {
  const before = comparison?.notes ?? [];
  return [
    ...notes.map((note) => noteText(note, printing)),
    ...before.map((note) => noteBefore(noteText(note, printing))),
  ];
}

export function countText(count: number): string {
  return textOf(BigInt(count), { style: 'decimal', digits: 0 });
}

const CENTS = 2;

/** All its digits: whoever puts a margin together needs them. */
function amountText({ currency, amount }: LabelledAmount): string {
  const digits = Math.max(CENTS, amount.split('.')[1]?.length ?? 0);
  const text = textOf(unitsOf(amount) / 10n ** BigInt(SCALE - digits), { style: 'decimal', digits });
  return currency === null ? text : `${text} ${currency}`;
}

function hoursText(minutes: string, printing: PrintSettings): string {
  const grid = gridOf('hours', printing);
  const text = textOf(stepsOf(formatUnits(hoursOfMinutes(unitsOf(minutes))), grid), grid);
  return noteHours(text, grid.style === 'clock');
}
