/** Figures: sums and ratios by group over the snapshot, with their coverage. No request is spent. */
import type { Handlers } from '../../src/contract/api.ts';
import { fail } from '../../src/contract/errors.ts';
import { checkReport } from '../../src/domain/reports/check.ts';
import { statusOf } from '../sync/status.ts';
import type { Parts } from './parts.ts';
import { periodOf } from './selection.ts';

export function reportHandlers(parts: Parts): Pick<Handlers, 'report.run'> {
  return {
    'report.run': async (asked) => {
      const workspace = parts.workspace();
      const checked = checkReport(asked);
      if (!checked.ok) {
        const { kind, detail } = checked.problem;
        fail({ code: kind === 'filter' ? 'filter-invalid' : 'usage', detail });
      }
      const period = asked.period === undefined ? undefined : periodOf(asked.period, workspace);
      const { asOf, complete } = await statusOf(workspace.snapshot);
      const figures = await workspace.snapshot.report(checked.value, {
        zone: workspace.zone,
        ...(period && { period }),
      });
      const { rows, totals, records } = figures;
      return {
        asOf,
        complete,
        rows,
        subtotals: [],
        columns: [],
        totals,
        total: { values: totals, records },
        records,
        period: period ?? null,
        calendar: period && period.calendar !== 'clock' ? 'recorded' : 'clock',
        zone: workspace.zone,
        missing: [],
        comparison: null,
        notes: [],
      };
    },
  };
}
