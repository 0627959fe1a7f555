/** The options that make a pack of an export: whose files, as what, and what they are named. */
import { packForms, type PackForm, type PackKey } from '../../../src/contract/exports.ts';
import { findExportFormat } from '../../../src/domain/export-formats.ts';
import { patternSchema } from '../../../src/domain/exports/pack-names.ts';
import { OWNER_PROPERTY } from '../../../src/domain/properties.ts';
import { describeIssue } from '../../../src/domain/schema-problem.ts';
import { usage } from '#texts/terminal/cli.ts';
import type { Arguments } from './arguments.ts';
import { flag, readChoice, refuse, text } from './option-values.ts';

export const packKinds = { pack: 'text', 'pack-as': 'text', pattern: 'text' } as const;

export interface PackOptions {
  readonly as?: PackForm;
  readonly pattern?: string;
}

/** People write `person`; the property's name does too. */
export function readPackKey(args: Arguments): PackKey | undefined {
  const given = readChoice(args, 'pack', ['client', 'person']);
  return given === 'person' ? OWNER_PROPERTY : given;
}

/** @throws AppFailure `usage` for what only a pack has */
export function refusePackOptions(args: Arguments): void {
  const given = ['pattern', 'pack-as'].find((option) => args.options.has(option));
  if (given !== undefined) refuse(usage.packAlone(`--${given}`));
}

/**
 * How a pack is written.
 * @param out its path; undefined: a folder in which it gets its own name
 * @throws AppFailure `usage`
 */
export function readPackOptions(args: Arguments, out: string | undefined): PackOptions {
  if (flag(args, 'allow-empty')) refuse(usage.emptyPack);
  const [pattern, chosen] = [text(args, 'pattern'), readChoice(args, 'pack-as', packForms)];
  const isZip = out?.toLowerCase().endsWith('.zip') === true;
  if (out !== undefined && chosen === 'zip' && !isZip) refuse(usage.packIsZip);
  if (out !== undefined && findExportFormat(out) !== undefined) refuse(usage.packNoFile);
  const as = chosen ?? (out === undefined ? undefined : isZip ? 'zip' : 'folder');
  if (pattern !== undefined) {
    const read = patternSchema.safeParse(pattern, { error: describeIssue });
    if (!read.success) refuse(usage.optionValue('--pattern', read.error.issues[0]?.message ?? ''));
  }
  return { ...(as !== undefined && { as }), ...(pattern !== undefined && { pattern }) };
}
