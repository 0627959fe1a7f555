/** Exports across the contract that are saved in the workspace: listed with what is due, run, written to a definition's file. */
import { z } from 'zod';
import { exportDefinitionSchema, namedDefinitionSchema } from '../domain/exports/definition.ts';
import { exportOptionsSchema } from '../domain/exports/options.ts';
import { packForms, packKeys, patternSchema } from '../domain/exports/pack-names.ts';
import { manifestSchema, packManifestSchema } from './exports.ts';

const day = z.iso.date();

/** The last time it was run, whatever became of it. */
const lastRunSchema = z.object({
  at: z.iso.datetime(),
  /** Without its folder. */
  file: z.string().min(1).max(400),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  complete: z.boolean(),
  records: z.number().int().nonnegative(),
});

/** What running it has left behind. */
export const runStateSchema = z.strictObject({
  /** The day its rhythm was set, by the workspace's days; absent: it has none. */
  since: day.optional(),
  /** The last due day that was answered by a complete file. */
  doneFor: day.optional(),
  lastRun: lastRunSchema.strict().optional(),
  /** The last time a due day's run found no record; the day counts as answered. */
  lastEmpty: z.strictObject({ at: z.iso.datetime(), day }).optional(),
});
export type RunState = z.output<typeof runStateSchema>;

/** The last time it was run for a due day, where that found nothing to write. */
export function findLastEmpty({ lastRun, lastEmpty }: RunState): RunState['lastEmpty'] {
  return lastEmpty && (lastRun === undefined || lastEmpty.at > lastRun.at) ? lastEmpty : undefined;
}

export const savedExportSchema = z.strictObject({
  id: z.string(),
  definition: namedDefinitionSchema,
  savedAt: z.string(),
  state: runStateSchema,
});
export type SavedExport = z.output<typeof savedExportSchema>;

const dueSchema = z.object({
  day,
  /** The days of its period as they were on that day; null: it has no period. */
  period: z.object({ from: day, to: day }).nullable(),
});
export type DueRun = z.output<typeof dueSchema>;

const listedExportSchema = savedExportSchema.extend({
  /** Oldest first; of several with one period only the last. */
  due: z.array(dueSchema),
  /** The next day it will be due; null: it has no rhythm. */
  next: day.nullable(),
});
export type ListedExport = z.output<typeof listedExportSchema>;

export const savedExportMethods = {
  /** By name. Days are the workspace's. */
  'exports.list': { input: z.strictObject({}), output: z.object({ exports: z.array(listedExportSchema), today: day }) },
  /** Without an id: a new one. With one: in its place, or under it again, as it was, after it was removed (undo). Names are unique. */
  'exports.save': {
    input: z.strictObject({
      id: z.string().optional(),
      definition: namedDefinitionSchema,
      state: runStateSchema.optional(),
    }),
    output: savedExportSchema,
  },
  'exports.remove': {
    input: z.strictObject({ id: z.string() }),
    output: z.object({ removed: savedExportSchema.nullable() }),
  },
  /** Writes the definition's small JSON file to the host's `chooseDestination`; null: none was chosen. */
  'exports.export': {
    input: z.strictObject({ definition: exportDefinitionSchema }),
    output: z.object({ file: z.string() }).nullable(),
  },
  /** Writes what a saved export, or a definition, says to the host's `chooseDestination`; null: none was chosen. */
  'exports.run': {
    input: z.strictObject({
      /** Of a saved one, whose run is noted; else the definition. */
      id: z.string().optional(),
      definition: exportDefinitionSchema.optional(),
      /** Choices of this run instead of the definition's. */
      options: exportOptionsSchema.default({}),
      /** A file for each of these instead of one. */
      pack: z.enum(packKeys).optional(),
      as: z.enum(packForms).optional(),
      pattern: patternSchema.optional(),
      /** A day it is due for: its period is what it was then. */
      due: day.optional(),
      allowEmpty: z.boolean().default(false),
    }),
    output: z
      .object({
        /** Without its folder. */
        file: z.string(),
        written: z.union([manifestSchema, packManifestSchema]),
      })
      .nullable(),
  },
} as const;
