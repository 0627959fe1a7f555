/** The workspace's settings across the contract. */
import { z } from 'zod';
import { settingsSchema } from '../domain/settings.ts';

export const settingsMethods = {
  'settings.get': { input: z.strictObject({}), output: settingsSchema },
  /** Changes what is given. @throws `usage` naming what cannot be; nothing is kept then. */
  'settings.set': { input: settingsSchema.partial(), output: settingsSchema },
} as const;
