/** What is found out about a pack: the questions of a file, asked of the whole and of each file in it. */
import { z } from 'zod';
import { fileAnswerSchema } from '../file-answer.ts';

const { says, signature, again, addsUp } = fileAnswerSchema.shape;
const count = z.number().int().nonnegative();

export const packAnswerSchema = z.object({
  /** The name of the zip file or folder. */
  pack: z.string(),
  as: z.enum(['zip', 'folder']),
  /** The dimension that decides in whose file a record is. */
  by: z.string(),
  /** What the index says of the whole. */
  says: says.omit({ name: true }),
  matches: z.object({
    holds: z.boolean(),
    /** Files that the index lists, or that belong beside them, and that are not there. */
    missing: z.array(z.string()),
    /** Files that are there but that the index does not know. */
    stray: z.array(z.string()),
    /** Files that are not the ones for which the index was written. */
    changed: z.array(z.string()),
  }),
  signature,
  addsUp: z.object({
    holds: z.boolean().nullable(),
    seconds: addsUp.shape.seconds,
    /** How many records the whole has, and all files together. */
    records: z.object({ written: count, found: count }),
    /** Sums of the whole that the files do not give. */
    sums: addsUp.shape.sums,
    /** Files that do not add up to their own sums. */
    files: z.array(z.string()),
  }),
  /** The answer for the whole and every file. */
  again,
  differing: z.array(z.string()),
  files: z.array(
    z.object({
      file: z.string(),
      key: z.string().nullable(),
      /** Null where the file is missing, or its manifest cannot be read. */
      answer: fileAnswerSchema.nullable(),
    }),
  ),
});
export type PackAnswer = z.output<typeof packAnswerSchema>;
