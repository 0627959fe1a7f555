/** `export`: writes the filtered records, or what a definition says, to a file the user chooses, with a manifest beside it. */
import type { ExportDefinition } from '../../../src/domain/exports/definition.ts';
import { packForms, type PackForm, type PackKey } from '../../../src/contract/exports.ts';
import { findExportFormat } from '../../../src/domain/export-formats.ts';
import { patternSchema } from '../../../src/domain/exports/pack-names.ts';
import { describeIssue } from '../../../src/domain/schema-problem.ts';
import { OWNER_PROPERTY } from '../../../src/domain/properties.ts';
import { findReadable } from '../../../src/domain/local-properties.ts';
import { usage } from '#texts/terminal/cli.ts';
import type { Arguments } from '../arguments/arguments.ts';
import type { Command } from '../arguments/command.ts';
import { readDefinition } from '../arguments/export-definition.ts';
import {
  checkOptions,
  exportOptionKinds,
  readExportOptions,
  refuseTaken,
  requireFormat,
} from '../arguments/export-options.ts';
import {
  destination,
  flag,
  packDestination,
  readChoice,
  refuse,
  requiredText,
  text,
} from '../arguments/option-values.ts';
import { columnList, readSelection, readSort } from '../arguments/selection.ts';
import { runExport, runPack } from '../output/export.ts';
import { sayUnheld } from '../output/unheld-values.ts';

const NAME = 'export';
const packKinds = { pack: 'text', 'pack-as': 'text', pattern: 'text' } as const;
const selectionKinds = { filter: 'text', query: 'text', period: 'text', columns: 'text', sort: 'text' } as const;

export const exportRecords: Command = {
  name: NAME,
  options: { ...selectionKinds, ...packKinds, ...exportOptionKinds },
  handlesInterruption: true,
  prepare: async (args) => {
    const by = readPackKey(args);
    const { definition, out } = await readAsked(args, by !== undefined);
    const given = readExportOptions(args, out);
    const options = { ...definition.options, ...given };
    // A pack's ending is that of a zip file or of none, whatever its files are.
    if (args.positionals.length === 0 && by === undefined) requireFormat(given, NAME);
    checkOptions(options);
    const pack = readPackForm(args, out, by);
    refuseTaken(args, out);
    const allowEmpty = flag(args, 'allow-empty');
    const { name, records, report } = definition;
    return async (context) => {
      const app = await context.openApp({ key: options.sign === true, out, replaces: flag(args, 'replace') });
      await sayUnheld(app, context.terminal, (records ?? report)?.filterGroups);
      if (by !== undefined)
        return runPack(context, app, out, () =>
          app.call('export.pack', {
            ...options,
            ...(report ? { report, ...(name !== undefined && { name }) } : records),
            by,
            ...pack,
          }),
        );
      return runExport(context, app, out, () =>
        report
          ? app.call('export.report', { ...(name !== undefined && { name }), ...options, report, allowEmpty })
          : app.call('export.run', { ...options, ...records, allowEmpty }),
      );
    };
  },
};

/** People write `person`; the property's name does too. */
function readPackKey(args: Arguments): PackKey | undefined {
  const given = readChoice(args, 'pack', ['client', 'person']);
  return given === 'person' ? OWNER_PROPERTY : given;
}

/** How the pack is written. @throws AppFailure `usage` */
function readPackForm(args: Arguments, out: string, by: PackKey | undefined): { as?: PackForm; pattern?: string } {
  const [pattern, chosen] = [text(args, 'pattern'), readChoice(args, 'pack-as', packForms)];
  if (by === undefined) {
    if (pattern !== undefined || chosen !== undefined)
      refuse(usage.packAlone(pattern === undefined ? '--pack-as' : '--pattern'));
    return {};
  }
  const isZip = out.toLowerCase().endsWith('.zip');
  if (chosen === 'zip' && !isZip) refuse(usage.packIsZip);
  if (findExportFormat(out) !== undefined) refuse(usage.packNoFile);
  const as = chosen ?? (isZip ? 'zip' : 'folder');
  if (pattern === undefined) return { as };
  const read = patternSchema.safeParse(pattern, { error: describeIssue });
  if (!read.success) refuse(usage.optionValue('--pattern', read.error.issues[0]?.message ?? ''));
  return { as, pattern };
}

interface Asked {
  readonly definition: Pick<ExportDefinition, 'name' | 'records' | 'report'> & {
    readonly options: Partial<ExportDefinition['options']>;
  };
  /** Absolute path. */
  readonly out: string;
}

/** What the flags say, or a definition's file, which they do not change but in how it is written. */
async function readAsked(args: Arguments, isPack: boolean): Promise<Asked> {
  const place = (given: string) => (isPack ? packDestination(given) : destination(given));
  const [path, extra] = args.positionals;
  if (extra !== undefined) return refuse(usage.tooManyArguments(NAME, extra));
  if (path !== undefined) {
    const [given] = Object.keys(selectionKinds).filter((option) => args.options.has(option));
    if (given !== undefined) refuse(usage.inDefinition(`--${given}`));
    const definition = await readDefinition(path);
    return { definition, out: place(requiredText(args, 'out', NAME)) };
  }
  const columns = columnList(args, 'columns');
  const sort = readSort(args, findReadable);
  const selection = { filterGroups: [], query: '', ...readSelection(args) };
  const records = { ...selection, ...(columns && { columns }), ...(sort && { sort }) };
  return { definition: { records, options: {} }, out: place(requiredText(args, 'out', NAME)) };
}
