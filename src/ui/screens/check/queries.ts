/** What the review queue asks. No request is spent by any of it. */
import { keepPreviousData, queryOptions, type QueryClient } from '@tanstack/react-query';
import type { Input, Output } from '../../../contract/api.ts';
import { call } from '../../api.ts';
import { inTurn, scopes } from '../../queries.ts';

const CHECKS = 'checks';

/** Which records need attention: on the Overview and in the queue, reckoned once for both. */
export const checksRun = (input: Input<'checks.run'>) =>
  queryOptions({
    queryKey: [scopes.data, CHECKS, 'run', input],
    queryFn: ({ signal }) => inTurn(signal, () => untilLeft(input, signal)),
    placeholderData: keepPreviousData,
  });

/** Whoever leaves the screen waits for nothing: the program stops reckoning. */
async function untilLeft(input: Input<'checks.run'>, signal: AbortSignal): Promise<Output<'checks.run'>> {
  const ticket = crypto.randomUUID();
  // That it is over already, or the program is gone, is no news to somebody who left.
  const leave = () => void call('checks.cancel', { ticket }).catch(() => undefined);
  signal.addEventListener('abort', leave, { once: true });
  try {
    return await call('checks.run', { ...input, ticket });
  } finally {
    signal.removeEventListener('abort', leave);
  }
}

export const checkFindings = (input: Input<'checks.findings'>) =>
  queryOptions({
    queryKey: [scopes.data, CHECKS, 'findings', input],
    // Beside what was asked: rows of another list are never read under this one's head.
    queryFn: async () => ({ check: input.check, ...(await call('checks.findings', input)) }),
    placeholderData: keepPreviousData,
  });

export const shortPeople = queryOptions({
  queryKey: [scopes.data, CHECKS, 'people'],
  queryFn: () => call('checks.people', {}),
});

export function refreshChecks(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: [scopes.data, CHECKS] });
}
