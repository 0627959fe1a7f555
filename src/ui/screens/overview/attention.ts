/** What to look at first: people far short of their hours, then checks by what is at stake. Pure. */
import type { CheckSummary } from '../../../contract/checks.ts';
import { byStake } from '../../../domain/checks/order.ts';
import { unitsOf } from '../../../domain/decimal.ts';
import { OWNER_PROPERTY } from '../../../domain/properties.ts';
import type { ReportResult } from '../../../domain/reports/report.ts';

export interface ShortPerson {
  readonly owner: string;
  readonly gap: string;
  readonly logged: string | null;
}

const MOST_PEOPLE = 3;
const MOST_CHECKS = 5;
/** Half a working day in the period: less is noise. */
const LEAST_GAP = unitsOf('4');

/** Widest gap first. */
export function shortPeople(result: Pick<ReportResult, 'rows'> | undefined): ShortPerson[] {
  return (result?.rows ?? [])
    .flatMap(({ key, values }) => {
      const [owner, gap] = [key[OWNER_PROPERTY] ?? null, values['gap_hours'] ?? null];
      const isShort = owner !== null && gap !== null && unitsOf(gap) >= LEAST_GAP;
      return isShort ? [{ owner, gap, logged: values['logged_hours'] ?? null }] : [];
    })
    .toSorted((a, b) => (unitsOf(a.gap) > unitsOf(b.gap) ? -1 : 1))
    .slice(0, MOST_PEOPLE);
}

/** Most money at stake first; a notice tells about the data and needs nobody's attention today. */
export function openChecks(checks: readonly CheckSummary[]): CheckSummary[] {
  return checks
    .filter(({ open, kind }) => open > 0 && kind === 'list')
    .toSorted(byStake)
    .slice(0, MOST_CHECKS);
}
