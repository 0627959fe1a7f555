/** The user's preferences, whichever workspace is open. */
import { preferencesSchema, type Preferences } from '../../../src/contract/api.ts';
import type { Parts } from './context.ts';

const PREFERENCES = 'preferences';
const defaults = preferencesSchema.parse({ colorScheme: 'auto', columns: null });

export function readPreferences({ preferences }: Pick<Parts, 'preferences'>): Preferences {
  return preferences.setting(PREFERENCES, preferencesSchema) ?? defaults;
}

type Changes = { readonly [Name in keyof Preferences]?: Preferences[Name] | undefined };

/** @returns the preferences with the changes; what a change leaves undefined stays as it was */
export function changePreferences(parts: Pick<Parts, 'preferences'>, changes: Changes): Preferences {
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
  const next = preferencesSchema.parse({ ...readPreferences(parts), ...given });
  parts.preferences.saveSetting(PREFERENCES, next);
  return next;
}
