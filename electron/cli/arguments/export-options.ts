/** Options that set how a file is written, the same for records and reports, and definitions, which set it in a file. */
import { existsSync, readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { fail } from '#contract/errors.ts';
import { packForms, type PackKey } from '#contract/exports.ts';
import {
  exportFormats,
  findExportFormat,
  fitsName,
  formerFormats,
  toFormat,
  type KnownFormat,
} from '#domain/export-formats.ts';
import { exportDefinitionSchema, type ExportDefinition } from '#domain/exports/definition.ts';
import { exportOptionsSchema, settleOptions, type ExportOptionsInput } from '#domain/exports/options.ts';
import { patternSchema } from '#domain/exports/pack-names.ts';
import { findReadable } from '#domain/local-properties.ts';
import { OWNER_PROPERTY } from '#domain/properties.ts';
import { listSorts } from '#domain/records/sort-order.ts';
import { describeIssue } from '#domain/schema-problem.ts';
import { usage } from '#texts/terminal/cli.ts';
import { readHandedIn } from '#electron/features/exports/handed-in.ts';
import {
  deriveOptions,
  option,
  describeFirstIssue,
  isFolder,
  readOptions,
  refuse,
  type Arguments,
  type Option,
  type Options,
} from './option-values.ts';
import { checkFilter, checkReportDefinition, findNamedProperty } from './selection.ts';

/** Accepts a format of an earlier version too; the written file names the one that replaced it. */
const format: Option<KnownFormat> = (written, name) =>
  formerFormats.find((former) => former === written) ?? option.oneOf(exportFormats)(written, name);

const names: Option<boolean> = (written, name) => option.oneOf(['yes', 'no'])(written, name) === 'yes';

const { 'decimal-mark': decimal } = deriveOptions(exportOptionsSchema, 'decimal-mark');
/** The options of every file of pages. */
export const pageOptions = deriveOptions(exportOptionsSchema, 'locale', 'paper', 'sign', 'title');
const form = {
  ...deriveOptions(exportOptionsSchema, 'preset', 'heads', 'times', 'separator'),
  names,
  decimal,
  ...deriveOptions(exportOptionsSchema, 'signature'),
  ...pageOptions,
};
const receiver = deriveOptions(
  exportOptionsSchema,
  'audience',
  'rates',
  'billable-only',
  'several-clients',
  'grouped-by',
  'bills',
  'again',
);
export const partitionOptions = deriveOptions(exportOptionsSchema, 'partition');

/** The options of a file that no client receives. */
export const internalFileOptions = { format, ...form, out: option.text, replace: option.flag };
export const fileOptions = { ...internalFileOptions, ...receiver, 'allow-empty': option.flag };

/**
 * Reads the choices that were made.
 * @param out where the file goes: its ending names the format where `--format` and a definition do not
 * @param definedFormat the format of the definition
 * @throws AppFailure `usage` where the file's ending means another format
 */
export function readExportOptions(args: Arguments, out: string, definedFormat?: KnownFormat): ExportOptionsInput {
  const chosenFormat = readFormat(args, out, definedFormat);
  const knownOptions = { ...form, ...receiver, ...partitionOptions };
  const { decimal: decimalMark, ...choices } = readOptions(args, knownOptions);
  return { ...(chosenFormat && { format: chosenFormat }), ...choices, ...(decimalMark && { decimalMark }) };
}

function readFormat(args: Arguments, out: string, definedFormat: KnownFormat | undefined): KnownFormat | undefined {
  const { format: chosenFormat } = readOptions(args, { format });
  const used = chosenFormat ?? definedFormat;
  if (used === undefined) return findExportFormat(out);
  if (!fitsName(toFormat(used), out))
    refuse(usage.formatAndEnding(toFormat(used), basename(out), chosenFormat === undefined));
  return chosenFormat;
}

/**
 * @param mayFollowProfile whether its client's profile may make it a client's file: the app, which knows the profile, refuses rates then
 * @throws AppFailure `usage` for choices that do not fit together, or cannot be.
 */
export function checkOptions(options: ExportOptionsInput, mayFollowProfile: boolean): void {
  const parsed = exportOptionsSchema.safeParse(options, { error: describeIssue });
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return refuse(usage.optionValue(`--${issue?.path.join('.') ?? ''}`, issue?.message ?? ''));
  }
  const settled = settleOptions(mayFollowProfile ? { ...parsed.data, audience: 'client' } : parsed.data);
  if (!settled.ok) refuse(settled.problem);
}

/** @throws AppFailure `usage` if the folder would have a file's name */
export function refusePartitionFile(out: string): void {
  if (findExportFormat(out) !== undefined) refuse(usage.partitionNoFile);
}

/** Call this after all other checks of the command line. @throws AppFailure `file-exists` without `--replace` */
export function refuseTaken({ options }: Arguments, out: string): void {
  // An empty folder can be written to as if it did not exist.
  const isEmptyFolder = isFolder(out) && readdirSync(out).length === 0;
  if (!options.has('replace') && existsSync(out) && !isEmptyFolder) fail({ code: 'file-exists', detail: out });
}

/** @throws AppFailure `usage` where neither an option nor the file's ending says the format. */
export function requireFormat(options: ExportOptionsInput, command: string): void {
  if (options.format === undefined) refuse(usage.formatUnknown(command, exportFormats));
}

export interface OutputFile {
  /** The absolute path. */
  readonly out: string;
  readonly replaces: boolean;
  readonly allowEmpty: boolean;
  readonly options: ExportOptionsInput;
}

/**
 * @param knownOptions the options that only a file has
 * @param command what was typed, for the refusal where no format is known
 * @param mayFollowProfile as for `checkOptions`
 * @returns undefined where the command prints
 * @throws AppFailure `usage` for options of a file without one; `file-exists` without `--replace`
 */
export function readOutputFile(
  args: Arguments,
  knownOptions: Options,
  command: string,
  mayFollowProfile: (options: ExportOptionsInput) => boolean = () => false,
): OutputFile | undefined {
  const {
    out,
    replace = false,
    allowEmpty = false,
  } = readOptions(args, { out: option.destination, replace: option.flag, 'allow-empty': option.flag });
  if (out === undefined) {
    const lone = Object.keys(knownOptions).find((name) => args.options.has(name));
    return lone === undefined ? undefined : refuse(usage.needsOut(`--${lone}`));
  }
  const options = readExportOptions(args, out);
  requireFormat(options, command);
  checkOptions(options, mayFollowProfile(options));
  refuseTaken(args, out);
  return { out, replaces: replace, allowEmpty, options };
}

/** People may write `person` or the property's name. */
const packKey: Option<PackKey> = (written, name) =>
  option.oneOf(['client', 'person'])(written, name) === 'person' ? OWNER_PROPERTY : 'client';

const pattern: Option<string> = (written, name) => {
  const parsed = patternSchema.safeParse(written, { error: describeIssue });
  return parsed.success ? written : refuse(usage.optionValue(name, parsed.error.issues[0]?.message ?? ''));
};

/** The options that make a pack of an export: what each file is for, its form and its name. */
export const packOptions = { pack: packKey, 'pack-as': option.oneOf(packForms), pattern };

/** @throws AppFailure `usage` for what only a pack has */
export function refusePackOptions({ options }: Arguments): void {
  const packOnlyOption = ['pattern', 'pack-as'].find((name) => options.has(name));
  if (packOnlyOption !== undefined) refuse(usage.packAlone(`--${packOnlyOption}`));
}

/**
 * Reads how a pack is written.
 * @param out its path; undefined: a folder in which it gets its own name
 * @throws AppFailure `usage`
 */
export function readPackChoices(args: Arguments, out: string | undefined) {
  if (args.options.has('allow-empty')) refuse(usage.emptyPack);
  const { packAs, pattern: chosenPattern } = readOptions(args, packOptions);
  const isZip = out?.toLowerCase().endsWith('.zip') === true;
  if (out !== undefined && packAs === 'zip' && !isZip) refuse(usage.packIsZip);
  if (out !== undefined && findExportFormat(out) !== undefined) refuse(usage.packNoFile);
  const as = packAs ?? (out === undefined ? undefined : isZip ? 'zip' : 'folder');
  return { ...(as !== undefined && { as }), ...(chosenPattern !== undefined && { pattern: chosenPattern }) };
}

/**
 * Reads an export's definition from a file, and refuses what it cannot mean before a workspace is opened.
 * @throws AppFailure `usage`, `filter-invalid`
 */
export async function readDefinition(path: string): Promise<ExportDefinition> {
  const { json } = (await readHandedIn(path)) ?? refuse(usage.definitionUnread(path));
  if (json === undefined) refuse(usage.definitionFile(path, usage.notJson));
  const parsed = exportDefinitionSchema.safeParse(json, { error: describeIssue });
  if (!parsed.success) return refuse(usage.definitionFile(path, describeFirstIssue(parsed.error)));
  const { records, report } = parsed.data;
  if (records) checkRecords(records);
  if (report) checkReportDefinition(report);
  return parsed.data;
}

function checkRecords({
  filterGroups,
  period: days,
  columns = [],
  sort,
}: NonNullable<ExportDefinition['records']>): void {
  checkFilter(filterGroups);
  if (days !== undefined) option.period(days);
  for (const name of [...columns, ...listSorts(sort).map(({ propertyName }) => propertyName)])
    findNamedProperty(name, findReadable);
}
