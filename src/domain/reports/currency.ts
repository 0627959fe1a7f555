/** Which currency may be written beside a report's money: none where its lines have labels of their own, for one of them would be wrong. */
import type { ReportResult } from './report.ts';

/** @param own the workspace's label */
export function currencyOf({ notes }: Pick<ReportResult, 'notes'>, own: string | null): string | null {
  return notes.some(({ kind }) => kind === 'mixed-currencies') ? null : own;
}
