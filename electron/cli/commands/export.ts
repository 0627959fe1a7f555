/** `export`: writes the filtered records, or what a definition says, to a file the user chooses, with a manifest beside it. */
import type { ExportDefinition } from '../../../src/domain/exports/definition.ts';
import type { PackKey } from '../../../src/contract/exports.ts';
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
import { destination, flag, readChoice, refuse, requiredText, text } from '../arguments/option-values.ts';
import { columnList, readSelection, readSort } from '../arguments/selection.ts';
import { runExport, runPack } from '../output/export.ts';
import { sayUnheld } from '../output/unheld-values.ts';

const NAME = 'export';
const packKinds = { pack: 'text', pattern: 'text' } as const;
const selectionKinds = { filter: 'text', query: 'text', period: 'text', columns: 'text', sort: 'text' } as const;

export const exportRecords: Command = {
  name: NAME,
  options: { ...selectionKinds, ...packKinds, ...exportOptionKinds },
  handlesInterruption: true,
  prepare: async (args) => {
    const { definition, out } = await readAsked(args);
    const given = readExportOptions(args, out);
    const options = { ...definition.options, ...given };
    const by = readPackKey(args);
    // A pack's ending is that of a zip file, whatever its files are.
    if (args.positionals.length === 0 && by === undefined) requireFormat(given, NAME);
    if (by !== undefined && definition.report) refuse(usage.packOfReport);
    checkOptions(options);
    refuseTaken(args, out);
    const pattern = text(args, 'pattern');
    if (by === undefined && pattern !== undefined) refuse(usage.patternAlone);
    if (by !== undefined && !out.toLowerCase().endsWith('.zip')) refuse(usage.packIsZip);
    const allowEmpty = flag(args, 'allow-empty');
    const { name, records, report } = definition;
    return async (context) => {
      const app = await context.openApp({ key: false, out, replaces: flag(args, 'replace') });
      const write = () => {
        if (by !== undefined && records)
          return runPack(context, app, out, () =>
            app.call('export.pack', { ...options, ...records, by, ...(pattern !== undefined && { pattern }) }),
          );
        return runExport(context, app, out, () =>
          report
            ? app.call('export.report', { ...(name !== undefined && { name }), ...options, report, allowEmpty })
            : app.call('export.run', { ...options, ...records, allowEmpty }),
        );
      };
      const code = await write();
      // Where nothing matched, the refusal names it.
      await sayUnheld(app, context.terminal, (records ?? report)?.filterGroups);
      return code;
    };
  },
};

/** People write `person`; the property's name does too. */
function readPackKey(args: Arguments): PackKey | undefined {
  const given = readChoice(args, 'pack', ['client', 'person']);
  return given === 'person' ? OWNER_PROPERTY : given;
}

interface Asked {
  readonly definition: Pick<ExportDefinition, 'name' | 'records' | 'report'> & {
    readonly options: Partial<ExportDefinition['options']>;
  };
  /** Absolute path. */
  readonly out: string;
}

/** What the flags say, or a definition's file, which they do not change but in how it is written. */
async function readAsked(args: Arguments): Promise<Asked> {
  const [path, extra] = args.positionals;
  if (extra !== undefined) return refuse(usage.tooManyArguments(NAME, extra));
  if (path !== undefined) {
    const [given] = Object.keys(selectionKinds).filter((option) => args.options.has(option));
    if (given !== undefined) refuse(usage.inDefinition(`--${given}`));
    const definition = await readDefinition(path);
    return { definition, out: destination(requiredText(args, 'out', NAME)) };
  }
  const columns = columnList(args, 'columns');
  const sort = readSort(args, findReadable);
  const selection = { filterGroups: [], query: '', ...readSelection(args) };
  const records = { ...selection, ...(columns && { columns }), ...(sort && { sort }) };
  return { definition: { records, options: {} }, out: destination(requiredText(args, 'out', NAME)) };
}
