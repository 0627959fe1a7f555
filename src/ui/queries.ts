/** Every question the screens ask, in one place: its key, its method, and how long its answer holds. Nothing polls. */
import { keepPreviousData, QueryClient, queryOptions } from '@tanstack/react-query';
import type { Input } from '../contract/api.ts';
import { call } from './api.ts';

/** Answers hold until the data changes; what the machine says by events, nobody asks again. */
export function createQueryClient(): QueryClient {
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

/** First part of a key: what makes an answer old. */
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

export const dataStatus = queryOptions({
  queryKey: [scopes.data, 'status'],
  queryFn: () => call('data.status', {}),
});

export const names = queryOptions({
  queryKey: [scopes.data, 'names'],
  queryFn: () => call('names.list', {}),
});

export const syncState = queryOptions({
  queryKey: [scopes.sync, 'state'],
  queryFn: () => call('sync.state', {}),
});

export const syncPrice = (full: boolean) =>
  queryOptions({
    queryKey: [scopes.data, 'price', full],
    queryFn: () => call('sync.price', { full }),
  });

export const report = (input: Input<'report.run'>) =>
  queryOptions({
    queryKey: [scopes.data, 'report', input],
    queryFn: () => call('report.run', input),
    placeholderData: keepPreviousData,
  });

export const recordsPage = (input: Input<'records.page'>) =>
  queryOptions({
    queryKey: [scopes.data, 'records', input],
    queryFn: () => call('records.page', input),
    placeholderData: keepPreviousData,
  });

export const propertyValues = (input: Input<'records.values'>) =>
  queryOptions({
    queryKey: [scopes.data, 'values', input],
    queryFn: () => call('records.values', input),
    placeholderData: keepPreviousData,
  });
