/** The local directory: what the service's ids are called, whom they belong to, and how much a person is expected to work. */
import { z } from 'zod';
import { parseDecimal } from './decimal.ts';

const day = z.iso.date();

export const ownerEntrySchema = z.strictObject({
  name: z.string().trim().min(1).max(200),
  team: z.string().trim().min(1).max(200).nullable().default(null),
  /** Decimal; null: unknown, and then nothing is expected of this person. */
  weeklyHours: z
    .string()
    .refine((text) => {
      const units = parseDecimal(text)?.units;
      return units !== undefined && units >= 0n && units <= 168n * 10n ** 8n;
    }, 'hours a week from 0 to 168')
    .nullable()
    .default(null),
  /** First and last day with us, inclusive; null: open. */
  activeFrom: day.nullable().default(null),
  activeTo: day.nullable().default(null),
});
export type OwnerEntry = z.output<typeof ownerEntrySchema>;

export const objectEntrySchema = z.strictObject({
  name: z.string().trim().min(1).max(200),
  client: z.string().trim().min(1).max(200).nullable().default(null),
  /** A label; amounts under two labels are never added up. */
  currency: z.string().trim().min(1).max(12).nullable().default(null),
});
export type ObjectEntry = z.output<typeof objectEntrySchema>;

export const directorySchema = z.object({
  /** By owner id. */
  owners: z.record(z.string(), ownerEntrySchema),
  /** By `type:id`. */
  objects: z.record(z.string(), objectEntrySchema),
});
export type Directory = z.output<typeof directorySchema>;
