/** About the program itself, the preferences of the person who uses it, and questions they gave up. */
import { preferencesSchema } from '../../src/contract/api.ts';
import type { Tickets } from '../tickets.ts';
import type { Handlers } from './handlers.ts';
import type { Parts } from './parts.ts';

const PREFERENCES = 'preferences';
const defaults = preferencesSchema.parse({ colorScheme: 'auto', columns: null });

type Methods = 'app.info' | 'question.leave' | 'preferences.get' | 'preferences.set';

export function appHandlers(parts: Parts, tickets: Tickets): Pick<Handlers, Methods> {
  const read = () => parts.preferences.setting(PREFERENCES, preferencesSchema) ?? defaults;
  return {
    'app.info': async () => ({ version: parts.version, host: parts.host.kind, dataDirectory: parts.dataDirectory }),
    'question.leave': async ({ ticket }) => ({ left: tickets.leave(ticket) }),
    'preferences.get': async () => read(),
    'preferences.set': async (changes) => {
      const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
      const next = preferencesSchema.parse({ ...read(), ...given });
      parts.preferences.keepSetting(PREFERENCES, next);
      return next;
    },
  };
}
