/** Tells about the program; keeps its preferences and the workspace's settings; repairs the journal that holds them. */
import { preferencesSchema, type Preferences } from '#contract/api.ts';
import { releaseDay } from '#electron/host/version.ts';
import type { HandlersFor, Parts, Tickets } from './calls.ts';

type Subject = 'app' | 'question' | 'preferences' | 'settings' | 'journal';

export function settingsHandlers(parts: Parts, tickets: Tickets): HandlersFor<Subject> {
  return {
    'app.info': async () => ({
      version: parts.version,
      releaseDay: releaseDay ?? null,
      host: parts.host.kind,
      dataDirectory: parts.dataDirectory,
    }),
    'question.leave': async ({ ticket }) => ({ left: tickets.cancel(ticket) }),
    'preferences.get': async () => readPreferences(parts),
    'preferences.set': async (changes) => changePreferences(parts, changes),
    'settings.get': async () => parts.workspace().settings(),
    'settings.refused': async () => ({ refused: parts.workspace().refusedSettings() }),
    'settings.set': async (change) => parts.workspace().saveSettings(change),
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

const PREFERENCES = 'preferences';
const defaults = preferencesSchema.parse({ colorScheme: 'auto', columns: null });

export function readPreferences({ preferences }: Pick<Parts, 'preferences'>): Preferences {
  return preferences.setting(PREFERENCES, preferencesSchema) ?? defaults;
}

type Changes = { readonly [Name in keyof Preferences]?: Preferences[Name] | undefined };

/** @returns the preferences with the changes; what a change leaves undefined stays as it was */
export function changePreferences(parts: Pick<Parts, 'preferences'>, changes: Changes): Preferences {
  const changedSettings = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
  const next = preferencesSchema.parse({ ...readPreferences(parts), ...changedSettings });
  parts.preferences.saveSetting(PREFERENCES, next);
  return next;
}
