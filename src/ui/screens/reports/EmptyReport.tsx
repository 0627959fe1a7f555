/** A report without records, with different messages for no match and for records that are still missing. */
import { Button } from '@mantine/core';
import { hasBilledFilter } from '#domain/filter/billed.ts';
import { hasAllRecords, type Report, type ReportResult } from '#domain/reports/definition/report.ts';
import { nothingTexts } from '#texts/screens/filter-editor.ts';
import { reportsTexts } from '#texts/screens/reports-screen.ts';
import { EmptySoFar } from '#ui/components/states.tsx';
import { NothingHere } from '#ui/filters/NothingHere.tsx';
import { ALL_TIME, type ViewPeriod } from '#ui/period/view-period.ts';
import type { ChangeView } from '#ui/routing/view-state.ts';

const texts = reportsTexts.table;

export interface EmptyReportProps {
  readonly report: Report;
  readonly result: ReportResult;
  readonly period: ViewPeriod;
  readonly onChange: ChangeView;
}

export function EmptyReport({ report, result, period, onChange }: EmptyReportProps) {
  if (hasAllRecords(result)) {
    const settled = hasBilledFilter(report.filterGroups) ? texts.emptyBilled : undefined;
    const detail = result.complete ? settled : texts.emptyDamaged;
    return <NothingHere view={report} period={period} change={onChange} detail={detail} />;
  }
  const isNarrowed = report.filterGroups.length > 0 || report.query !== '';
  const clear = isNarrowed ? (
    <Button onClick={() => onChange({ filterGroups: [], query: '' })}>{nothingTexts.clear}</Button>
  ) : period.period === undefined ? null : (
    <Button onClick={() => onChange({ period: ALL_TIME })}>{nothingTexts.allTime}</Button>
  );
  return <EmptySoFar title={texts.emptySoFar} detail={texts.emptySoFarDetail} clear={clear} />;
}
