/** The settings that the workspace's reports and refreshes share. */
import type { Handlers } from './shared/handlers.ts';
import type { Parts } from './shared/context.ts';

export function settingsHandlers(parts: Parts): Pick<Handlers, 'settings.get' | 'settings.refused' | 'settings.set'> {
  return {
    'settings.get': async () => parts.workspace().settings(),
    'settings.refused': async () => ({ refused: parts.workspace().refusedSettings() }),
    'settings.set': async (change) => parts.workspace().saveSettings(change),
  };
}
