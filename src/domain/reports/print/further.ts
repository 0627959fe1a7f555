/** Further comparisons of a report: each as if the report were compared with that period alone, so that every reader of one reads them all. */
import type { ComparisonKind, ReportResult } from '../definition/report.ts';

/** @param at the number of the further comparison */
export function compareWithFurther(result: ReportResult, at: number): ReportResult {
  const convertLine = <Line extends ReportResult['total']>(line: Line) => toPastLine(line, at);
  return {
    ...result,
    comparison: result.further?.[at] ?? null,
    rows: result.rows.map(convertLine),
    subtotals: result.subtotals.map(convertLine),
    ...(result.breakdowns && {
      breakdowns: result.breakdowns.map((breakdown) => ({ ...breakdown, rows: breakdown.rows.map(convertLine) })),
    }),
    total: convertLine(result.total),
  };
}

/** Gives a line as compared with that period; where that comparison was refused, it has none. */
export function toPastLine<Line extends ReportResult['total']>(line: Line, at: number): Line {
  const further = line.further?.[at];
  return { ...line, before: further?.before, split: further?.split };
}

/** A comparison with its answer; `at` is its number among the further ones, undefined for the first. */
export interface ComparedAnswer {
  readonly at: number | undefined;
  readonly kind: ComparisonKind;
  readonly result: ReportResult;
}

/** Lists every comparison that was not refused, the first one first. */
export function listCompared(result: ReportResult): readonly ComparedAnswer[] {
  const { comparison, further = [] } = result;
  const isAnswered = (candidate: ReportResult['comparison']) => candidate !== null && candidate.refused === null;
  return [
    ...(comparison && isAnswered(comparison) ? [{ at: undefined, kind: comparison.kind, result }] : []),
    ...further.flatMap((entry, at): ComparedAnswer[] =>
      isAnswered(entry) ? [{ at, kind: entry.kind, result: compareWithFurther(result, at) }] : [],
    ),
  ];
}
