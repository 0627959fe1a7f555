/** The review queue's queries. Spends no request. */
import { keepPreviousData, queryOptions, type QueryClient } from '@tanstack/react-query';
import type { Input } from '../../contract/api.ts';
import type { Finding } from '../../contract/checks.ts';
import { propertyNames } from '../../domain/property-names.ts';
import { OWNER_PROPERTY } from '../../domain/properties.ts';
import { call } from './client.ts';
import { lookAt } from './looks.ts';
import { inTurn, scopes } from './queries.ts';

const CHECKS = 'checks';

/** What is said of a finding beside what its check compares. */
export const findingColumns: readonly string[] = [
  propertyNames.firstStart,
  OWNER_PROPERTY,
  propertyNames.objectType,
  propertyNames.objectId,
  propertyNames.title,
  propertyNames.modified,
];

/** Which records need attention: on the Overview and in the queue, computed once for both. Leaving a screen does not wait for it. */
export const checksRun = (input: Input<'checks.run'>) =>
  queryOptions({
    queryKey: [scopes.data, CHECKS, 'run', input],
    queryFn: (asked) => lookAt('checks.run', input, asked, inTurn),
    placeholderData: keepPreviousData,
  });

export const checkFindings = (input: Input<'checks.findings'>) =>
  queryOptions({
    queryKey: [scopes.data, CHECKS, 'findings', input],
    // Returned with its input: rows of another list are never read under this one's head.
    queryFn: async (asked) => ({ check: input.check, ...(await lookAt('checks.findings', input, asked)) }),
    placeholderData: keepPreviousData,
  });

/** The most that the contract gives at once. */
const MOST_AT_ONCE = 500;

/** All open findings of several checks, one check after the other: what is written to people is never a first page. */
export const allFindings = (selection: Input<'checks.run'>, checks: readonly string[]) =>
  queryOptions({
    queryKey: [scopes.data, CHECKS, 'all', selection, checks],
    queryFn: async ({ signal }) => {
      const found: { check: string; findings: Finding[] }[] = [];
      for (const check of checks) {
        const findings: Finding[] = [];
        for (let total = Number.POSITIVE_INFINITY; findings.length < total;) {
          const page = { check, columns: [...findingColumns], offset: findings.length, limit: MOST_AT_ONCE };
          const answer = await call('checks.findings', { ...selection, ...page }, signal);
          findings.push(...answer.findings);
          total = answer.findings.length === 0 ? findings.length : answer.total;
        }
        found.push({ check, findings });
      }
      return found;
    },
  });

/** @param period in the contract's form; without it, the last complete week */
export const peopleWithGaps = (period?: string) =>
  queryOptions({
    queryKey: [scopes.data, CHECKS, 'people', period],
    queryFn: (asked) => lookAt('checks.people', period === undefined ? {} : { period }, asked),
  });

export function refreshChecks(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: [scopes.data, CHECKS] });
}
