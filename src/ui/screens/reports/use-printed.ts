/** A report's answer in its printed form: under the workspace's settings, computed once for each answer. */
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { findMeasure } from '#domain/reports/definition/measures.ts';
import type { PrintedMeasure } from '#domain/reports/print/model.ts';
import { compareWithFurther } from '#domain/reports/print/further.ts';
import type { ReportSheet } from './report-sheet.ts';
import { printReport } from '#domain/reports/print/printed.ts';
import type { Report, ReportResult } from '#domain/reports/definition/report.ts';
import { settings as settingsQuery } from '#ui/data/queries.ts';
import { usePrintSettings } from '#ui/format/use-printing.ts';

export interface PrintedAnswer {
  readonly printed: readonly PrintedMeasure[];
  readonly further: ReportSheet['further'];
}

/** @returns undefined while the answer or the settings load. */
export function usePrinted(report: Report | undefined, result: ReportResult | undefined): PrintedAnswer | undefined {
  const { isPending } = useQuery(settingsQuery);
  // A workspace whose settings cannot be read is still printed, with the default ones.
  const printing = usePrintSettings();
  return useMemo(() => {
    if (!report || !result || isPending) return undefined;
    const measures = report.measures.flatMap((id) => findMeasure(id) ?? []);
    const printAnswer = (answer: ReportResult) => printReport(measures, answer, printing);
    return {
      printed: printAnswer(result),
      further: (result.further ?? []).map(({ refused }, index) => {
        const comparison = compareWithFurther(result, index);
        return refused === null ? { result: comparison, printed: printAnswer(comparison) } : undefined;
      }),
    };
  }, [report, result, printing, isPending]);
}
