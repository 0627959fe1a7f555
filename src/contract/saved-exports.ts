/** The methods of saved exports: list them with their due runs, run them, and write their definitions to files. */
import { z } from 'zod';
import { exportDefinitionSchema, namedDefinitionSchema } from '#domain/exports/definition.ts';
import { exportOptionsSchema } from '#domain/exports/options.ts';
import { packForms, packKeys, patternSchema } from '#domain/exports/pack-names.ts';
import { manifestSchema, packManifestSchema } from './exports.ts';

const day = z.iso.date();

/** The last run that wrote a file, complete or not. */
const lastRunSchema = z.object({
  at: z.iso.datetime(),
  /** The file's name without its folder. */
  file: z.string().min(1).max(400),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  complete: z.boolean(),
  records: z.number().int().nonnegative(),
});

export const runStateSchema = z.strictObject({
  /** The day on which its rhythm was set, in the workspace's zone; absent if it has none. */
  since: day.optional(),
  /** The last due day for which a complete file was written. */
  doneFor: day.optional(),
  lastRun: lastRunSchema.strict().optional(),
  /** The last run for a due day that found no record; the day counts as done. */
  lastEmpty: z.strictObject({ at: z.iso.datetime(), day }).optional(),
});
export type RunState = z.output<typeof runStateSchema>;

/** Finds the last run for a due day if it found nothing to write. */
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
  /** The dates of its period on that day; null if it has no period. */
  period: z.object({ from: day, to: day }).nullable(),
});
export type DueRun = z.output<typeof dueSchema>;

const listedExportSchema = savedExportSchema.extend({
  /** The due runs, oldest first; of several with the same period, only the last. */
  due: z.array(dueSchema),
  /** The next day on which it will be due; null if it has no rhythm. */
  next: day.nullable(),
});
export type ListedExport = z.output<typeof listedExportSchema>;

export const savedExportMethods = {
  /** Lists the saved exports by name. Days are in the workspace's zone. */
  'exports.list': { input: z.strictObject({}), output: z.object({ exports: z.array(listedExportSchema), today: day }) },
  /** Without an id, saves a new export. With an id, replaces that export, or restores it after it was removed (undo). Names are unique. */
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
  /** Writes the definition's small JSON file to the host's `chooseDestination`; null when none was chosen. */
  'exports.export': {
    input: z.strictObject({ definition: exportDefinitionSchema }),
    output: z.object({ file: z.string() }).nullable(),
  },
  /** Writes the file of a saved export, or of a definition, to the host's `chooseDestination`; null when none was chosen. */
  'exports.run': {
    input: z.strictObject({
      /** The id of a saved export, whose run is recorded; without an id, the definition is run. */
      id: z.string().optional(),
      definition: exportDefinitionSchema.optional(),
      /** Options that replace the definition's for this run. */
      options: exportOptionsSchema.default({}),
      /** Splits the export into one file for each of these. */
      pack: z.enum(packKeys).optional(),
      as: z.enum(packForms).optional(),
      pattern: patternSchema.optional(),
      /** A day on which the export is due, from which its period is resolved. */
      due: day.optional(),
      allowEmpty: z.boolean().default(false),
    }),
    output: z
      .object({
        /** The file's name without its folder. */
        file: z.string(),
        written: z.union([manifestSchema, packManifestSchema]),
      })
      .nullable(),
  },
} as const;
