/** Describes the program, stores its preferences and the workspace's settings, and repairs the journal that holds them. */
import { preferencesSchema, type Preferences } from '#contract/api.ts';
import { releaseDay } from '#electron/host/version.ts';
import type { HandlersFor, HandlerContext, Tickets } from './calls.ts';

type Subject = 'app' | 'question' | 'preferences' | 'settings' | 'journal';

export function settingsHandlers(context: HandlerContext, tickets: Tickets): HandlersFor<Subject> {
  return {
    'app.info': async () => ({
      version: context.version,
      releaseDay: releaseDay ?? null,
      host: context.host.kind,
      dataDirectory: context.dataDirectory,
    }),
    'question.leave': async ({ ticket }) => ({ left: tickets.cancel(ticket) }),
    'preferences.get': async () => readPreferences(context),
    'preferences.set': async (changes) => changePreferences(context, changes),
    'settings.get': async () => context.workspace().settings(),
    'settings.refused': async () => ({ refused: context.workspace().refusedSettings() }),
    'settings.set': async (change) => context.workspace().saveSettings(change),
    'journal.state': async () => ({
      damage: context.workspace().journal.damage,
      preferencesSetAside: context.preferencesSetAside,
    }),
    'journal.mend': async ({ from }) => {
      const { setAside, contents } = await context.reopen(({ journal }) => journal.mend(from, context.now()));
      return { setAside, contents };
    },
  };
}

const PREFERENCES = 'preferences';
const defaults = preferencesSchema.parse({ colorScheme: 'auto', columns: null });

export function readPreferences({ preferences }: Pick<HandlerContext, 'preferences'>): Preferences {
  return preferences.setting(PREFERENCES, preferencesSchema) ?? defaults;
}

type Changes = { readonly [Name in keyof Preferences]?: Preferences[Name] | undefined };

/** @returns the preferences with the changes; undefined fields stay unchanged */
export function changePreferences(context: Pick<HandlerContext, 'preferences'>, changes: Changes): Preferences {
  const changedSettings = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
  const next = preferencesSchema.parse({ ...readPreferences(context), ...changedSettings });
  context.preferences.saveSetting(PREFERENCES, next);
  return next;
}
