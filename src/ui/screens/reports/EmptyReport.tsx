/** A report without a record: either none fits, or they are not here yet, which is said differently. */
import { Button } from '@mantine/core';
import { hasAllRecords, type Report, type ReportResult } from '#domain/reports/definition/report.ts';
import { reportsTexts } from '#texts/screens/reports/reports-screen.ts';
import { EmptySoFar, EmptyState } from '#ui/components/states.tsx';
import type { DefinitionChange } from './use-definition.ts';

const texts = reportsTexts.table;

export interface EmptyReportProps {
  readonly report: Report;
  readonly result: ReportResult;
  readonly onChange: (change: DefinitionChange) => void;
}

export function EmptyReport({ report, result, onChange }: EmptyReportProps) {
  const isNarrowed = report.filterGroups.length > 0 || report.query !== '';
  const clear = isNarrowed ? (
    <Button onClick={() => onChange({ report: { filterGroups: [], query: '' } })}>{texts.clear}</Button>
  ) : report.period === undefined ? null : (
    <Button onClick={() => onChange({ report: { period: undefined } })}>{texts.allTime}</Button>
  );
  if (hasAllRecords(result)) {
    const detail = result.complete ? texts.emptyDetail : texts.emptyDamaged;
    return <EmptyState title={texts.empty} detail={detail} action={clear} />;
  }
  return <EmptySoFar title={texts.emptySoFar} detail={texts.emptySoFarDetail} clear={clear} />;
}
