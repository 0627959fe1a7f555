/** Writes a report's notes as sentences, and finds which figures each concerns. */
import { noteHours, recordNoteTexts, reportNoteTexts } from '#texts/reports/reports.ts';
import { formatUnits, SCALE, toUnits } from '../../decimal.ts';
import { formatCount } from '../../locale-forms.ts';
import { hoursOfMinutes } from '../../time/hours.ts';
import { BILLABLE, LOGGED } from '../definition/counted.ts';
import type { Measure } from '../definition/measures.ts';
import { chooseGrid, toSteps, formatSteps, type PrintSettings } from '../print/printed.ts';
import type { LabelledAmount, ReportNote } from '../definition/report.ts';

/** Whether a note concerns a figure of this measure. */
export function concerns(note: ReportNote, measure: Measure): boolean {
  const { kind } = note;
  if (measure.operands?.some((each) => concerns(note, each))) return true;
  const aggregates = Object.values(measure.sums);
  const adds = (property: string) => aggregates.some((each) => each.kind === 'sum' && each.property === property);
  switch (kind) {
    case 'no-minutes':
      return adds(LOGGED);
    case 'no-billable-minutes':
      return adds(BILLABLE);
    case 'no-billable':
    case 'no-logged':
      return measure.id === 'nonbillable_hours' || measure.id === 'billable_share';
    case 'no-billable-expected':
      return measure.id === 'utilisation';
    case 'no-rate':
      return measure.id === 'effective_rate';
    case 'no-cost':
    case 'no-value':
    case 'cost-alone':
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
    case 'undated':
    case 'unread-start':
    case 'no-client':
    case 'other-weeks':
    case 'journal-damaged':
      return true;
  }
}

const leftOut: ReadonlySet<ReportNote['kind']> = new Set([
  'no-billable',
  'no-logged',
  'no-billable-expected',
  'no-rate',
  'no-cost',
  'no-value',
]);

/** Whether it counts records that figures leave out because another value of theirs is unknown. */
export const isLeftOut = ({ kind }: ReportNote): boolean => leftOut.has(kind);

/** What a note stands beside: a report's figures, or records with the sums of their columns. */
export type Beside = 'figures' | 'records';

/** A note as one sentence. @param printing how its hours are printed */
export function noteText(
  { kind, records, minutes, amounts = [] }: ReportNote,
  printing: PrintSettings,
  beside: Beside = 'figures',
): string {
  const texts = beside === 'records' ? { ...reportNoteTexts, ...recordNoteTexts } : reportNoteTexts;
  const counted = formatCount(records ?? 0, printing.locale);
  const hours = () => hoursText(minutes ?? '0', printing);
  const money = () => amounts.map((amount) => amountText(amount, printing));
  switch (kind) {
    case 'no-cost':
      return texts[kind](hours(), money());
    case 'no-rate':
      return texts[kind](counted, hours(), money());
    case 'no-value':
    case 'cost-alone':
      return texts[kind](counted, money());
    case 'mixed-currencies':
    case 'journal-damaged':
    case 'no-order-column':
      return texts[kind]();
    case 'logged-since':
      return texts[kind](hours());
    case 'no-minutes':
    case 'no-billable-minutes':
    case 'no-billable':
    case 'no-logged':
    case 'no-billable-expected':
    case 'no-expected-hours':
    case 'no-owner':
      return texts[kind](counted, hours());
    case 'unreadable':
    case 'no-date':
    case 'undated':
    case 'unread-start':
    case 'no-client':
    case 'no-currency':
    case 'other-weeks':
      return texts[kind](counted);
  }
}

const CENTS = 2;

/** All its digits: reproducing a margin needs them. */
function amountText({ currency, amount }: LabelledAmount, { locale }: PrintSettings): string {
  const digits = Math.max(CENTS, amount.split('.')[1]?.length ?? 0);
  const text = formatSteps(toUnits(amount) / 10n ** BigInt(SCALE - digits), { style: 'decimal', digits, locale });
  return currency === null ? text : `${text} ${currency}`;
}

function hoursText(minutes: string, printing: PrintSettings): string {
  const grid = chooseGrid('hours', printing);
  const text = formatSteps(toSteps(formatUnits(hoursOfMinutes(toUnits(minutes))), grid), grid);
  return noteHours(text, grid.style === 'clock');
}
