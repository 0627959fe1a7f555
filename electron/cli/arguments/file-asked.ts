/** The file that a command writes what it would print to: where it goes and how it is written. */
import type { ExportOptionsInput } from '../../../src/domain/exports/options.ts';
import { usage } from '#texts/terminal/cli.ts';
import type { Arguments } from './arguments.ts';
import { checkOptions, exportOptionKinds, readExportOptions, refuseTaken, requireFormat } from './export-options.ts';
import { destination, flag, refuse, text } from './option-values.ts';

const { audience: _audience, rates: _rates, 'allow-empty': _allowEmpty, ...others } = exportOptionKinds;
const { 'billable-only': _billableOnly, 'several-clients': _severalClients, ...internalKinds } = others;
/** Of a file that no client receives. */
export const internalFileKinds = internalKinds;

export interface FileAsked {
  /** Absolute path. */
  readonly out: string;
  readonly replaces: boolean;
  readonly allowEmpty: boolean;
  readonly options: ExportOptionsInput;
}

/**
 * Undefined: it is printed.
 * @param kinds the options that only a file has
 * @param command what was typed, for the refusal where no format is known
 * @param mayFollowProfile as of `checkOptions`
 * @throws AppFailure `usage` for options of a file without one; `file-exists` without `--replace`
 */
export function readFileAsked(
  args: Arguments,
  kinds: Readonly<Record<string, unknown>>,
  command: string,
  mayFollowProfile: (options: ExportOptionsInput) => boolean = () => false,
): FileAsked | undefined {
  const given = text(args, 'out');
  if (given === undefined) {
    const option = Object.keys(kinds).find((name) => args.options.has(name));
    return option === undefined ? undefined : refuse(usage.needsOut(`--${option}`));
  }
  const out = destination(given);
  const options = readExportOptions(args, out);
  requireFormat(options, command);
  checkOptions(options, mayFollowProfile(options));
  refuseTaken(args, out);
  return { out, replaces: flag(args, 'replace'), allowEmpty: flag(args, 'allow-empty'), options };
}
