/** The events that a host sends to the ui. */
import type { Quota, SyncProgress } from './api.ts';
import type { Trouble } from './errors.ts';

export interface Events {
  readonly 'sync.progress': SyncProgress;
  /** The open workspace's records, coverage or names have changed, so figures on screen are out of date. */
  readonly 'data.changed': Readonly<Record<string, never>>;
  readonly 'quota.changed': Quota;
  /** The result of the last request to the service. */
  readonly 'service.trouble': { readonly trouble: Trouble | null };
  readonly 'export.progress': { readonly written: number; readonly total: number };
  /** How many records of a workspace's file have been written or read. */
  readonly 'workspace.progress': { readonly done: number; readonly total: number };
  /** Sent by the browser host only, when pages are ready to be opened and printed; `url` is a path of the same origin. */
  readonly 'pages.ready': { readonly url: string };
  /**
   * Sent by the browser host only, when a finished file and the files that belong to it can be downloaded, once each. Each `url` is a path of
   * the same origin.
   */
  readonly 'download.ready': { readonly files: readonly { readonly name: string; readonly url: string }[] };
}

export type EventName = keyof Events;
export type EventPayload<E extends EventName> = Events[E];
export type AppEvent = {
  readonly [E in EventName]: { readonly event: E; readonly payload: EventPayload<E> };
}[EventName];
