/** About the program itself, and the preferences of the person who uses it. */
import { preferencesSchema, type Handlers } from '../../src/contract/api.ts';
import type { Parts } from './parts.ts';

const PREFERENCES = 'preferences';
const defaults = preferencesSchema.parse({ colorScheme: 'auto', columns: null });

export function appHandlers(parts: Parts): Pick<Handlers, 'app.info' | 'preferences.get' | 'preferences.set'> {
  const read = () => parts.preferences.setting(PREFERENCES, preferencesSchema) ?? defaults;
  return {
    'app.info': async () => ({ version: parts.version, host: parts.host.kind, dataDirectory: parts.dataDirectory }),
    'preferences.get': async () => read(),
    'preferences.set': async (changes) => {
      const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
      const next = preferencesSchema.parse({ ...read(), ...given });
      parts.preferences.keepSetting(PREFERENCES, next);
      return next;
    },
  };
}
