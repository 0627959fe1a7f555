/** An export as data: what is written and how. It can be saved, shared and run again, and contains neither records nor a key. */
import { Temporal } from 'temporal-polyfill';
import { z } from 'zod';
import { toWeekdayNumber, weekdays } from '../time/weeks.ts';
import { exportDocumentTexts as texts } from '#texts/export-document.ts';
import { isFormerFormat, toFormat, exportFormats, labelFormat } from '../export-formats.ts';
import { filterGroupsSchema } from '../filter/model.ts';
import { nameSchema } from '../name-schema.ts';
import { sortSchema } from '../records/sort-order.ts';
import { reportSchema } from '../reports/definition/report.ts';
import { exportOptionsSchema } from './options.ts';
import { packForms, packKeys, patternSchema } from './pack-names.ts';
import { savedExportWords as words } from '#texts/exports/saved.ts';
import { weekdayNames } from '#texts/reports/period.ts';

// When an export is due: every month on a day, or every week on a weekday, in the workspace's zone.

const rhythmSchema = z.discriminatedUnion('every', [
  /** In a month without that day, its last day is used. */
  z.strictObject({ every: z.literal('month'), day: z.number().int().min(1).max(31) }),
  z.strictObject({ every: z.literal('week'), weekday: z.enum(weekdays) }),
]);
export type Rhythm = z.output<typeof rhythmSchema>;

interface OptionalRhythm {
  readonly rhythm?: Rhythm | undefined;
}

export function isSameRhythm({ rhythm: one }: OptionalRhythm, { rhythm: other }: OptionalRhythm): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** If more days are due, the oldest are left out, which happens only after years without a run. */
const MAX_DUE = 120;

/** Finds the first due day after a day. Days are `YYYY-MM-DD`. */
export function findNextDay(rhythm: Rhythm, after: string): string {
  const from = Temporal.PlainDate.from(after);
  if (rhythm.every === 'week') {
    const days = (toWeekdayNumber(rhythm.weekday) - from.dayOfWeek + 7) % 7;
    return from.add({ days: days === 0 ? 7 : days }).toString();
  }
  const dueDay = from.with({ day: rhythm.day }, { overflow: 'constrain' });
  if (Temporal.PlainDate.compare(dueDay, from) > 0) return dueDay.toString();
  return from.with({ day: 1 }).add({ months: 1 }).with({ day: rhythm.day }, { overflow: 'constrain' }).toString();
}

interface RepeatedExport {
  readonly rhythm: Rhythm;
  /** The day from which the export repeats, inclusive. */
  readonly since: string;
  /** The last due day for which a complete file was written. */
  readonly doneFor: string | undefined;
}

/** Lists the due days on which the export has not run, oldest first. */
export function listDue({ rhythm, since, doneFor }: RepeatedExport, today: string): string[] {
  const dayBefore = Temporal.PlainDate.from(since).subtract({ days: 1 }).toString();
  let day = findNextDay(rhythm, doneFor !== undefined && doneFor > dayBefore ? doneFor : dayBefore);
  const due: string[] = [];
  while (day <= today) {
    due.push(day);
    day = findNextDay(rhythm, day);
  }
  return due.slice(-MAX_DUE);
}

const recordsSchema = z.strictObject({
  filterGroups: filterGroupsSchema.default([]),
  query: z.string().default(''),
  /** A period as text; a period such as `last-month` moves on. */
  period: z.string().optional(),
  /** If absent, the file has every property. */
  columns: z.array(z.string()).optional(),
  sort: sortSchema.optional(),
});

/** A file name need not contain the period; without it, the same file is replaced each time. */
const fileNameSchema = z.string().trim().min(1).max(120);

const fields = z.strictObject({
  format: z.literal('timelog-export'),
  version: z.literal(1).default(1),
  name: nameSchema(120).optional(),
  records: recordsSchema.optional(),
  report: reportSchema.optional(),
  /** A reason to bill again applies to one file only, so that a repeated export never bills the same records again unasked. */
  options: exportOptionsSchema.omit({ again: true }).default(() => exportOptionsSchema.omit({ again: true }).parse({})),
  /** Set if the export is split into several files. */
  pack: z
    .strictObject({ by: z.enum(packKeys), as: z.enum(packForms).optional(), pattern: patternSchema.optional() })
    .optional(),
  /** The file's name without its extension: `{name}` is replaced by the definition's name, `{period}` by its dates. */
  fileName: fileNameSchema.optional(),
  /** When the export is due again; if absent, it runs only on request. */
  rhythm: rhythmSchema.optional(),
});

type Fields = z.output<typeof fields>;

/** A definition has either `records` or a `report`. */
const hasOneContent = ({ records, report }: Fields) => (records === undefined) !== (report === undefined);

export const exportDefinitionSchema = fields.refine(hasOneContent, { message: texts.refusals.what });
export type ExportDefinition = z.output<typeof exportDefinitionSchema>;

export const namedDefinitionSchema = fields
  .extend({ name: nameSchema(120) })
  .refine(hasOneContent, { message: texts.refusals.what });
export type NamedDefinition = z.output<typeof namedDefinitionSchema>;
export type NamedDefinitionInput = z.input<typeof namedDefinitionSchema>;

/** Replaces a format of an earlier version by its successor. */
export function toCurrentFormat<Definition extends ExportDefinition>(definition: Definition): Definition {
  const { options } = definition;
  return isFormerFormat(options.format)
    ? { ...definition, options: { ...options, format: toFormat(options.format) } }
    : definition;
}

/** Describes a saved export for lists on screen and in the terminal. */
export function formatRhythm(rhythm: Rhythm | undefined): string {
  if (rhythm === undefined) return words.rhythm.none;
  return rhythm.every === 'month' ? words.rhythm.month(rhythm.day) : words.rhythm.week(weekdayNames[rhythm.weekday]);
}

/** Formats, for example, `Time logs, last month, CSV`. */
export function formatContent({ records, report, pack, options }: ExportDefinition): string {
  const label = labelFormat(toFormat(options.format ?? exportFormats[0]));
  const period = (records ?? report)?.period?.replaceAll(/(?<=^[a-z].*)-/g, ' ');
  const parts = [report ? words.report : words.records, period, pack && words.packs[pack.by], label];
  return parts.filter((part) => part !== undefined).join(', ');
}

export function formatAudience({ options }: ExportDefinition, isForProfile: boolean): string {
  return words.audiences[options.audience ?? (isForProfile ? 'profile' : 'internal')];
}
