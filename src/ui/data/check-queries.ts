/** The review queue's queries. Spends no request. */
import { keepPreviousData, queryOptions, type QueryClient } from '@tanstack/react-query';
import type { Input } from '../../contract/api.ts';
import { call } from './client.ts';
import { inTurn, scopes } from './queries.ts';

const CHECKS = 'checks';

/** Which records need attention: on the Overview and in the queue, computed once for both. Leaving a screen does not wait for it. */
export const checksRun = (input: Input<'checks.run'>) =>
  queryOptions({
    queryKey: [scopes.data, CHECKS, 'run', input],
    queryFn: ({ signal }) => inTurn(signal, () => call('checks.run', input, signal)),
    placeholderData: keepPreviousData,
  });

export const checkFindings = (input: Input<'checks.findings'>) =>
  queryOptions({
    queryKey: [scopes.data, CHECKS, 'findings', input],
    // Returned with its input: rows of another list are never read under this one's head.
    queryFn: async ({ signal }) => ({ check: input.check, ...(await call('checks.findings', input, signal)) }),
    placeholderData: keepPreviousData,
  });

export const peopleWithGaps = queryOptions({
  queryKey: [scopes.data, CHECKS, 'people'],
  queryFn: ({ signal }) => call('checks.people', {}, signal),
});

export function refreshChecks(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: [scopes.data, CHECKS] });
}
