/** Reports: sums and ratios by group over the snapshot, with their coverage. Spends no request. */
import { runReport } from '../questions/report.ts';
import type { Handlers } from './shared/handlers.ts';
import type { Parts } from './shared/context.ts';
import { checkedReport, periodAt } from './shared/selection.ts';

export function reportHandlers(parts: Parts): Pick<Handlers, 'report.run'> {
  return {
    'report.run': async (asked, signal) => {
      const workspace = parts.workspace();
      const report = checkedReport(asked);
      const { period } = asked;
      if (period === undefined) return runReport(workspace, { report }, signal);
      return runReport(workspace, { report, periodAt: (weeks) => periodAt(weeks, period, workspace) }, signal);
    },
  };
}
