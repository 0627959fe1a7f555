/** Exports across the contract that are saved in the workspace: listed with what is due, run, written to a definition's file. */
import { z } from 'zod';
import { exportDefinitionSchema, namedDefinitionSchema } from '#domain/exports/definition.ts';
import { exportOptionsSchema } from '#domain/exports/options.ts';
import { packForms, packKeys, patternSchema } from '#domain/exports/pack-names.ts';
import { manifestSchema, packManifestSchema } from './exports.ts';

const day = z.iso.date();

/** The last time the export was run, whatever the result. */
const lastRunSchema = z.object({
  at: z.iso.datetime(),
  /** The file's name without its folder. */
  file: z.string().min(1).max(400),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  complete: z.boolean(),
  records: z.number().int().nonnegative(),
});

/** The state that earlier runs have left. */
export const runStateSchema = z.strictObject({
  /** The day on which its rhythm was set, by the workspace's days; absent where it has none. */
  since: day.optional(),
  /** The last due day for which a complete file was written. */
  doneFor: day.optional(),
  lastRun: lastRunSchema.strict().optional(),
  /** The last time a due day's run found no record; the day counts as answered. */
  lastEmpty: z.strictObject({ at: z.iso.datetime(), day }).optional(),
});
export type RunState = z.output<typeof runStateSchema>;

/** Finds the last time the export was run for a due day and found nothing to write. */
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
  /** The days of its period as they were on that day; null where it has no period. */
  period: z.object({ from: day, to: day }).nullable(),
});
export type DueRun = z.output<typeof dueSchema>;

const listedExportSchema = savedExportSchema.extend({
  /** The due runs, oldest first; of several with one period only the last. */
  due: z.array(dueSchema),
  /** The next day on which it will be due; null where it has no rhythm. */
  next: day.nullable(),
});
export type ListedExport = z.output<typeof listedExportSchema>;

export const savedExportMethods = {
  /** Lists the saved exports by name. Days are the workspace's. */
  'exports.list': { input: z.strictObject({}), output: z.object({ exports: z.array(listedExportSchema), today: day }) },
  /**
   * Without an id it saves a new export. With one, it replaces that export, or restores it as it was after it was removed (undo). Names are
   * unique.
   */
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
      /** The id of a saved export, whose run is noted; without one, the definition is run. */
      id: z.string().optional(),
      definition: exportDefinitionSchema.optional(),
      /** Choices of this run that replace the definition's. */
      options: exportOptionsSchema.default({}),
      /** Splits the export into one file for each of these. */
      pack: z.enum(packKeys).optional(),
      as: z.enum(packForms).optional(),
      pattern: patternSchema.optional(),
      /** A day on which the export is due: its period is what it was then. */
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
