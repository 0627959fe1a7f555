/** The workspace's settings across the contract. */
import { z } from 'zod';
import { settingsSchema } from '#domain/settings.ts';

/** A setting that was stored under earlier rules, as it was stored. */
export const refusedSettingSchema = z.object({ name: settingsSchema.keyof(), text: z.string() });

export const settingsMethods = {
  'settings.get': { input: z.strictObject({}), output: settingsSchema },
  /**
   * Lists settings that were stored under earlier rules and are not accepted any more: they count as not set, and stay as they are until
   * others take their place.
   */
  'settings.refused': {
    input: z.strictObject({}),
    output: z.object({ refused: z.array(refusedSettingSchema) }),
  },
  /** Changes the given settings. @throws `usage` naming what is invalid; nothing is changed then. */
  'settings.set': { input: settingsSchema.partial(), output: settingsSchema },
} as const;
