/**
 * The screens' queries, each with its key, its method and the lifetime of its answer. Nothing polls, and a query of records is cancelled
 * when a newer one replaces it or its screen is left.
 */
import { keepPreviousData, notifyManager, QueryClient, queryOptions } from '@tanstack/react-query';
import { createContext, use } from 'react';
import type { Input, Method, Output, WorkspaceState } from '#contract/api.ts';
import type { Finding } from '#contract/checks.ts';
import type { FilterGroups } from '#domain/filter/model.ts';
import type { Report } from '#domain/reports/definition/report.ts';
import { OWNER_PROPERTY, propertyNames } from '#domain/properties.ts';
import { call, callTogether, callWithin, isStoreFailure } from './client.ts';
import { setMoment } from './moment.ts';
import { pageLocale } from '../locale.ts';
import { fetchConsistent, limitConcurrency, type Fetcher } from './looks.ts';

/** Answers stay valid until an event reports a change of the data; nothing is refetched before. */
export function createQueryClient(): QueryClient {
  // Answers that arrive together are drawn in one paint.
  notifyManager.setScheduler(queueMicrotask);
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: Infinity,
        gcTime: 10 * 60_000,
        retry: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  });
}

/** First part of a key: the kind of change that makes an answer stale. */
export const scopes = { data: 'data', workspace: 'workspace', sync: 'sync', app: 'app' } as const;

function createQuery<M extends Method>(scope: keyof typeof scopes, method: M, input: Input<M>) {
  return queryOptions({ queryKey: [scope, method, input], queryFn: () => call(method, input) });
}

/** Queries the records; cancelled when a newer query replaces it or its screen is left. */
function createCancellableQuery<M extends Method>(method: M, input: Input<M>) {
  return queryOptions({ queryKey: [scopes.data, method, input], queryFn: ({ signal }) => call(method, input, signal) });
}

/** Queries the records together with the screen's other panels, all from one state of the store. */
function createPanelQuery<M extends Method>(method: M, input: Input<M>, fetcher?: Fetcher<M>) {
  return queryOptions({
    queryKey: [scopes.data, method, input],
    queryFn: (context) => fetchConsistent(method, input, context, fetcher),
  });
}

/** The previous answer stays on screen until the next one arrives. */
const keepPrevious = { placeholderData: keepPreviousData } as const;
/** Thousands of these answers may be scrolled past, so they are dropped soon. */
const shortLived = { gcTime: 30_000 } as const;

export const appInfo = createQuery('app', 'app.info', {});
export const preferences = createQuery('app', 'preferences.get', {});
export const workspaceState = createQuery('workspace', 'workspace.state', {});

/** Resets all queries when a workspace is opened, because earlier answers, settings and currency among them, belong to the previous one. */
export async function resetQueries(client: QueryClient, opened: WorkspaceState): Promise<void> {
  client.setQueryData(workspaceState.queryKey, opened);
  const [scope, name] = workspaceState.queryKey;
  await client.resetQueries({ predicate: ({ queryKey }) => queryKey[0] !== scope || queryKey[1] !== name });
}

/** Shows the records, names and settings of a moment, or today's if it is undefined. */
export async function showMoment(client: QueryClient, moment: string | undefined): Promise<void> {
  await client.cancelQueries();
  setMoment(moment);
  await resetQueries(client, await call('workspace.state', {}));
}

export const dataStatus = createPanelQuery('data.status', {});

export const journalState = createQuery('data', 'journal.state', {});

export const names = queryOptions({
  ...createQuery('data', 'names.list', {}),
  // Sharing would copy the entries by assignment and lose one whose id is `__proto__`.
  structuralSharing: false,
});

/** Ids that occur in the records, to check a names list against; empty while the records are damaged, when names can still be edited. */
export const recordedIds = queryOptions({
  queryKey: [scopes.data, 'recorded-ids'],
  queryFn: () =>
    call('names.recorded', {}).catch((error: unknown): Output<'names.recorded'> => {
      if (isStoreFailure(error)) return { ids: [] };
      throw error;
    }),
});

/** The sync state until it is loaded. */
export const idle = {
  running: false,
  progress: null,
  last: null,
  paused: null,
  resumesAt: null,
  trouble: null,
} as const;

export const syncState = createQuery('sync', 'sync.state', {});

/** The price of a run; computing it spends no request. */
export const syncPrice = (request: Input<'sync.price'> = {}) => createQuery('data', 'sync.price', request);

/** The workspace's settings, with the locale in which this page prints figures. */
export const settings = queryOptions({
  ...createQuery('workspace', 'settings.get', {}),
  select: (stored) => ({ ...stored, locale: pageLocale() }),
});

/** The key that signs files: it belongs to this computer, not to a workspace. */
export const signingState = createQuery('app', 'signing.state', {});

/** Stored settings that are no longer valid. */
export const rejectedSettings = createQuery('workspace', 'settings.refused', {});

/** Refetched with the data, so that changes of a refresh are new in this visit and old in the next. */
export const visit = createQuery('data', 'workspace.visit', {});

/** The store has two processors on most machines; with more queries at once, all rows would appear late instead of the first ones early. */
const limitToTwo = limitConcurrency(2);

export const workspaces = createQuery('workspace', 'workspace.list', {});

export const rebuildPrice = createQuery('data', 'data.rebuildPrice', {});

/** The past moments that can be shown. */
export const merges = createQuery('data', 'memory.merges', { limit: 50 });

/** Sums of what changed between two moments. */
export const changes = (input: Input<'memory.changes'>) =>
  queryOptions({ ...createCancellableQuery('memory.changes', input), ...keepPrevious });

/** The records that changed between two moments. */
export const changedRecords = (input: Input<'memory.changed'>) =>
  queryOptions({ ...createCancellableQuery('memory.changed', input), ...keepPrevious });

export const figureHistory = (input: Input<'memory.figure'>) => createCancellableQuery('memory.figure', input);

export const recordHistory = (id: string) => createQuery('data', 'memory.record', { id });

export const sentFiles = createQuery('data', 'sent.list', {});

/** The sent files that contain a record, and what has changed in it since. */
export const sentFilesOfRecord = (id: string) => createQuery('data', 'sent.record', { id });

/** Each client of a month with its closing and the next step. */
export const monthEnd = (period: string) => createQuery('data', 'closings.month', { period });

export const closingDetails = (number: number) => createQuery('data', 'closings.show', { number });

export const closingDrift = (number: number) => createQuery('data', 'closings.drift', { number });

/** The records of a selection that a sent file already bills. */
export const billedRecords = (input: Input<'sent.billed'>) => createQuery('data', 'sent.billed', input);

export const report = (input: Input<'report.run'>) =>
  queryOptions({ ...createPanelQuery('report.run', input), ...keepPrevious });

/** A report's answer with its definition, so that figures on screen keep their headers until the next answer. All reports of a screen are fetched in one call and drawn at once. */
export const reportAnswer = (definition: Report) =>
  queryOptions({
    queryKey: [scopes.data, 'report-answer', definition],
    queryFn: async (context) => ({
      report: definition,
      result: await fetchConsistent('report.run', definition, context, callTogether),
    }),
    ...keepPrevious,
  });

export const bridge = (input: Input<'report.bridge'>) =>
  queryOptions({ ...createPanelQuery('report.bridge', input), ...keepPrevious });

export const savedReports = createQuery('data', 'reports.list', {});

export const savedExports = createQuery('data', 'exports.list', {});

export const recordsPage = (input: Input<'records.page'>) =>
  queryOptions({ ...createPanelQuery('records.page', input), ...keepPrevious });

/** The first rows of a search, shown before all are counted. */
export const firstMatches = (input: Input<'records.firstFound'>) =>
  queryOptions({ ...createPanelQuery('records.firstFound', input), ...shortLived });

/** Further rows of the same query. */
export const recordsBlock = (input: Input<'records.page'>) =>
  queryOptions({
    ...createPanelQuery('records.page', input, (...args) => limitToTwo(args[3], () => callWithin(...args))),
    ...shortLived,
  });

/** Totals of selected rows. */
export const recordsSums = (input: Input<'records.sums'>) =>
  queryOptions({ ...createPanelQuery('records.sums', input), ...keepPrevious });

export const propertyValues = (input: Input<'records.values'>) =>
  queryOptions({ ...createPanelQuery('records.values', input), ...keepPrevious });

/** The largest subsets of the search words that match any records. */
export const partialMatches = (input: Input<'filter.fewerWords'>) => createPanelQuery('filter.fewerWords', input);

/** Values of a filter that no record has. */
export const unheldValues = (filterGroups: FilterGroups) =>
  createPanelQuery('filter.unheld', { filterGroups }, callTogether);

const CHECKS = 'checks';

/** Columns that describe a finding, besides those that its check compares. */
export const findingColumns: readonly string[] = [
  propertyNames.firstStart,
  OWNER_PROPERTY,
  propertyNames.objectType,
  propertyNames.objectId,
  propertyNames.title,
  propertyNames.modified,
];

/**
 * The records that need attention, computed once for the Overview and the queue. The first run, and the first after a change of the
 * records, takes seconds, so figures do not wait for it.
 */
export const checksRun = (input: Input<'checks.run'>) =>
  queryOptions({
    queryKey: [scopes.data, CHECKS, 'run', input],
    queryFn: (context) => {
      const answers = context.client.getQueryCache().findAll({ queryKey: [scopes.data, CHECKS, 'run'] });
      const isWarm = answers.some(({ state }) => state.data !== undefined && !state.isInvalidated);
      return fetchConsistent('checks.run', input, context, isWarm ? callTogether : callWithin);
    },
    ...keepPrevious,
  });

export const checkFindings = (input: Input<'checks.findings'>) =>
  queryOptions({
    queryKey: [scopes.data, CHECKS, 'findings', input],
    // Returned with its check, so that rows of one check never appear under another's header.
    queryFn: async (context) => ({ check: input.check, ...(await fetchConsistent('checks.findings', input, context)) }),
    ...keepPrevious,
  });

/** The contract's page limit. */
const MAX_AT_ONCE = 500;

/** All open findings of multiple checks, one check after another, because a message to people must not stop after the first page. */
export const allFindings = (selection: Input<'checks.run'>, checks: readonly string[]) =>
  queryOptions({
    queryKey: [scopes.data, CHECKS, 'all', selection, checks],
    queryFn: async ({ signal }) => {
      const findingsByCheck: { check: string; findings: Finding[] }[] = [];
      for (const check of checks) {
        const findings: Finding[] = [];
        for (let total = Number.POSITIVE_INFINITY; findings.length < total;) {
          const page = { check, columns: [...findingColumns], offset: findings.length, limit: MAX_AT_ONCE };
          const answer = await call('checks.findings', { ...selection, ...page }, signal);
          findings.push(...answer.findings);
          total = answer.findings.length === 0 ? findings.length : answer.total;
        }
        findingsByCheck.push({ check, findings });
      }
      return findingsByCheck;
    },
  });

/** @param period in the contract's form; without it, the last complete week */
export const peopleWithGaps = (period?: string) =>
  queryOptions({
    queryKey: [scopes.data, CHECKS, 'people', period],
    queryFn: (context) => fetchConsistent('checks.people', period === undefined ? {} : { period }, context),
  });

export function refreshChecks(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: [scopes.data, CHECKS] });
}

// The shell provides the open workspace as a context, so that no component in between passes it on.

const OpenWorkspace = createContext<WorkspaceState | undefined>(undefined);

export const OpenWorkspaceProvider = OpenWorkspace.Provider;

/** Works only inside the shell, which shows nothing before a workspace is open. */
export function useWorkspace(): WorkspaceState {
  const workspace = use(OpenWorkspace);
  if (!workspace) throw new Error('There is no open workspace outside the shell');
  return workspace;
}
