/** Damage of names and settings: reports it and repairs it. Spends no request. */
import type { Handlers } from './shared/handlers.ts';
import type { Parts } from './shared/context.ts';

export function journalHandlers(parts: Parts): Pick<Handlers, 'journal.state' | 'journal.mend'> {
  return {
    'journal.state': async () => ({
      damage: parts.workspace().journal.damage,
      preferencesSetAside: parts.preferencesSetAside,
    }),
    'journal.mend': async ({ from }) => {
      const { setAside, contents } = await parts.reopen(({ journal }) => journal.mend(from, parts.now()));
      return { setAside, contents };
    },
  };
}
