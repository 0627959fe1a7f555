/** The local directory: what ids are called and whom they belong to. No request is spent. */
import type { Handlers } from './shared/handlers.ts';
import type { Parts } from './shared/context.ts';

export function nameHandlers(parts: Parts): Pick<Handlers, 'names.list' | 'names.keep'> {
  return {
    'names.list': async () => parts.workspace().journal.names(),
    'names.keep': async (change) => {
      const difference = await parts.workspace().saveNames(change);
      // Labels, groups and filters by client and team follow at once.
      parts.emit({ event: 'data.changed', payload: {} });
      return difference;
    },
  };
}
