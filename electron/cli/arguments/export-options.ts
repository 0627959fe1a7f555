/** Options for writing a file, the same for records and reports, and definitions, which set them in a file. */
import { existsSync, readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { fail } from '#contract/errors.ts';
import { packForms, type PackKey } from '#contract/exports.ts';
import { groupThousands } from '#domain/decimal.ts';
import {
  exportFormatLabels,
  exportFormats,
  findExportFormat,
  acceptsFileName,
  formerFormats,
  toFormat,
  type KnownFormat,
} from '#domain/export-formats.ts';
import { exportDefinitionSchema, type ExportDefinition } from '#domain/exports/definition.ts';
import { exportOptionsSchema, resolveOptions, type ExportOptionsInput } from '#domain/exports/options.ts';
import { DEFAULT_PATTERN, patternSchema } from '#domain/exports/pack-names.ts';
import { findReadable } from '#domain/local-properties.ts';
import { OWNER_PROPERTY } from '#domain/properties.ts';
import { listSorts } from '#domain/records/sort-order.ts';
import { describeIssue } from '#domain/schema-problem.ts';
import { usage } from '#texts/terminal/cli.ts';
import { readSuppliedJson } from '#electron/features/exports/supplied-json.ts';
import {
  deriveOptions,
  mapOption,
  option,
  describeFirstIssue,
  isFolder,
  readOptions,
  refuse,
  toOption,
  withForm,
  type Arguments,
  type Option,
  type Options,
} from './option-values.ts';
import { checkFilter, checkReportDefinition, findNamedProperty } from './selection.ts';

/** Also accepts formats of earlier versions; the written file names the replacement. */
const format: Option<KnownFormat> = withForm(
  (text, name) => formerFormats.find((former) => former === text) ?? option.oneOf(exportFormats)(text, name),
  {
    choices: exportFormats,
    notes: exportFormats.flatMap((name) => {
      const limits = exportFormatLabels[name].limits?.(groupThousands);
      return limits === undefined ? [] : [`${name}: ${limits}`];
    }),
  },
);

const names = mapOption(option.oneOf(['yes', 'no']), (word) => word === 'yes');

const { 'decimal-mark': decimal } = deriveOptions(exportOptionsSchema, 'decimal-mark');
export const pageOptions = deriveOptions(exportOptionsSchema, 'locale', 'paper', 'sign', 'title');
const formOptions = {
  ...deriveOptions(exportOptionsSchema, 'preset', 'heads', 'times', 'separator'),
  names,
  decimal,
  ...deriveOptions(exportOptionsSchema, 'signature'),
  ...pageOptions,
};
const recipientOptions = deriveOptions(
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

/** Options of files that no client receives. */
export const internalFileOptions = { format, ...formOptions, out: option.text, replace: option.flag };
export const fileOptions = { ...internalFileOptions, ...recipientOptions, 'allow-empty': option.flag };

/**
 * Reads the export options on the command line.
 * @param out the file's path: its extension gives the format if neither `--format` nor a definition does
 * @param definedFormat the format of the definition
 * @throws AppFailure `usage` if the file's extension belongs to a different format
 */
export function readExportOptions(args: Arguments, out: string, definedFormat?: KnownFormat): ExportOptionsInput {
  const chosenFormat = readFormat(args, out, definedFormat);
  const knownOptions = { ...formOptions, ...recipientOptions, ...partitionOptions };
  const { decimal: decimalMark, ...choices } = readOptions(args, knownOptions);
  return { ...(chosenFormat && { format: chosenFormat }), ...choices, ...(decimalMark && { decimalMark }) };
}

function readFormat(args: Arguments, out: string, definedFormat: KnownFormat | undefined): KnownFormat | undefined {
  const { format: chosenFormat } = readOptions(args, { format });
  const used = chosenFormat ?? definedFormat;
  if (used === undefined) return findExportFormat(out);
  if (!acceptsFileName(toFormat(used), out))
    refuse(usage.formatAndEnding(toFormat(used), basename(out), chosenFormat === undefined));
  return chosenFormat;
}

/**
 * @param canFollowProfile whether the client's profile may turn it into a client file: the app, which knows the profile, then rejects rates
 * @throws AppFailure `usage` for invalid or conflicting options.
 */
export function checkOptions(options: ExportOptionsInput, canFollowProfile: boolean): void {
  const parsed = exportOptionsSchema.safeParse(options, { error: describeIssue });
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return refuse(usage.optionValue(`--${issue?.path.join('.') ?? ''}`, issue?.message ?? ''));
  }
  const settled = resolveOptions(canFollowProfile ? { ...parsed.data, audience: 'client' } : parsed.data);
  if (!settled.ok) refuse(settled.problem);
}

/** Call this after all other checks of the command line. @throws AppFailure `file-exists` without `--replace` */
export function refuseExistingFile(mayReplace: boolean, out: string): void {
  // An empty folder can be written to as if it did not exist.
  const isEmptyFolder = isFolder(out) && readdirSync(out).length === 0;
  if (!mayReplace && existsSync(out) && !isEmptyFolder) fail({ code: 'file-exists', detail: out });
}

/** @throws AppFailure `usage` if neither an option nor the file's extension gives the format. */
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
 * @param knownOptions the options that apply only to a file
 * @param command the command as typed, for the error if no format is known
 * @param canFollowProfile as for `checkOptions`
 * @returns undefined if the command prints
 * @throws AppFailure `usage` for file options without a file; `file-exists` without `--replace`
 */
export function readOutputFile(
  args: Arguments,
  knownOptions: Options,
  command: string,
  canFollowProfile: (options: ExportOptionsInput) => boolean = () => false,
): OutputFile | undefined {
  const {
    out,
    replace = false,
    allowEmpty = false,
  } = readOptions(args, { out: option.destination, replace: option.flag, 'allow-empty': option.flag });
  if (out === undefined) {
    const fileOnlyOption = Object.keys(knownOptions).find((name) => args.options.has(name));
    return fileOnlyOption === undefined ? undefined : refuse(usage.needsOut(`--${fileOnlyOption}`));
  }
  const options = readExportOptions(args, out);
  requireFormat(options, command);
  checkOptions(options, canFollowProfile(options));
  refuseExistingFile(args.options.has('replace'), out);
  return { out, replaces: replace, allowEmpty, options };
}

/** `person` stands for the owner's property. */
const packKey = mapOption(option.oneOf(['client', 'person']), (word): PackKey =>
  word === 'person' ? OWNER_PROPERTY : 'client',
);

/** Options that turn an export into a pack: what to split by, the form of the pack, and its file names. */
export const packOptions = {
  pack: packKey,
  'pack-as': option.oneOf(packForms),
  pattern: withForm(toOption(patternSchema), { standard: DEFAULT_PATTERN }),
};

export function refusePackOptions({ options }: Arguments): void {
  const packOnlyOption = ['pattern', 'pack-as'].find((name) => options.has(name));
  if (packOnlyOption !== undefined) refuse(usage.packAlone(`--${packOnlyOption}`));
}

/**
 * Reads the options of a pack.
 * @param out its path; undefined: it gets a suggested name in a folder
 * @throws AppFailure `usage`
 */
export function readPackOptions(args: Arguments, out: string | undefined) {
  if (args.options.has('allow-empty')) refuse(usage.emptyPack);
  const { packAs, pattern: chosenPattern } = readOptions(args, packOptions);
  const isZip = out?.toLowerCase().endsWith('.zip') === true;
  if (out !== undefined && packAs === 'zip' && !isZip) refuse(usage.packIsZip);
  if (out !== undefined && findExportFormat(out) !== undefined) refuse(usage.packNoFile);
  const as = packAs ?? (out === undefined ? undefined : isZip ? 'zip' : 'folder');
  return { ...(as !== undefined && { as }), ...(chosenPattern !== undefined && { pattern: chosenPattern }) };
}

/**
 * Reads an export definition from a file, and rejects an invalid one before a workspace is opened.
 * @throws AppFailure `usage`, `filter-invalid`
 */
export async function readDefinition(path: string): Promise<ExportDefinition> {
  const { json } = (await readSuppliedJson(path)) ?? refuse(usage.definitionUnread(path));
  if (json === undefined) refuse(usage.definitionFile(path, usage.notJson));
  const parsed = exportDefinitionSchema.safeParse(json, { error: describeIssue });
  if (!parsed.success) return refuse(usage.definitionFile(path, describeFirstIssue(parsed.error)));
  const { records, report } = parsed.data;
  if (records) checkRecords(records);
  if (report) checkReportDefinition(report);
  return parsed.data;
}

function checkRecords({ filterGroups, period, columns = [], sort }: NonNullable<ExportDefinition['records']>): void {
  checkFilter(filterGroups);
  if (period !== undefined) option.period(period);
  for (const name of [...columns, ...listSorts(sort).map(({ propertyName }) => propertyName)])
    findNamedProperty(name, findReadable);
}
