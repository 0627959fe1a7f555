/**
 * The queries of the screens: key, method, and how long an answer holds. Nothing polls, and a query of records is cancelled when a newer
 * one replaces it or its screen is left.
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
import { lookAt, limitConcurrency, type Ask } from './looks.ts';

/** Answers hold until an event says that the data changed: nothing is asked again. */
export function createQueryClient(): QueryClient {
  // Answers that come together are drawn together: nothing is painted in between.
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

/** Asks about the records; the question is cancelled when a newer one replaces it or its screen is left. */
function createCancellableQuery<M extends Method>(method: M, input: Input<M>) {
  return queryOptions({ queryKey: [scopes.data, method, input], queryFn: ({ signal }) => call(method, input, signal) });
}

/** Asks about the records together with the other panels of the screen: all answer from one state of the store. */
function createPanelQuery<M extends Method>(method: M, input: Input<M>, ask?: Ask<M>) {
  return queryOptions({
    queryKey: [scopes.data, method, input],
    queryFn: (context) => lookAt(method, input, context, ask),
  });
}

/** The earlier answer stays on screen while its successor is on the way. */
const keepsPrevious = { placeholderData: keepPreviousData } as const;
/** Thousands of these answers may be scrolled past. */
const leavesSoon = { gcTime: 30_000 } as const;

export const appInfo = createQuery('app', 'app.info', {});
export const preferences = createQuery('app', 'preferences.get', {});
export const workspaceState = createQuery('workspace', 'workspace.state', {});

/** Another workspace is open: no earlier answer holds, settings and currency least of all. */
export async function forgetAnswers(client: QueryClient, opened: WorkspaceState): Promise<void> {
  client.setQueryData(workspaceState.queryKey, opened);
  const [scope, name] = workspaceState.queryKey;
  await client.resetQueries({ predicate: ({ queryKey }) => queryKey[0] !== scope || queryKey[1] !== name });
}

/** Shows the records, names and settings of a moment, or with undefined those of today. */
export async function showMoment(client: QueryClient, moment: string | undefined): Promise<void> {
  await client.cancelQueries();
  setMoment(moment);
  await forgetAnswers(client, await call('workspace.state', {}));
}

export const dataStatus = createPanelQuery('data.status', {});

export const journalState = createQuery('data', 'journal.state', {});

export const names = queryOptions({
  ...createQuery('data', 'names.list', {}),
  // Sharing would copy the entries by assignment and lose one whose id is `__proto__`.
  structuralSharing: false,
});

/** What a list of names is held against; nothing while the records are damaged, because names are kept then, too. */
export const recordedIds = queryOptions({
  queryKey: [scopes.data, 'recorded-ids'],
  queryFn: () =>
    call('names.recorded', {}).catch((error: unknown): Output<'names.recorded'> => {
      if (isStoreFailure(error)) return { ids: [] };
      throw error;
    }),
});

/** No run is known. */
export const idle = {
  running: false,
  progress: null,
  last: null,
  paused: null,
  resumesAt: null,
  trouble: null,
} as const;

export const syncState = createQuery('sync', 'sync.state', {});

/** The price of a run; asking costs nothing. */
export const syncPrice = (wish: Input<'sync.price'> = {}) => createQuery('data', 'sync.price', wish);

/** The workspace's, and by which locale this page prints figures under them. */
export const settings = queryOptions({
  ...createQuery('workspace', 'settings.get', {}),
  select: (own) => ({ ...own, locale: pageLocale() }),
});

/** The key that signs files: it belongs to this computer, not to a workspace. */
export const signingState = createQuery('app', 'signing.state', {});

/** Settings of before that are not accepted any more. */
export const refusedSettings = createQuery('workspace', 'settings.refused', {});

/** Asked again with the data: what a refresh brought is seen in this visit, and old in the next. */
export const visit = createQuery('data', 'workspace.visit', {});

/** As many as the store has processors on most machines: the first rows are drawn first, instead of everything last. */
const inTurn = limitConcurrency(2);

export const workspaces = createQuery('workspace', 'workspace.list', {});

export const rebuildPrice = createQuery('data', 'data.rebuildPrice', {});

/** The moments that are remembered. */
export const merges = createQuery('data', 'memory.merges', { limit: 50 });

/** What is another at one moment than at an earlier one, in sums. */
export const changes = (input: Input<'memory.changes'>) =>
  queryOptions({ ...createCancellableQuery('memory.changes', input), ...keepsPrevious });

/** The same record by record. */
export const changedRecords = (input: Input<'memory.changed'>) =>
  queryOptions({ ...createCancellableQuery('memory.changed', input), ...keepsPrevious });

/** A figure as it was known, step by step. */
export const figureHistory = (input: Input<'memory.figure'>) => createCancellableQuery('memory.figure', input);

export const recordHistory = (id: string) => createQuery('data', 'memory.record', { id });

export const sentFiles = createQuery('data', 'sent.list', {});

/** The files that have a record, and what of it is another today. */
export const recordSent = (id: string) => createQuery('data', 'sent.record', { id });

/** Each client of a month with its closing and the next step. */
export const monthEnd = (period: string) => createQuery('data', 'closings.month', { period });

export const closingShown = (number: number) => createQuery('data', 'closings.show', { number });

export const closingDrift = (number: number) => createQuery('data', 'closings.drift', { number });

/** Which records of a selection a file that bills has already. */
export const billedRecords = (input: Input<'sent.billed'>) => createQuery('data', 'sent.billed', input);

export const report = (input: Input<'report.run'>) =>
  queryOptions({ ...createPanelQuery('report.run', input), ...keepsPrevious });

/** A report's answer with its question. All reports of a screen are one call and are drawn at once; while another is on its way, the figures on screen keep their own heads. */
export const reportAnswer = (question: Report) =>
  queryOptions({
    queryKey: [scopes.data, 'report-answer', question],
    queryFn: async (context) => ({
      report: question,
      result: await lookAt('report.run', question, context, callTogether),
    }),
    ...keepsPrevious,
  });

export const bridge = (input: Input<'report.bridge'>) =>
  queryOptions({ ...createPanelQuery('report.bridge', input), ...keepsPrevious });

export const savedReports = createQuery('data', 'reports.list', {});

export const savedExports = createQuery('data', 'exports.list', {});

export const recordsPage = (input: Input<'records.page'>) =>
  queryOptions({ ...createPanelQuery('records.page', input), ...keepsPrevious });

/** The first rows of a search, before they are counted. */
export const firstFound = (input: Input<'records.firstFound'>) =>
  queryOptions({ ...createPanelQuery('records.firstFound', input), ...leavesSoon });

/** Further rows of the same question. */
export const recordsBlock = (input: Input<'records.page'>) =>
  queryOptions({
    ...createPanelQuery('records.page', input, (...question) => inTurn(question[3], () => callWithin(...question))),
    ...leavesSoon,
  });

/** Totals of selected rows. */
export const recordsSums = (input: Input<'records.sums'>) =>
  queryOptions({ ...createPanelQuery('records.sums', input), ...keepsPrevious });

export const propertyValues = (input: Input<'records.values'>) =>
  queryOptions({ ...createPanelQuery('records.values', input), ...keepsPrevious });

/** Which words of a search find something together. */
export const fewerWords = (input: Input<'filter.fewerWords'>) => createPanelQuery('filter.fewerWords', input);

/** Values of a filter that no record has. */
export const unheldValues = (filterGroups: FilterGroups) =>
  createPanelQuery('filter.unheld', { filterGroups }, callTogether);

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

/**
 * Which records need attention: on the Overview and in the queue, computed once for both. What all records are measured for takes seconds
 * the first time and after a change of the records, so figures do not wait for it then.
 */
export const checksRun = (input: Input<'checks.run'>) =>
  queryOptions({
    queryKey: [scopes.data, CHECKS, 'run', input],
    queryFn: (context) => {
      const answers = context.client.getQueryCache().findAll({ queryKey: [scopes.data, CHECKS, 'run'] });
      const isMeasured = answers.some(({ state }) => state.data !== undefined && !state.isInvalidated);
      return lookAt('checks.run', input, context, isMeasured ? callTogether : callWithin);
    },
    ...keepsPrevious,
  });

export const checkFindings = (input: Input<'checks.findings'>) =>
  queryOptions({
    queryKey: [scopes.data, CHECKS, 'findings', input],
    // Returned with its input: rows of another list are never read under this one's head.
    queryFn: async (context) => ({ check: input.check, ...(await lookAt('checks.findings', input, context)) }),
    ...keepsPrevious,
  });

/** The most that the contract gives at once. */
const MAX_AT_ONCE = 500;

/** All open findings of several checks, one check after the other: what is written to people is never a first page. */
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
    queryFn: (context) => lookAt('checks.people', period === undefined ? {} : { period }, context),
  });

export function refreshChecks(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: [scopes.data, CHECKS] });
}

// The open workspace, for every part of a screen that uses it: the shell provides it, nothing in between passes it on.

const OpenWorkspace = createContext<WorkspaceState | undefined>(undefined);

export const OpenWorkspaceProvider = OpenWorkspace.Provider;

/** Only inside the shell, which shows nothing before a workspace is open. */
export function useWorkspace(): WorkspaceState {
  const workspace = use(OpenWorkspace);
  if (!workspace) throw new Error('There is no open workspace outside the shell');
  return workspace;
}
