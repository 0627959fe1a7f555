/** The workspace's settings in its journal: one entry each, defaults for what was never set. */
import { defaultSettings, settingsSchema, type Settings, type SettingsChange } from '../../src/domain/settings.ts';
import type { Journal } from './journal.ts';

type Names = keyof Settings;
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of the schema's own shape
const names = Object.keys(settingsSchema.shape) as Names[];

/** The zone is the system's at the workspace's creation and stays when the computer travels; `own` are the workspace's own defaults. */
export function readSettings(journal: Journal, own: Partial<Settings> = {}): Settings {
  return settingsSchema.parse({
    zone: readSavedZone(journal),
    ...defaultSettings,
    ...own,
    ...readSavedSettings(journal),
  });
}

/** Those that were ever set. */
export function readSavedSettings(journal: Journal): SettingsChange {
  const kept = names.map((name) => [name, journal.setting<unknown>(name, settingsSchema.shape[name])] as const);
  return Object.fromEntries(kept.filter(([, value]) => value !== undefined));
}

/** @param change already checked by the settings' schema. @throws AppFailure `journal-damaged` */
export function saveSettings(journal: Journal, change: SettingsChange): void {
  journal.assertSound();
  for (const name of names) {
    if (change[name] !== undefined) journal.saveSetting(name, change[name]);
  }
}

function readSavedZone(journal: Journal): string {
  const kept = journal.setting('zone', settingsSchema.shape.zone);
  if (kept !== undefined) return kept;
  const zone = new Intl.DateTimeFormat('en').resolvedOptions().timeZone;
  journal.saveSetting('zone', zone);
  return zone;
}
