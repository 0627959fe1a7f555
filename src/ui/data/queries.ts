/**
 * The queries of the screens: key, method, and how long an answer holds. Nothing polls, and a query of records is cancelled when a newer
 * one replaces it or its screen is left.
 */
import { keepPreviousData, notifyManager, QueryClient, queryOptions } from '@tanstack/react-query';
import type { Input, Output, WorkspaceState } from '#contract/api.ts';
import type { Finding } from '#contract/checks.ts';
import type { FilterGroups } from '#domain/filter/model.ts';
import type { Report } from '#domain/reports/definition/report.ts';
import { propertyNames } from '#domain/property-names.ts';
import { OWNER_PROPERTY } from '#domain/properties.ts';
import { call, callTogether, callWithin } from './client.ts';
import { setMoment } from './moment.ts';
import { pageLocale } from '../locale.ts';
import { isStoreFailure } from './error-text.ts';
import { lookAt, limitConcurrency } from './looks.ts';

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

export const appInfo = queryOptions({
  queryKey: [scopes.app, 'info'],
  queryFn: () => call('app.info', {}),
});

export const preferences = queryOptions({
  queryKey: [scopes.app, 'preferences'],
  queryFn: () => call('preferences.get', {}),
});

export const workspaceState = queryOptions({
  queryKey: [scopes.workspace, 'state'],
  queryFn: () => call('workspace.state', {}),
});

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

export const dataStatus = queryOptions({
  queryKey: [scopes.data, 'status'],
  queryFn: (asked) => lookAt('data.status', {}, asked),
});

/** Damage of names and settings. */
export const journalState = queryOptions({
  queryKey: [scopes.data, 'journal'],
  queryFn: () => call('journal.state', {}),
});

export const names = queryOptions({
  queryKey: [scopes.data, 'names'],
  queryFn: () => call('names.list', {}),
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

export const syncState = queryOptions({
  queryKey: [scopes.sync, 'state'],
  queryFn: () => call('sync.state', {}),
});

/** The price of a run; asking costs nothing. */
export const syncPrice = (wish: Input<'sync.price'> = {}) =>
  queryOptions({
    queryKey: [scopes.data, 'price', wish],
    queryFn: () => call('sync.price', wish),
  });

/** The workspace's, and by which locale this page prints figures under them. */
export const settings = queryOptions({
  queryKey: [scopes.workspace, 'settings'],
  queryFn: () => call('settings.get', {}),
  select: (own) => ({ ...own, locale: pageLocale() }),
});

/** The key that signs files: it belongs to this computer, not to a workspace. */
export const signingState = queryOptions({
  queryKey: [scopes.app, 'signing'],
  queryFn: () => call('signing.state', {}),
});

/** Settings of before that are not accepted any more. */
export const refusedSettings = queryOptions({
  queryKey: [scopes.workspace, 'refused-settings'],
  queryFn: () => call('settings.refused', {}),
});

/** Asked again with the data: what a refresh brought is seen in this visit, and old in the next. */
export const visit = queryOptions({
  queryKey: [scopes.data, 'visit'],
  queryFn: () => call('workspace.visit', {}),
});

/** As many as the store has processors on most machines: the first rows are drawn first, instead of everything last. */
const inTurn = limitConcurrency(2);

export const workspaces = queryOptions({
  queryKey: [scopes.workspace, 'list'],
  queryFn: () => call('workspace.list', {}),
});

export const rebuildPrice = queryOptions({
  queryKey: [scopes.data, 'rebuild-price'],
  queryFn: () => call('data.rebuildPrice', {}),
});

/** The moments that are remembered. */
export const merges = queryOptions({
  queryKey: [scopes.data, 'merges'],
  queryFn: () => call('memory.merges', { limit: 50 }),
});

/** What is another at one moment than at an earlier one, in sums. */
export const changes = (input: Input<'memory.changes'>) =>
  queryOptions({
    queryKey: [scopes.data, 'changes', input],
    queryFn: ({ signal }) => call('memory.changes', input, signal),
    placeholderData: keepPreviousData,
  });

/** The same record by record. */
export const changedRecords = (input: Input<'memory.changed'>) =>
  queryOptions({
    queryKey: [scopes.data, 'changed-records', input],
    queryFn: ({ signal }) => call('memory.changed', input, signal),
    placeholderData: keepPreviousData,
  });

/** A figure as it was known, step by step. */
export const figureHistory = (input: Input<'memory.figure'>) =>
  queryOptions({
    queryKey: [scopes.data, 'figure-history', input],
    queryFn: ({ signal }) => call('memory.figure', input, signal),
  });

/** What became of one record. */
export const recordHistory = (id: string) =>
  queryOptions({
    queryKey: [scopes.data, 'record-history', id],
    queryFn: () => call('memory.record', { id }),
  });

/** The files that left. */
export const sentFiles = queryOptions({
  queryKey: [scopes.data, 'sent'],
  queryFn: () => call('sent.list', {}),
});

/** The files that have a record, and what of it is another today. */
export const recordSent = (id: string) =>
  queryOptions({
    queryKey: [scopes.data, 'record-sent', id],
    queryFn: () => call('sent.record', { id }),
  });

/** Each client of a month with its closing and the next step. */
export const monthEnd = (period: string) =>
  queryOptions({
    queryKey: [scopes.data, 'month-end', period],
    queryFn: () => call('closings.month', { period }),
  });

export const closingShown = (number: number) =>
  queryOptions({
    queryKey: [scopes.data, 'closing', number],
    queryFn: () => call('closings.show', { number }),
  });

export const closingDrift = (number: number) =>
  queryOptions({
    queryKey: [scopes.data, 'closing-drift', number],
    queryFn: () => call('closings.drift', { number }),
  });

/** Which records of a selection a file that bills has already. */
export const billedRecords = (input: Input<'sent.billed'>) =>
  queryOptions({
    queryKey: [scopes.data, 'billed', input],
    queryFn: () => call('sent.billed', input),
  });

export const report = (input: Input<'report.run'>) =>
  queryOptions({
    queryKey: [scopes.data, 'report', input],
    queryFn: (asked) => lookAt('report.run', input, asked),
    placeholderData: keepPreviousData,
  });

/** A report's answer with its question. All reports of a screen are one call and are drawn at once; while another is on its way, the figures on screen keep their own heads. */
export const reportAnswer = (asked: Report) =>
  queryOptions({
    queryKey: [scopes.data, 'report-answer', asked],
    queryFn: async (context) => ({ asked, result: await lookAt('report.run', asked, context, callTogether) }),
    placeholderData: keepPreviousData,
  });

export const bridge = (input: Input<'report.bridge'>) =>
  queryOptions({
    queryKey: [scopes.data, 'bridge', input],
    queryFn: (asked) => lookAt('report.bridge', input, asked),
    placeholderData: keepPreviousData,
  });

export const savedReports = queryOptions({
  queryKey: [scopes.data, 'saved-reports'],
  queryFn: () => call('reports.list', {}),
});

export const savedExports = queryOptions({
  queryKey: [scopes.data, 'saved-exports'],
  queryFn: () => call('exports.list', {}),
});

export const recordsPage = (input: Input<'records.page'>) =>
  queryOptions({
    queryKey: [scopes.data, 'records', input],
    queryFn: (asked) => lookAt('records.page', input, asked),
    placeholderData: keepPreviousData,
  });

/** The first rows of a search, before they are counted. */
export const firstFound = (input: Input<'records.firstFound'>) =>
  queryOptions({
    queryKey: [scopes.data, 'records-first', input],
    queryFn: (asked) => lookAt('records.firstFound', input, asked),
    gcTime: 30_000,
  });

/** Further rows of the same question; thousands of them may be scrolled past. */
export const recordsBlock = (input: Input<'records.page'>) =>
  queryOptions({
    queryKey: [scopes.data, 'records', input],
    queryFn: (asked) =>
      lookAt('records.page', input, asked, (...question) => inTurn(asked.signal, () => callWithin(...question))),
    gcTime: 30_000,
  });

/** Totals of selected rows. */
export const recordsSums = (input: Input<'records.sums'>) =>
  queryOptions({
    queryKey: [scopes.data, 'records-sums', input],
    queryFn: (asked) => lookAt('records.sums', input, asked),
    placeholderData: keepPreviousData,
  });

export const propertyValues = (input: Input<'records.values'>) =>
  queryOptions({
    queryKey: [scopes.data, 'values', input],
    queryFn: (asked) => lookAt('records.values', input, asked),
    placeholderData: keepPreviousData,
  });

/** Which words of a search find something together. */
export const fewerWords = (input: Input<'filter.fewerWords'>) =>
  queryOptions({
    queryKey: [scopes.data, 'fewer-words', input],
    queryFn: (asked) => lookAt('filter.fewerWords', input, asked),
  });

/** Values of a filter that no record has. */
export const unheldValues = (filterGroups: FilterGroups) =>
  queryOptions({
    queryKey: [scopes.data, 'unheld-values', filterGroups],
    queryFn: (asked) => lookAt('filter.unheld', { filterGroups }, asked, callTogether),
  });

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
    queryFn: (asked) => {
      const answers = asked.client.getQueryCache().findAll({ queryKey: [scopes.data, CHECKS, 'run'] });
      const isMeasured = answers.some(({ state }) => state.data !== undefined && !state.isInvalidated);
      return lookAt('checks.run', input, asked, isMeasured ? callTogether : callWithin);
    },
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
