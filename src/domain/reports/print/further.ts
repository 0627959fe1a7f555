/** Further comparisons of a report: each as if the report were compared with that period alone, so that every reader of one reads them all. */
import type { ComparisonKind, ReportResult } from '../definition/report.ts';

/** @param at number of the further comparison */
export function comparedWith(result: ReportResult, at: number): ReportResult {
  const line = <Line extends ReportResult['total']>(own: Line) => lineInPast(own, at);
  return {
    ...result,
    comparison: result.further?.[at] ?? null,
    rows: result.rows.map(line),
    subtotals: result.subtotals.map(line),
    ...(result.breakdowns && {
      breakdowns: result.breakdowns.map((each) => ({ ...each, rows: each.rows.map(line) })),
    }),
    total: line(result.total),
  };
}

/** A line as compared with that period; where that was refused, with none. */
export function lineInPast<Line extends ReportResult['total']>(line: Line, at: number): Line {
  const past = line.further?.[at];
  return { ...line, before: past?.before, split: past?.split };
}

/** A comparison with its answer; `at` is its number among the further ones, undefined for the first. */
export interface ComparedAnswer {
  readonly at: number | undefined;
  readonly kind: ComparisonKind;
  readonly result: ReportResult;
}

/** Every comparison that was not refused, the first one first. */
export function listCompared(result: ReportResult): readonly ComparedAnswer[] {
  const { comparison, further = [] } = result;
  const isAnswered = (each: ReportResult['comparison']) => each !== null && each.refused === null;
  return [
    ...(comparison && isAnswered(comparison) ? [{ at: undefined, kind: comparison.kind, result }] : []),
    ...further.flatMap((each, at): ComparedAnswer[] =>
      isAnswered(each) ? [{ at, kind: each.kind, result: comparedWith(result, at) }] : [],
    ),
  ];
}
