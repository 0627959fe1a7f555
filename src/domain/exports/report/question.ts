/** What the table of a report is made from. */
import type { Directory } from '../../people/directory.ts';
import type { Report, ReportResult } from '../../reports/definition/report.ts';
import type { Settings } from '../../settings.ts';
import type { ExportOptions } from '../options.ts';

export interface ReportLinesQuestion {
  readonly report: Report;
  readonly result: ReportResult;
  readonly settings: Settings;
  readonly directory: Directory;
  readonly options: Pick<ExportOptions, 'heads' | 'preset'> & Partial<Pick<ExportOptions, 'format'>>;
}
