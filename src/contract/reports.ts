/** The methods of reports: run, save, and write to a file. */
import { z } from 'zod';
import { bridgeAnswerSchema, bridgeInputSchema } from '#domain/reports/bridge/question.ts';
import { reportFileSchema, reportResultSchema, reportSchema } from '#domain/reports/definition/report.ts';

export const savedReportSchema = z.object({ id: z.string(), file: reportFileSchema, savedAt: z.string() });
export type SavedReport = z.output<typeof savedReportSchema>;

export const reportMethods = {
  'report.run': { input: reportSchema, output: reportResultSchema },
  /** Splits the change of a figure between two periods into parts that add up to it, by client, person or service. */
  'report.bridge': { input: bridgeInputSchema, output: bridgeAnswerSchema },
  'reports.list': { input: z.strictObject({}), output: z.object({ reports: z.array(savedReportSchema) }) },
  /** Without an id, saves a new report. With an id, replaces that report, or restores it after it was removed (undo). Names are unique. */
  'reports.save': {
    input: z.strictObject({ id: z.string().optional(), file: reportFileSchema }),
    output: savedReportSchema,
  },
  'reports.remove': {
    input: z.strictObject({ id: z.string() }),
    output: z.object({ removed: savedReportSchema.nullable() }),
  },
  /** Writes the report's small JSON file to the host's `chooseDestination`; null when none was chosen. */
  'reports.export': {
    input: z.strictObject({ file: reportFileSchema }),
    output: z.object({ file: z.string() }).nullable(),
  },
} as const;
