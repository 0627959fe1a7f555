/** A report's answer in its printed form: under the workspace's settings, computed once for each answer. */
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { findMeasure } from '../../../domain/reports/definition/measures.ts';
import type { PrintedMeasure } from '../../../domain/reports/print/model.ts';
import { printReport, type PrintSettings } from '../../../domain/reports/print/printed.ts';
import type { Report, ReportResult } from '../../../domain/reports/definition/report.ts';
import { defaultSettings } from '../../../domain/settings.ts';
import { settings as settingsQuery } from '../../data/queries.ts';

/** @returns undefined while the answer or the settings load. */
export function usePrinted(
  report: Report | undefined,
  result: ReportResult | undefined,
): readonly PrintedMeasure[] | undefined {
  const { data: settings, error } = useQuery(settingsQuery);
  // A workspace whose settings cannot be read is still printed, with the default ones.
  const printing: PrintSettings | undefined = settings ?? (error ? defaultSettings : undefined);
  return useMemo(() => {
    if (!report || !result || !printing) return undefined;
    return printReport(
      report.measures.flatMap((id) => findMeasure(id) ?? []),
      result,
      printing,
    );
  }, [report, result, printing]);
}
