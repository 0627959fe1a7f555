/** A directory from the fields a test is about; the others are unknown. */
import type { z } from 'zod';
import { directorySchema, type Directory } from '#domain/people/directory.ts';

export function directoryOf({ owners = {}, objects = {} }: Partial<z.input<typeof directorySchema>>): Directory {
  return directorySchema.parse({ owners, objects });
}
