/** The workspace's settings across the contract. */
import { z } from 'zod';
import { settingsSchema } from '../domain/settings.ts';

export const settingsMethods = {
  'settings.get': { input: z.strictObject({}), output: settingsSchema },
  /** Changes the given ones. @throws `usage` naming what is invalid; nothing is changed then. */
  'settings.set': { input: settingsSchema.partial(), output: settingsSchema },
} as const;
