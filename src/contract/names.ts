/** The local directory across the contract. */
import { z } from 'zod';
import { directorySchema } from '../domain/directory.ts';

export const namesMethods = {
  'names.list': { input: z.strictObject({}), output: directorySchema },
  /** Adds and replaces whole entries; null removes one; what is not given stays. */
  'names.keep': {
    input: z.strictObject({
      owners: z.record(z.string().min(1), directorySchema.shape.owners.valueType.nullable()).default({}),
      objects: z.record(z.string().regex(/^[^:]+:.+$/), directorySchema.shape.objects.valueType.nullable()).default({}),
    }),
    output: z.object({
      added: z.number().int(),
      changed: z.number().int(),
      removed: z.number().int(),
      unchanged: z.number().int(),
    }),
  },
} as const;
