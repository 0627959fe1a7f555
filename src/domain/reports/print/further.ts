/**
 * Converts each further comparison to a result as if the report were compared with that period alone, so that code for one comparison can
 * handle all of them.
 */
import type { ComparisonKind, ReportResult } from '../definition/report.ts';

/** @param furtherIndex the index of the further comparison */
export function compareWithFurther(result: ReportResult, furtherIndex: number): ReportResult {
  const convertLine = <Line extends ReportResult['total']>(line: Line) => toPastLine(line, furtherIndex);
  return {
    ...result,
    comparison: result.further?.[furtherIndex] ?? null,
    rows: result.rows.map(convertLine),
    subtotals: result.subtotals.map(convertLine),
    ...(result.breakdowns && {
      breakdowns: result.breakdowns.map((breakdown) => ({ ...breakdown, rows: breakdown.rows.map(convertLine) })),
    }),
    total: convertLine(result.total),
  };
}

/** Converts a line to its comparison with that period; if the comparison was refused, the line has none. */
export function toPastLine<Line extends ReportResult['total']>(line: Line, furtherIndex: number): Line {
  const further = line.further?.[furtherIndex];
  return { ...line, before: further?.before, split: further?.split };
}

/** A comparison with its result; `furtherIndex` is its index among the further ones, undefined for the first comparison. */
export interface ComparedAnswer {
  readonly furtherIndex: number | undefined;
  readonly kind: ComparisonKind;
  readonly result: ReportResult;
}

/** Lists every comparison that was not refused, in order. */
export function listCompared(result: ReportResult): readonly ComparedAnswer[] {
  const { comparison, further = [] } = result;
  const isAnswered = (candidate: ReportResult['comparison']) => candidate !== null && candidate.refused === null;
  return [
    ...(comparison && isAnswered(comparison) ? [{ furtherIndex: undefined, kind: comparison.kind, result }] : []),
    ...further.flatMap((entry, index): ComparedAnswer[] =>
      isAnswered(entry) ? [{ furtherIndex: index, kind: entry.kind, result: compareWithFurther(result, index) }] : [],
    ),
  ];
}
