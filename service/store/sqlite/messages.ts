/** What the service and the thread of its SQLite store say to each other. */
import type { Call } from './queue.ts';

export type ToThread = { readonly kind: 'call'; readonly id: number; readonly call: Call } | { readonly kind: 'close' };

export type FromThread =
  | { readonly kind: 'opened' }
  | { readonly kind: 'closed' }
  | { readonly kind: 'unopened'; readonly unfit: boolean; readonly message: string }
  | { readonly kind: 'done'; readonly id: number; readonly result: unknown }
  | { readonly kind: 'failed'; readonly id: number; readonly message: string };
