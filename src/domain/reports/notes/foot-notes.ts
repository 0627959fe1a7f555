/** All notes below a report's table, the same on screen, in the terminal and in its document. */
import { ownFormulaTexts } from '#texts/reports/own-measures.ts';
import { noteBefore, notComparedText, notWholeText, unlistedBelowText, unlistedText } from '#texts/reports/reports.ts';
import { formatUnits, toUnits } from '../../decimal.ts';
import { writeMarked } from '../../locale-forms.ts';
import { hoursOfMinutes } from '../../time/hours.ts';
import { findUnlisted, type Unlisted } from '../print/lacks.ts';
import { missingData } from './missing-data.ts';
import { monthSpans } from '../keys/month-spans.ts';
import { noteText, type Beside } from './notes.ts';
import { findMeasure, operandFinder } from '../definition/measures.ts';
import type { PrintedMeasure } from '../print/model.ts';
import type { PrintSettings } from '../print/printed.ts';
import type { ComparisonKind, LabelledAmount, Report, ReportNote, ReportResult } from '../definition/report.ts';

export interface FootNote {
  readonly code:
    ReportNote['kind'] | 'not-compared' | 'not-whole' | 'uneven' | 'missing-data' | 'in-no-line' | 'formula';
  /** How many records it concerns, for `no-expected-hours` people; null: it counts none. */
  readonly records: number | null;
  /** To 8 decimals, half-even. */
  readonly hours?: string;
  readonly money?: readonly LabelledAmount[];
  /** For the compared period. */
  readonly compared?: true;
  /** One sentence. */
  readonly text: string;
}

/**
 * Refused comparisons, missing months and missing data come first: they change how everything else is read.
 * @param printed every measure of the report, under the same settings
 * @param lines where “In no line above” is printed: above each total and subtotal, or above the total alone
 */
export function footNotes(
  report: Report,
  result: ReportResult,
  printed: readonly PrintedMeasure[],
  printing: PrintSettings,
  lines: 'each' | 'total' = 'each',
): FootNote[] {
  const { comparison, further = [] } = result;
  const all = [...(comparison ? [comparison] : []), ...further];
  const several = further.length > 0;
  return [
    ...plain('not-compared', [
      ...new Set(all.flatMap(({ refused, kind }) => refusedText(refused, several ? kind : null))),
    ]),
    ...notesOnCoverage(result),
    ...plain('uneven', [
      ...new Set(all.flatMap(({ uneven = [] }) => uneven.map((text) => writeMarked(text, printing.locale)))),
    ]),
    ...notesOnFigures(report, result, printing),
    ...all.flatMap(({ kind, notes = [] }) =>
      notes.map((note): FootNote => {
        const { code, text, ...figures } = counted(note, noteBefore(noteText(note, printing), several ? kind : null));
        return { code, ...figures, compared: true, text };
      }),
    ),
    ...plain('in-no-line', unlistedTexts(findUnlisted(printed, result), lines)),
    ...plain('formula', statedFormulas(report)),
  ];
}

/** An own measure's name says nothing of how it is computed. */
function statedFormulas({ measures }: Pick<Report, 'measures'>): string[] {
  return measures.flatMap((name) => {
    const measure = findMeasure(name);
    if (!measure?.operands) return [];
    const { label, formula } = measure;
    const stated = ownFormulaTexts.stated(label, formula);
    return [operandFinder.isBuiltIn(label) ? ownFormulaTexts.statedLikeBuiltIn(stated, label) : stated];
  });
}

function refusedText(refused: string | null, kind: ComparisonKind | null): string[] {
  if (refused === null) return [];
  return [kind === null ? refused : notComparedText(kind, refused)];
}

/** Those of totals alone, without lines, columns or a comparison: beside records too. */
export function totalNotes(
  report: Pick<Report, 'measures' | 'groupBy'>,
  result: Parameters<typeof missingData>[1] & Pick<ReportResult, 'missing'>,
  printing: PrintSettings,
): FootNote[] {
  return [...notesOnCoverage(result), ...notesOnFigures(report, result, printing, 'records')];
}

function notesOnCoverage({ missing }: Pick<ReportResult, 'missing'>): FootNote[] {
  return plain('not-whole', missing.length > 0 ? [notWholeText(monthSpans(missing))] : []);
}

function notesOnFigures(
  report: Pick<Report, 'measures' | 'groupBy'>,
  result: Parameters<typeof missingData>[1],
  printing: PrintSettings,
  beside: Beside = 'figures',
): FootNote[] {
  return [
    ...plain(
      'missing-data',
      missingData(report, result).map(({ sentence }) => sentence),
    ),
    ...result.notes.map((note) => counted(note, noteText(note, printing, beside))),
  ];
}

function plain(code: FootNote['code'], texts: readonly string[]): FootNote[] {
  return texts.map((text) => ({ code, records: null, text }));
}

/** A note names a line only where there is one. */
function unlistedTexts({ total, subtotals }: Unlisted, lines: 'each' | 'total'): readonly string[] {
  if (lines === 'each') return total || subtotals ? [unlistedText] : [];
  return [...(total ? [unlistedText] : []), ...(subtotals ? [unlistedBelowText] : [])];
}

function counted({ kind, records, minutes, amounts }: ReportNote, text: string): FootNote {
  return {
    code: kind,
    records,
    ...(minutes !== null && { hours: formatUnits(hoursOfMinutes(toUnits(minutes))) }),
    ...(amounts && { money: amounts }),
    text,
  };
}
