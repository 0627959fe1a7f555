/** Stores the workspace's settings in its journal, one entry each, with defaults for those never set. */
import { z } from 'zod';
import {
  defaultSettings,
  settingsSchema,
  type RefusedSetting,
  type Settings,
  type SettingsChange,
} from '#domain/settings.ts';
import type { Journal } from './journal.ts';

type SettingName = keyof Settings;
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of the schema's own shape
const settingNames = Object.keys(settingsSchema.shape) as SettingName[];

/**
 * Reads all settings; `workspaceDefaults` override the app's defaults. The zone is the system's at the workspace's creation and stays when the
 * computer travels.
 */
export function readSettings(journal: Journal, workspaceDefaults: Partial<Settings> = {}): Settings {
  return settingsSchema.parse({
    zone: readSavedZone(journal),
    ...defaultSettings,
    ...workspaceDefaults,
    ...readSavedSettings(journal),
  });
}

export function readSavedSettings(journal: Journal): SettingsChange {
  const saved = settingNames.map((name) => [name, journal.setting<unknown>(name, settingsSchema.shape[name])] as const);
  return Object.fromEntries(saved.filter(([, value]) => value !== undefined));
}

/**
 * Finds settings that older rules accepted and current ones do not. They count as never set, and stay in the file until the user sets new ones.
 */
export function findRefusedSettings(journal: Journal): RefusedSetting[] {
  return settingNames.flatMap((name) => {
    const saved = journal.setting(name, z.unknown());
    if (saved === undefined || settingsSchema.shape[name].safeParse(saved).success) return [];
    return [{ name, text: typeof saved === 'string' ? saved : JSON.stringify(saved) }];
  });
}

/** @param change already checked by the settings' schema. @throws AppFailure `journal-damaged` */
export function saveSettings(journal: Journal, change: SettingsChange): void {
  journal.assertSound();
  for (const name of settingNames) {
    if (change[name] !== undefined) journal.saveSetting(name, change[name]);
  }
}

function readSavedZone(journal: Journal): string {
  const saved = journal.setting('zone', settingsSchema.shape.zone);
  if (saved !== undefined) return saved;
  const zone = new Intl.DateTimeFormat('en').resolvedOptions().timeZone;
  // A zone that is no longer accepted is not overwritten, so that the user can correct it.
  if (journal.setting('zone', z.unknown()) === undefined) journal.saveSetting('zone', zone);
  return zone;
}
