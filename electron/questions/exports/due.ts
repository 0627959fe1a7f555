/** Which days a saved export is due for, and the days its period had then. */
import type { DueRun, ListedExport, SavedExport } from '../../../src/contract/saved-exports.ts';
import type { ExportDefinition } from '../../../src/domain/exports/definition.ts';
import { listDue, nextDay } from '../../../src/domain/exports/saved/rhythm.ts';
import { resolvePeriod, type Period, type PeriodContext } from '../../../src/domain/time/period.ts';

/** @param context of today */
export function withDue(saved: SavedExport, context: PeriodContext): ListedExport {
  const { rhythm } = saved.definition;
  const { since, doneFor } = saved.state;
  const { today } = context;
  if (rhythm === undefined || since === undefined) return { ...saved, due: [], next: null };
  const all = listDue({ rhythm, since, doneFor }, today).map((day): DueRun => {
    const period = periodOn(saved.definition, { ...context, today: day });
    return { day, period: period ? { from: period.from, to: period.to } : null };
  });
  // A file over the same days answers for the earlier ones too.
  const due = all.filter((each, at) => !all.slice(at + 1).some((later) => isSamePeriod(each, later)));
  return { ...saved, due, next: nextDay(rhythm, today) };
}

const isSamePeriod = (one: DueRun, other: DueRun) =>
  one.period?.from === other.period?.from && one.period?.to === other.period?.to;

/** The definition with its period as it was on a day: a late run is over the same days as a timely one. */
export function asOnDay<Definition extends ExportDefinition>(
  definition: Definition,
  context: PeriodContext,
): Definition {
  const period = periodOn(definition, context);
  if (!period) return definition;
  const text = `${period.from}..${period.to}`;
  const { records, report } = definition;
  return {
    ...definition,
    ...(records && { records: { ...records, period: text } }),
    ...(report && { report: { ...report, period: text } }),
  };
}

function periodOn({ records, report }: ExportDefinition, context: PeriodContext): Period | undefined {
  const text = (records ?? report)?.period;
  const resolved = text === undefined ? undefined : resolvePeriod(text, context);
  return resolved?.ok ? resolved.value : undefined;
}
