/** Reports: sums and ratios by group over the snapshot, with their coverage. Spends no request. */
import { answerReport } from './shared/answer-report.ts';
import type { Handlers } from './shared/handlers.ts';
import type { Parts } from './shared/context.ts';

export function reportHandlers(parts: Parts): Pick<Handlers, 'report.run'> {
  return { 'report.run': (asked, signal) => answerReport(asked, parts.workspace(), signal) };
}
