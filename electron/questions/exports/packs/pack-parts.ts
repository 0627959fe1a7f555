/** What the files of a pack hold: the records of each client or person, or a report over them. */
import type { FilterGroups } from '../../../../src/domain/filter/model.ts';
import type { Sort } from '../../../../src/domain/records/sort-order.ts';
import type { Report, ReportResult } from '../../../../src/domain/reports/definition/report.ts';
import { drillDown } from '../../../../src/domain/reports/explain/drill-down.ts';
import type { Selection } from '../../../snapshot/snapshot.ts';
import type { Workspace } from '../../../workspace/workspace.ts';
import type { PackAsking } from './pack.ts';
import { exportRecords } from '../records.ts';
import { exportReport } from '../report.ts';

export interface PackedRecords {
  readonly columns: readonly string[];
  /** None were chosen, and the files have pages. */
  readonly isPaper: boolean;
  readonly sort?: Sort | undefined;
  readonly select: (asked: { filterGroups: FilterGroups; query: string; period?: string }) => Promise<Selection>;
}

export function writeRecords(
  workspace: Workspace,
  { columns, isPaper, sort, select }: PackedRecords,
  signal: AbortSignal,
): PackAsking['write'] {
  return async (parts, { row, title, options }, { report, result }) => {
    const { period, ...selected } = row
      ? drillDown(report, result, { row })
      : { filterGroups: report.filterGroups, query: report.query, period: report.period };
    const selection = await select({ ...selected, ...(period !== undefined && { period }) });
    const question = { selection, columns, isPaper, sort, options, allowEmpty: false, title };
    return exportRecords(parts, workspace, question, signal);
  };
}

/** A report keeps its own period, which may be compared: only whose records it is over is narrowed. */
export function writeReports(
  workspace: Workspace,
  asked: Report,
  run: (report: Report) => Promise<ReportResult>,
  signal: AbortSignal,
): PackAsking['write'] {
  return async (parts, { row, title, options }, { report: grouped, result }) => {
    const { filterGroups } = row ? drillDown(grouped, { ...result, period: null }, { row }) : asked;
    // A period that is compared may be cut to its elapsed days: what came later leaves a report without lines.
    return exportReport(
      parts,
      workspace,
      { report: { ...asked, filterGroups }, options, allowEmpty: true, title },
      run,
      signal,
    );
  };
}
