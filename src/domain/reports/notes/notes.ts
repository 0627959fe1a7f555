/** Words a report's notes as sentences, and finds the figures that each note concerns. */
import { noteHours, recordNoteTexts, reportNoteTexts } from '#texts/reports/reports.ts';
import { SCALE, toUnits, minutesToHours } from '#domain/decimal.ts';
import { formatCount } from '#domain/locale-forms.ts';
import { OWNER_PROPERTY } from '#domain/properties.ts';
import { BILLABLE, COST, LOGGED, VALUE } from '#domain/records/counted.ts';
import type { Measure } from '../definition/measures.ts';
import { chooseGrid, toSteps, formatSteps, type PrintSettings } from '../print/printed.ts';
import type { LabelledAmount, ReportNote } from '../definition/report.ts';

/** Returns whether a note concerns a measure, which also decides whether a report has the note. */
export function isNoteAbout(note: Pick<ReportNote, 'kind'>, measure: Measure): boolean {
  const { kind } = note;
  if (measure.operands?.some((operand) => isNoteAbout(note, operand))) return true;
  const aggregates = Object.values(measure.sums);
  switch (kind) {
    case 'no-minutes':
      return hasSum(measure, LOGGED);
    case 'no-billable-minutes':
      return hasSum(measure, BILLABLE);
    case 'no-billable':
    case 'no-logged':
      return hasSum(measure, LOGGED, BILLABLE);
    case 'no-billable-expected':
      return !measure.additive && hasSum(measure, BILLABLE, OWNER_PROPERTY);
    case 'no-rate':
      return hasSum(measure, VALUE) && hasSum(measure, BILLABLE);
    case 'hours-alone':
      return aggregates.some((sum) => sum.kind === 'sum' && sum.property === VALUE && (sum.where ?? []).length === 0);
    case 'no-cost':
      return hasSum(measure, COST);
    case 'no-value':
    case 'cost-alone':
      return hasSum(measure, VALUE) && hasSum(measure, COST);
    case 'mixed-currencies':
    case 'no-currency':
      return measure.money;
    case 'no-order-column':
      return false;
    case 'no-expected-hours':
    case 'no-owner':
    case 'logged-since':
      return aggregates.some((aggregate) => aggregate.kind === 'expected');
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

/** @param conditionProperty a property on which it depends whether a record is in the sum */
function hasSum({ sums }: Measure, property: string, conditionProperty?: string): boolean {
  return Object.values(sums).some(
    (sum) =>
      sum.kind === 'sum' &&
      sum.property === property &&
      (conditionProperty === undefined || sum.where?.some((condition) => condition.property === conditionProperty)),
  );
}

const leftOut: ReadonlySet<ReportNote['kind']> = new Set([
  'no-billable',
  'no-logged',
  'no-billable-expected',
  'no-rate',
  'no-cost',
  'no-value',
]);

/** Returns whether a note counts records that a figure leaves out because they lack a value. */
export function isLeftOut(note: ReportNote, measure: Measure): boolean {
  return leftOut.has(note.kind) && isNoteAbout(note, measure) && hasRateOrMargin(note, [measure]);
}

/** Returns whether the rate or margin that leaves out what the note counts is among the measures or in their formulas. */
function hasRateOrMargin({ kind }: Pick<ReportNote, 'kind'>, measures: readonly Measure[]): boolean {
  if (!Object.hasOwn(recordNoteTexts, kind)) return true;
  return measures.some((measure) => {
    if (measure.operands) return hasRateOrMargin({ kind }, measure.operands);
    return kind === 'no-rate' ? !measure.additive && hasSum(measure, VALUE, BILLABLE) : hasSum(measure, VALUE, COST);
  });
}

/**
 * Words a note as one sentence.
 * @param printing the settings for its hours
 * @param measures the measures above the note; undefined if they include a rate or a margin
 */
export function formatNote(
  { kind, records, minutes, amounts = [] }: ReportNote,
  printing: PrintSettings,
  measures?: readonly Measure[],
): string {
  const includesRateOrMargin = measures === undefined || hasRateOrMargin({ kind }, measures);
  const texts = includesRateOrMargin ? reportNoteTexts : { ...reportNoteTexts, ...recordNoteTexts };
  const count = formatCount(records ?? 0, printing.locale);
  const formatNoteHours = () => formatHours(minutes ?? '0', printing);
  const formatMoney = () => amounts.map((amount) => formatAmount(amount, printing));
  switch (kind) {
    case 'no-cost':
      return texts[kind](formatNoteHours(), formatMoney());
    case 'no-rate':
      return texts[kind](count, formatNoteHours(), formatMoney());
    case 'no-value':
    case 'cost-alone':
      return texts[kind](count, formatMoney());
    case 'mixed-currencies':
    case 'journal-damaged':
    case 'no-order-column':
      return texts[kind]();
    case 'logged-since':
      return texts[kind](formatNoteHours());
    case 'no-minutes':
    case 'no-billable-minutes':
    case 'no-billable':
    case 'no-logged':
    case 'no-billable-expected':
    case 'hours-alone':
    case 'no-expected-hours':
    case 'no-owner':
      return texts[kind](count, formatNoteHours());
    case 'unreadable':
    case 'no-date':
    case 'undated':
    case 'unread-start':
    case 'no-client':
    case 'no-currency':
    case 'other-weeks':
      return texts[kind](count);
  }
}

const CENTS = 2;

/** Formats an amount with all its digits, which are needed to reproduce a margin. */
function formatAmount({ currency, amount }: LabelledAmount, { locale }: PrintSettings): string {
  const digits = Math.max(CENTS, amount.split('.')[1]?.length ?? 0);
  const text = formatSteps(toUnits(amount) / 10n ** BigInt(SCALE - digits), { style: 'decimal', digits, locale });
  return currency === null ? text : `${text} ${currency}`;
}

function formatHours(minutes: string, printing: PrintSettings): string {
  const grid = chooseGrid('hours', printing);
  const text = formatSteps(toSteps(minutesToHours(minutes), grid), grid);
  return noteHours(text, grid.style === 'clock');
}
