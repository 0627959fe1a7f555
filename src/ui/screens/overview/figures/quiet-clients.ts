/** Clients that had billable hours in the window but none in its last four whole weeks. Pure. */
import { toUnits } from '../../../../domain/decimal.ts';
import { CLIENT_PROPERTY } from '../../../../domain/local-properties.ts';
import type { ReportResult } from '../../../../domain/reports/definition/report.ts';

export interface QuietClient {
  readonly name: string;
  /** Whole weeks since the last with billable hours. */
  readonly weeks: number;
}

const QUIET_WEEKS = 4;
const MOST = 3;

/** Longest quiet last: a client that has just gone quiet can still be called. */
export function quietClients({ rows, columns }: Pick<ReportResult, 'rows' | 'columns'>): QuietClient[] {
  // Records without a week have a column of their own: it has no place in time.
  const weeks = columns.map(({ key }, at) => ({ key, at })).filter(({ key }) => key !== null);
  return rows
    .flatMap(({ key, cells }) => {
      const name = key[CLIENT_PROPERTY] ?? null;
      const worked = weeks.map(({ at }) => isSome(cells?.['billable_logged_hours']?.[at]));
      const last = worked.lastIndexOf(true);
      const silent = worked.length - 1 - last;
      return name !== null && last >= 0 && silent >= QUIET_WEEKS ? [{ name, weeks: silent }] : [];
    })
    .toSorted((a, b) => a.weeks - b.weeks || a.name.localeCompare(b.name))
    .slice(0, MOST);
}

function isSome(hours: string | null | undefined): boolean {
  return hours !== null && hours !== undefined && toUnits(hours) > 0n;
}
