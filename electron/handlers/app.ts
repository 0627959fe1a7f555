/** Information about the program, the user's preferences, and the cancelling of questions. */
import type { Tickets } from './shared/tickets.ts';
import type { Handlers } from './shared/handlers.ts';
import { changePreferences, readPreferences } from './shared/saved-preferences.ts';
import type { Parts } from './shared/context.ts';

type Methods = 'app.info' | 'question.leave' | 'preferences.get' | 'preferences.set';

export function appHandlers(parts: Parts, tickets: Tickets): Pick<Handlers, Methods> {
  return {
    'app.info': async () => ({ version: parts.version, host: parts.host.kind, dataDirectory: parts.dataDirectory }),
    'question.leave': async ({ ticket }) => ({ left: tickets.cancel(ticket) }),
    'preferences.get': async () => readPreferences(parts),
    'preferences.set': async (changes) => changePreferences(parts, changes),
  };
}
