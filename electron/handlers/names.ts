/** The local directory: the names of ids and the clients and teams they belong to. Spends no request. */
import type { Handlers } from './shared/handlers.ts';
import type { Parts } from './shared/context.ts';

export function nameHandlers(parts: Parts): Pick<Handlers, 'names.list' | 'names.keep'> {
  return {
    'names.list': async () => parts.workspace().journal.names(),
    'names.keep': (change) => parts.workspace().saveNames(change),
  };
}
