/** In which order records are asked for, shown and written. */
import { z } from 'zod';

export const sortOrderSchema = z.strictObject({
  propertyName: z.string(),
  direction: z.enum(['ASCENDING', 'DESCENDING']),
});
export type SortOrder = Readonly<z.output<typeof sortOrderSchema>>;
