/** The workspace's settings in its journal: one entry each, defaults for what was never set. */
import { z } from 'zod';
import {
  defaultSettings,
  settingsSchema,
  type RefusedSetting,
  type Settings,
  type SettingsChange,
} from '../../src/domain/settings.ts';
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

/**
 * Those that were kept by rules of before and are not accepted any more. They count as never set, and stay as they were written
 * until others take their place.
 */
export function refusedSettings(journal: Journal): RefusedSetting[] {
  return names.flatMap((name) => {
    const kept = journal.setting(name, z.unknown());
    if (kept === undefined || settingsSchema.shape[name].safeParse(kept).success) return [];
    return [{ name, text: typeof kept === 'string' ? kept : JSON.stringify(kept) }];
  });
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
  // One that is not accepted any more is not written over: the person may mend it.
  if (journal.setting('zone', z.unknown()) === undefined) journal.saveSetting('zone', zone);
  return zone;
}
