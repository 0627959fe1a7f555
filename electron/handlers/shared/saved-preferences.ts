/** The user's preferences, whichever workspace is open. */
import { preferencesSchema, type Preferences } from '../../../src/contract/api.ts';
import type { Parts } from './context.ts';

const PREFERENCES = 'preferences';
const defaults = preferencesSchema.parse({ colorScheme: 'auto', columns: null });

export function readPreferences({ preferences }: Pick<Parts, 'preferences'>): Preferences {
  return preferences.setting(PREFERENCES, preferencesSchema) ?? defaults;
}

export function savePreferences({ preferences }: Pick<Parts, 'preferences'>, next: Preferences): void {
  preferences.saveSetting(PREFERENCES, next);
}
