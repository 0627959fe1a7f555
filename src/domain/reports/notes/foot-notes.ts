/** All notes below a report's table, the same on screen, in the terminal and in documents. */
import { ownFormulaTexts } from '#texts/reports/own-measures.ts';
import { noteBefore, notComparedText, notWholeText, unlistedBelowText, unlistedText } from '#texts/reports/reports.ts';
import { writeMarked } from '#domain/locale-forms.ts';
import { minutesToHours } from '#domain/decimal.ts';
import { findUnlisted, type UnlistedFigures } from '../print/lacks.ts';
import { findMissingData } from './missing-data.ts';
import { formatMonthSpans } from '../keys/counterparts.ts';
import { formatNote } from './notes.ts';
import { listRoundingNotes, type RoundedTable } from './rounding-note.ts';
import { findMeasure, operandFinder } from '../definition/measures.ts';
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
  result: Parameters<typeof findMissingData>[1] & Pick<ReportResult, 'missing'>,
  printing: PrintSettings,
): FootNote[] {
  return [...listCoverageNotes(result), ...listFigureNotes(report, result, printing)];
}

function listCoverageNotes({ missing }: Pick<ReportResult, 'missing'>): FootNote[] {
  return createTextNotes('not-whole', missing.length > 0 ? [notWholeText(formatMonthSpans(missing))] : []);
}

function listFigureNotes(
  report: Pick<Report, 'measures' | 'groupBy'>,
  result: Parameters<typeof findMissingData>[1],
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
