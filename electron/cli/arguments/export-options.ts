/** The options that say how a file is written; the same for records and reports. */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { fail } from '../../../src/contract/errors.ts';
import { exportFormats, findExportFormat, fitsName, type ExportFormat } from '../../../src/domain/export-formats.ts';
import {
  audiences,
  decimalMarks,
  exportOptionsSchema,
  exportPresets,
  headStyles,
  partitions,
  separators,
  settleOptions,
  timeStyles,
  type ExportOptionsInput,
} from '../../../src/domain/exports/options.ts';
import { describeIssue } from '../../../src/domain/schema-problem.ts';
import { usage } from '#texts/terminal/cli.ts';
import type { Arguments } from './arguments.ts';
import { flag, readChoice, refuse, text } from './option-values.ts';

export const exportOptionKinds = {
  format: 'text',
  preset: 'text',
  heads: 'text',
  times: 'text',
  names: 'text',
  separator: 'text',
  decimal: 'text',
  audience: 'text',
  rates: 'flag',
  'billable-only': 'flag',
  'several-clients': 'flag',
  signature: 'flag',
  sign: 'flag',
  title: 'text',
  out: 'text',
  replace: 'flag',
  'allow-empty': 'flag',
} as const;

/**
 * What of them was given.
 * @param out where the file goes: its ending names the format where `--format` and a definition do not
 * @param own the definition's format
 * @throws AppFailure `usage` where the file's ending means another format
 */
export function readExportOptions(args: Arguments, out: string, own?: ExportFormat): ExportOptionsInput {
  const asked = {
    format: readFormat(args, out, own),
    preset: readChoice(args, 'preset', exportPresets),
    heads: readChoice(args, 'heads', headStyles),
    times: readChoice(args, 'times', timeStyles),
    names: toBoolean(readChoice(args, 'names', ['yes', 'no'])),
    separator: readChoice(args, 'separator', separators),
    decimalMark: readChoice(args, 'decimal', decimalMarks),
    audience: readChoice(args, 'audience', audiences),
    rates: flag(args, 'rates') ? true : undefined,
    billableOnly: flag(args, 'billable-only') ? true : undefined,
    severalClients: flag(args, 'several-clients') ? true : undefined,
    signature: flag(args, 'signature') ? true : undefined,
    sign: flag(args, 'sign') ? true : undefined,
    title: text(args, 'title'),
    partition: readChoice(args, 'partition', partitions),
  };
  return Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined));
}

function readFormat(args: Arguments, out: string, own: ExportFormat | undefined): ExportFormat | undefined {
  const given = readChoice(args, 'format', exportFormats);
  const format = given ?? own;
  if (format === undefined) return findExportFormat(out);
  if (!fitsName(format, out)) refuse(usage.formatAndEnding(format, basename(out), given === undefined));
  return given;
}

const toBoolean = (answer: 'yes' | 'no' | undefined) => (answer === undefined ? undefined : answer === 'yes');

/**
 * @param mayFollowProfile whether its client's profile may make it a client's file: the app, which knows the profile, refuses rates then
 * @throws AppFailure `usage` for choices that do not fit together, or cannot be.
 */
export function checkOptions(options: ExportOptionsInput, mayFollowProfile: boolean): void {
  const read = exportOptionsSchema.safeParse(options, { error: describeIssue });
  if (!read.success) {
    const [issue] = read.error.issues;
    return refuse(usage.optionValue(`--${issue?.path.join('.') ?? ''}`, issue?.message ?? ''));
  }
  const settled = settleOptions(mayFollowProfile ? { ...read.data, audience: 'client' } : read.data);
  if (!settled.ok) refuse(settled.problem);
}

/** @throws AppFailure `usage` where a folder would be named as a file is */
export function refusePartitionFile(out: string): void {
  if (findExportFormat(out) !== undefined) refuse(usage.partitionNoFile);
}

/** Comes after all else that can be wrong with what was typed. @throws AppFailure `file-exists` without `--replace` */
export function refuseTaken(args: Arguments, out: string): void {
  // A folder without anything in it is as good as none.
  const isEmptyFolder =
    statSync(out, { throwIfNoEntry: false })?.isDirectory() === true && readdirSync(out).length === 0;
  if (!flag(args, 'replace') && existsSync(out) && !isEmptyFolder) fail({ code: 'file-exists', detail: out });
}

/** @throws AppFailure `usage` where neither an option nor the file's ending says the format. */
export function requireFormat(options: ExportOptionsInput, command: string): void {
  if (options.format === undefined) refuse(usage.formatUnknown(command, exportFormats));
}
