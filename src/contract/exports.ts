/** Files that leave the program: the filtered records with their manifest, and a chart's picture. */
import { z } from 'zod';
import { exportFormats } from '../domain/export-formats.ts';
import { filterGroupsSchema } from '../domain/filter/model.ts';
import { amountSources } from '../domain/settings.ts';
import { selection } from './selection.ts';
import { sortOrderSchema } from '../domain/records/sort-order.ts';

const exportFormatSchema = z.enum(exportFormats);

/**
 * The last column of a file with amounts: the currency of each line, empty where it is unknown. Only where the workspace or some object has
 * a currency; no property of the service has this name.
 */
export const CURRENCY_COLUMN = 'currency';

/** The manifest beside every exported file. Totals cover the entire filtered set. */
export const manifestSchema = z.object({
  file: z.string(),
  format: exportFormatSchema,
  records: z.number().int().nonnegative(),
  /** As in the file's first line: the chosen ones, followed by `currency` where the file has it. */
  columns: z.array(z.string()),
  totals: z.record(z.string(), z.string().nullable()),
  /** Totals of money for each currency. Only where there are several, and then instead of those in `totals`. */
  totalsByCurrency: z
    .array(z.object({ currency: z.string().nullable(), totals: z.record(z.string(), z.string().nullable()) }))
    .optional(),
  /** The currency of every amount in it; null: unknown, or there are several, and then no amounts are added up. */
  currency: z.string().nullable(),
  /** All of them, null for amounts without one. Only where there are several: why totals of money are null. */
  currencies: z.array(z.string().nullable()).optional(),
  filter: filterGroupsSchema,
  query: z.string(),
  /** As it was asked for, and the days it was then; `last-month` alone would mean another month tomorrow. */
  period: z.object({ name: z.string(), from: z.string(), to: z.string() }).nullable(),
  calendar: z.string().nullable(),
  zone: z.string(),
  /** Which amounts the workspace counts as billable value and cost. */
  amounts: z.enum(amountSources),
  complete: z.boolean(),
  asOf: z.string().nullable(),
  /** Names or settings it rests on were damaged when it was written; then it is not `complete`. */
  namesDamaged: z.literal(true).optional(),
  sha256: z.string(),
  appVersion: z.string(),
});
export type Manifest = z.output<typeof manifestSchema>;

export const exportMethods = {
  /** Writes to the host's `chooseDestination`; null when none was chosen. */
  'export.run': {
    input: z.strictObject({
      ...selection,
      columns: z.array(z.string()).optional(),
      sort: sortOrderSchema.optional(),
      format: exportFormatSchema.default(exportFormats[0]),
    }),
    output: manifestSchema.nullable(),
  },
  /** Writes a chart's picture to the host's `chooseDestination`; null when none was chosen. */
  'export.picture': {
    input: z.strictObject({ name: z.string().trim().min(1).max(120), png: z.base64().max(900_000) }),
    output: z.object({ file: z.string() }).nullable(),
  },
  'export.cancel': { input: z.strictObject({}), output: z.object({ cancelled: z.boolean() }) },
} as const;
