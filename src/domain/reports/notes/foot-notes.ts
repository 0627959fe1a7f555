/**
 * All notes below a report's table, the same on screen, in the terminal and in documents; among them which data the report lacks, as sentences
 * instead of empty columns and zeros.
 */
import { ownFormulaTexts } from '#texts/reports/own-measures.ts';
import { noteBefore, notComparedText, notWholeText, unlistedBelowText, unlistedText } from '#texts/reports/reports.ts';
import { missingTexts } from '#texts/reports/presets.ts';
import { writeMarked } from '#domain/locale-forms.ts';
import { minutesToHours, toUnits } from '#domain/decimal.ts';
import { findUnlisted, type UnlistedFigures } from '../print/lacks.ts';
import { formatMonthSpans } from '../keys/counterparts.ts';
import { formatNote } from './notes.ts';
import { listRoundingNotes, type RoundedTable } from './rounding-note.ts';
import { findDimension } from '../definition/dimensions.ts';
import { findMeasure, operandFinder, type Measure } from '../definition/measures.ts';
import { needsAllRecords } from '../definition/own-measure.ts';
import type { PrintedMeasure } from '../print/model.ts';
import type { PrintSettings } from '../print/printed.ts';
import type { ComparisonKind, LabelledAmount, Report, ReportNote, ReportResult } from '../definition/report.ts';

export interface FootNote {
  readonly code:
    | ReportNote['kind']
    | 'not-compared'
    | 'not-whole'
    | 'uneven'
    | 'missing-data'
    | 'in-no-line'
    | 'rounded'
    | 'formula';
  /** How many records (or people, for `no-expected-hours`) the note concerns; null if it counts none. */
  readonly records: number | null;
  /** Hours to 8 decimals, half-even. */
  readonly hours?: string;
  readonly money?: readonly LabelledAmount[];
  /** True for a note of the compared period. */
  readonly compared?: true;
  /** One sentence. */
  readonly text: string;
}

/**
 * Lists refused comparisons, missing months and missing data first, because they affect how everything else is read.
 * @param printed every measure of the report, with the same settings
 * @param options `lines`: whether “In no line above” is printed above each total and subtotal, or only above the total. `rounded`: the table
 * of rounded figures above the notes, if any
 */
export function listFootNotes(
  report: Report,
  result: ReportResult,
  printed: readonly PrintedMeasure[],
  printing: PrintSettings,
  { lines = 'each', rounded }: { readonly lines?: 'each' | 'total'; readonly rounded?: RoundedTable } = {},
): FootNote[] {
  const { comparison, further = [] } = result;
  const comparisons = [...(comparison ? [comparison] : []), ...further];
  const hasFurther = further.length > 0;
  return [
    ...createTextNotes('not-compared', [
      ...new Set(comparisons.flatMap(({ refused, kind }) => formatRefusal(refused, hasFurther ? kind : null))),
    ]),
    ...listCoverageNotes(result),
    ...createTextNotes('uneven', [
      ...new Set(comparisons.flatMap(({ uneven = [] }) => uneven.map((text) => writeMarked(text, printing.locale)))),
    ]),
    ...listFigureNotes(report, result, printing),
    ...createTextNotes('mixed-currencies', listUnsplit(report, result)),
    ...comparisons.flatMap(({ kind, notes = [] }) =>
      notes.map((note): FootNote => {
        const { code, text, ...figures } = createCountedNote(
          note,
          noteBefore(formatNote(note, printing, findMeasures(report)), hasFurther ? kind : null),
        );
        return { code, ...figures, compared: true, text };
      }),
    ),
    ...createTextNotes('in-no-line', listUnlistedTexts(findUnlisted(printed), lines)),
    ...createTextNotes('rounded', rounded ? listRoundingNotes(result, rounded, printing) : []),
    ...createTextNotes('formula', listStatedFormulas(report)),
  ];
}

/** Lists the formulas of own measures, whose names do not show how they are computed. */
function listStatedFormulas({ measures }: Pick<Report, 'measures'>): string[] {
  return measures.flatMap((name) => {
    const measure = findMeasure(name);
    if (!measure?.operands) return [];
    const { label, formula } = measure;
    const statement = ownFormulaTexts.stated(label, formula);
    return [operandFinder.isBuiltIn(label) ? ownFormulaTexts.statedLikeBuiltIn(statement, label) : statement];
  });
}

const findMeasures = ({ measures }: Pick<Report, 'measures'>) => measures.flatMap((name) => findMeasure(name) ?? []);

/** Lists the measures that, unlike others, have no separate figures for several currencies. */
function listUnsplit(report: Pick<Report, 'measures'>, { notes }: Pick<ReportResult, 'notes'>): string[] {
  if (!notes.some(({ kind }) => kind === 'mixed-currencies')) return [];
  return findMeasures(report).flatMap((measure) =>
    measure.money && needsAllRecords(measure) ? [ownFormulaTexts.unsplit(measure.label)] : [],
  );
}

function formatRefusal(refused: string | null, kind: ComparisonKind | null): string[] {
  if (refused === null) return [];
  return [kind === null ? refused : notComparedText(kind, refused)];
}

/** Lists the notes of totals without lines, columns or a comparison, which are also used below records. */
export function listTotalNotes(
  report: Pick<Report, 'measures' | 'groupBy'>,
  result: Answer & Pick<ReportResult, 'missing'>,
  printing: PrintSettings,
): FootNote[] {
  return [...listCoverageNotes(result), ...listFigureNotes(report, result, printing)];
}

function listCoverageNotes({ missing }: Pick<ReportResult, 'missing'>): FootNote[] {
  return createTextNotes('not-whole', missing.length > 0 ? [notWholeText(formatMonthSpans(missing))] : []);
}

function listFigureNotes(
  report: Pick<Report, 'measures' | 'groupBy'>,
  result: Answer,
  printing: PrintSettings,
): FootNote[] {
  const measures = findMeasures(report);
  return [
    ...createTextNotes(
      'missing-data',
      findMissingData(report, result).map(({ sentence }) => sentence),
    ),
    ...result.notes.map((note) => createCountedNote(note, formatNote(note, printing, measures))),
  ];
}

function createTextNotes(code: FootNote['code'], texts: readonly string[]): FootNote[] {
  return texts.map((text) => ({ code, records: null, text }));
}

/** Lists the notes about “In no line above” that apply to the printed lines. */
function listUnlistedTexts({ total, subtotals }: UnlistedFigures, lines: 'each' | 'total'): readonly string[] {
  if (lines === 'each') return total || subtotals ? [unlistedText] : [];
  return [...(total ? [unlistedText] : []), ...(subtotals ? [unlistedBelowText] : [])];
}

function createCountedNote({ kind, records, minutes, amounts }: ReportNote, text: string): FootNote {
  return {
    code: kind,
    records,
    ...(minutes !== null && { hours: minutesToHours(minutes) }),
    ...(amounts && { money: amounts }),
    text,
  };
}

/** How much is missing: everything, or more than half. */
type Extent = 'all' | 'most';
type Subject = Exclude<keyof typeof missingTexts, 'group' | 'records'>;

interface MissingData {
  /** Ids of the measures, or the name of the group, that are empty or nearly so. */
  readonly ids: readonly string[];
  readonly extent: Extent;
  readonly sentence: string;
}

type ReportQuestion = Pick<Report, 'measures' | 'groupBy'>;
type Answer = Pick<ReportResult, 'rows' | 'subtotals' | 'totals' | 'records' | 'notes'>;

/** Finds what a report lacks; empty if nothing relevant is missing. */
export function findMissingData(report: ReportQuestion, result: Answer): MissingData[] {
  if (result.records === 0 && result.rows.length === 0)
    return [{ ids: [], extent: 'all', sentence: missingTexts.records }];
  return [...findEmptyMeasures(report, result), ...findEmptyGroups(report, result)];
}

function findEmptyMeasures(report: ReportQuestion, result: Answer): MissingData[] {
  const bySubject = new Map<Subject, MissingData>();
  for (const measure of findMeasures(report)) {
    const extent = findExtent(measure, result);
    // The most basic reason also explains derived measures: without value there is no rate.
    const subject = extent && findSubject(measure, result);
    if (!extent || !subject) continue;
    const previous = bySubject.get(subject);
    const widerExtent = previous?.extent === 'all' ? 'all' : extent;
    bySubject.set(subject, {
      ids: [...(previous?.ids ?? []), measure.id],
      extent: widerExtent,
      sentence: missingTexts[subject][widerExtent],
    });
  }
  return [...bySubject.values()];
}

function findExtent(measure: Measure, result: Answer): Extent | undefined {
  if ((result.totals[measure.id] ?? null) === null) return isMixed(measure, result) ? undefined : 'all';
  if (measure.id.startsWith('margin') && isMostWithoutCost(result)) return 'most';
  // A line that exists only in the compared period has no missing data.
  const lines = result.rows.filter(
    ({ folded, records, before }) => folded === undefined && (records > 0 || (before ?? null) === null),
  );
  const isKnown = (values: ReportResult['totals']) => (values[measure.id] ?? null) !== null;
  const empty = lines.filter(
    ({ values, amounts = [] }) => !isKnown(values) && !amounts.some((amount) => isKnown(amount.values)),
  ).length;
  return lines.length > 1 && empty * 2 > lines.length ? 'most' : undefined;
}

/** With several currencies a total is unknown too, but there is a separate note for that. */
function isMixed({ money }: Measure, { notes }: Answer): boolean {
  return money && notes.some(({ kind }) => kind === 'mixed-currencies');
}

function isMostWithoutCost({ notes, totals }: Answer): boolean {
  const minutesWithoutCost = notes.find(({ kind }) => kind === 'no-cost')?.minutes ?? null;
  const hours = totals['logged_hours'] ?? null;
  return minutesWithoutCost !== null && hours !== null && toUnits(minutesWithoutCost) * 2n > toUnits(hours) * 60n;
}

function findSubject({ id }: Measure, { totals, notes }: Answer): Subject | undefined {
  const isEmpty = (measure: string) => measure in totals && totals[measure] === null;
  const findLeftOut = (kind: ReportNote['kind']) => notes.find((note) => note.kind === kind);
  switch (id) {
    case 'expected_hours':
    case 'gap_hours':
    case 'utilisation':
      return 'weekly-hours';
    case 'recorded_cost':
    case 'margin':
      return 'cost';
    case 'margin_percent':
      return isEmpty('recorded_cost') || isEmpty('margin') ? 'cost' : 'value';
    case 'billable_value':
      return 'value';
    case 'effective_rate': {
      if (isEmpty('billable_logged_hours')) return 'billable';
      if (isEmpty('billable_value')) return 'value';
      const { minutes = null, amounts = [] } = findLeftOut('no-rate') ?? {};
      if (amounts.length === 0) return 'value';
      return minutes === null ? 'billable' : 'rated-hours';
    }
    case 'billable_logged_hours':
      return isEmpty('logged_hours') ? 'hours' : 'billable';
    case 'billable_share':
    case 'nonbillable_hours':
      if (isEmpty('logged_hours')) return 'hours';
      return findLeftOut('no-logged') ? 'both-times' : 'billable';
    case 'logged_hours':
    case 'working_days':
      return 'hours';
    default:
      return id.startsWith('a552213_billable_rate:') ? 'rate' : undefined;
  }
}

function findEmptyGroups({ groupBy }: ReportQuestion, { rows, subtotals, records }: Answer): MissingData[] {
  return groupBy.flatMap((groupName): MissingData[] => {
    const dimension = findDimension(groupName);
    if (!dimension || dimension.kind === 'time') return [];
    const { name, label } = dimension;
    const unset = rows.filter(({ key, folded }) => folded === undefined && key[name] === null);
    const unsetRecords = unset.reduce((sum, row) => sum + row.records, 0);
    const lines = [...subtotals, ...rows].filter(({ key }) => Object.hasOwn(key, name));
    const isAll = lines.length > 0 && lines.every(({ key, folded }) => folded === undefined && key[name] === null);
    const extent: Extent | undefined = isAll ? 'all' : unsetRecords * 2 > records ? 'most' : undefined;
    if (!extent) return [];
    const sentence =
      name === 'client' || name === 'team' ? missingTexts[name][extent] : missingTexts.group[extent](label);
    return [{ ids: [name], extent, sentence }];
  });
}
