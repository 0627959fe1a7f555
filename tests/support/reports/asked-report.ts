/** Runs a report as the app does: checked, its period resolved on one fixed day. */
import type { ReportOptions } from '#electron/snapshot/report/context.ts';
import type { Snapshot } from '#electron/snapshot/snapshot.ts';
import { anyContext, resolvePeriod } from '#domain/time/period.ts';
import { checkReport } from '#domain/reports/definition/check.ts';
import { reportSchema, type ReportInput } from '#domain/reports/definition/report.ts';
import { resolveReport } from '#domain/reports/definition/resolve.ts';
import { defaultSettings } from '#domain/settings.ts';
import { recordOf } from '../worlds/records.ts';

export const TODAY = '2026-11-20';

/** @throws Error where the report is one that must be refused. */
export async function askReport(snapshot: Snapshot, input: ReportInput, more: Partial<ReportOptions> = {}) {
  const asked = reportSchema.parse(input);
  const checked = checkReport(asked);
  if (!checked.ok) throw new Error(checked.problem.detail);
  const period = asked.period === undefined ? undefined : resolvePeriod(asked.period, { ...anyContext, today: TODAY });
  const resolved = resolveReport(checked.value, period?.ok ? period.value : undefined, TODAY);
  if (!resolved.ok) throw new Error(resolved.problem);
  const { calendar, period: own, comparison } = resolved.value;
  const settled = { calendar, period: own, compared: comparison?.period ?? undefined, today: TODAY };
  return snapshot.analyse(checked.value, (_, analyse) =>
    analyse({ zone: 'UTC', settings: defaultSettings, ...settled, ...more }),
  );
}

/** A record of October 2026. */
export const worked = (id: string, values: Record<string, string>) =>
  recordOf(id, { month_year: '2026-10-01', ...values });
