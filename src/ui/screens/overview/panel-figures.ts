/** Finds what to look at first: people far short of their hours, then checks by what is at stake. Pure. */
import type { Output } from '#contract/api.ts';
import type { CheckSummary } from '#contract/checks.ts';
import { compareByStake } from '#domain/checks/stake.ts';
import { formatUnits, toUnits, type Units } from '#domain/decimal.ts';
import { isListed, sortGaps, type GapSum } from '#domain/people-with-gaps.ts';
import { OWNER_PROPERTY } from '#domain/properties.ts';
import type { ReportResult } from '#domain/reports/definition/report.ts';
import { CLIENT_PROPERTY } from '#domain/local-properties.ts';
import type { Filter, FilterGroups } from '#domain/filter/model.ts';
import { narrowBy } from '#ui/filters/edit-groups.ts';

export interface ShortPerson {
  readonly owner: string;
  readonly gap: string;
  readonly logged: string | null;
}

const MAX_PEOPLE = 3;
const MAX_CHECKS = 5;

/** All hours are decimal text. */
export interface PeopleGaps {
  /** The widest gaps that count, widest first. */
  readonly widest: readonly ShortPerson[];
  /** The smallest gap that counts. */
  readonly least: string;
  /** Gaps above 0 but below `least`. */
  readonly smaller: { readonly people: number; readonly hours: string };
  /** Hours logged beyond the expected ones. */
  readonly beyond: { readonly people: number; readonly hours: string };
  /** The number of people whose gap is known. */
  readonly known: number;
}

/** @param least half a working day by default; smaller gaps are noise and shown as a sum */
export function summarizeGaps(result: Pick<ReportResult, 'rows'>, least: Units): PeopleGaps {
  const people = result.rows.flatMap(({ key, values }) => {
    const owner = key[OWNER_PROPERTY] ?? null;
    const gap = values['gap_hours'] ?? null;
    return owner === null ? [] : [{ owner, gap, logged: values['logged_hours'] ?? null }];
  });
  const inUnits = ({ gap, logged }: (typeof people)[number]) => ({
    gap: gap === null ? null : toUnits(gap),
    logged: logged === null ? 0n : toUnits(logged),
  });
  const widest = people
    .filter((person) => isListed(inUnits(person), least))
    .flatMap(({ gap, ...person }) => (gap === null ? [] : [{ ...person, gap }]))
    .toSorted((a, b) => (toUnits(a.gap) > toUnits(b.gap) ? -1 : 1))
    .slice(0, MAX_PEOPLE);
  const { smaller, beyond, known } = sortGaps(people.map(inUnits), least);
  const text = ({ people: count, hours }: GapSum) => ({ people: count, hours: formatUnits(hours) });
  return { widest, least: formatUnits(least), smaller: text(smaller), beyond: text(beyond), known };
}

export interface CheckedRecords {
  /** Most at stake first; undefined while they run. */
  readonly checks: readonly CheckSummary[] | undefined;
  /** Records examined by the checks; undefined while they are counted. */
  readonly examined: number | undefined;
  readonly open: number;
  readonly isIncomplete: boolean;
  /** Every record is here, but names or settings that checks rest on are lost. */
  readonly isDamaged: boolean;
}

/** @param isOpen whether records are missing or not verified, which the figures beside the checks state */
export function toCheckedRecords(run: Output<'checks.run'> | undefined, isOpen: boolean): CheckedRecords {
  return {
    checks: run && listOpenChecks(run.checks),
    examined: run?.records,
    open: run?.checks.reduce((sum, check) => sum + (check.kind === 'list' ? check.open : 0), 0) ?? 0,
    isIncomplete: isOpen || run?.complete === false,
    isDamaged: !isOpen && run?.allRecordsHere === true,
  };
}

/** Most money at stake first; a notice concerns the data and needs no attention today. */
export function listOpenChecks(checks: readonly CheckSummary[]): CheckSummary[] {
  return checks
    .filter(({ open, kind }) => open > 0 && kind === 'list')
    .toSorted(compareByStake)
    .slice(0, MAX_CHECKS);
}

export interface QuietClient {
  readonly name: string;
  /** Full weeks since the last one with billable hours. */
  readonly weeks: number;
}

const QUIET_WEEKS = 4;
const MAX_QUIET = 3;

/** Longest quiet last: a client that has just gone quiet can still be called. */
export function findQuietClients({ rows, columns }: Pick<ReportResult, 'rows' | 'columns'>): QuietClient[] {
  // The column of records without a week has no position in time.
  const weeks = columns.map(({ key }, index) => ({ key, index })).filter(({ key }) => key !== null);
  return rows
    .flatMap(({ key, cells }) => {
      const name = key[CLIENT_PROPERTY] ?? null;
      const worked = weeks.map(({ index }) => toUnits(cells?.['billable_logged_hours']?.[index] ?? '0') > 0n);
      const last = worked.lastIndexOf(true);
      const quietWeeks = worked.length - 1 - last;
      return name !== null && last >= 0 && quietWeeks >= QUIET_WEEKS ? [{ name, weeks: quietWeeks }] : [];
    })
    .toSorted((a, b) => a.weeks - b.weeks || a.name.localeCompare(b.name))
    .slice(0, MAX_QUIET);
}

/** Narrows to one value of a property; null: to the records without one. */
export function narrowToValue(groups: FilterGroups, propertyName: string, value: string | null): FilterGroups {
  const filter: Filter =
    value === null ? { propertyName, operator: 'NOT_HAS_PROPERTY' } : { propertyName, operator: 'IN', values: [value] };
  return narrowBy(groups, filter);
}
