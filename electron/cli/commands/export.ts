/** `export`: writes the filtered records, what a definition says, or all that is due, each file with a manifest beside it. */
import type { PackKey } from '../../../src/contract/exports.ts';
import { OWNER_PROPERTY } from '../../../src/domain/properties.ts';
import { findReadable } from '../../../src/domain/local-properties.ts';
import { usage } from '#texts/terminal/cli.ts';
import type { Arguments } from '../arguments/arguments.ts';
import type { Command, Work } from '../arguments/command.ts';
import {
  checkOptions,
  exportOptionKinds,
  readExportOptions,
  refuseTaken,
  requireFormat,
} from '../arguments/export-options.ts';
import { destination, flag, readChoice, refuse, requiredText, text } from '../arguments/option-values.ts';
import { columnList, readSelection, readSort } from '../arguments/selection.ts';
import { prepareDefinition } from '../exports/definition-run.ts';
import { prepareDue } from '../exports/due-runs.ts';
import { runExport } from '../output/export.ts';
import { sayUnheld } from '../output/unheld-values.ts';

const NAME = 'export';
const packKinds = { pack: 'text', pattern: 'text' } as const;
const selectionKinds = { filter: 'text', query: 'text', period: 'text', columns: 'text', sort: 'text' } as const;

export const exportRecords: Command = {
  name: NAME,
  options: { ...selectionKinds, ...packKinds, ...exportOptionKinds, due: 'flag' },
  handlesInterruption: true,
  prepare: async (args) => {
    if (flag(args, 'due')) return prepareDue(args, exportRecords.options);
    const [named, extra] = args.positionals;
    if (extra !== undefined) return refuse(usage.tooManyArguments(NAME, extra));
    const by = readPackKey(args);
    if (named === undefined) return prepareRecords(args, by);
    const [given] = Object.keys(selectionKinds).filter((option) => args.options.has(option));
    return given === undefined ? prepareDefinition(args, named, by) : refuse(usage.inDefinition(`--${given}`));
  },
};

/** What the options say. */
function prepareRecords(args: Arguments, by: PackKey | undefined): Work {
  const columns = columnList(args, 'columns');
  const sort = readSort(args, findReadable);
  const selection = { filterGroups: [], query: '', ...readSelection(args) };
  const records = { ...selection, ...(columns && { columns }), ...(sort && { sort }) };
  const out = destination(requiredText(args, 'out', NAME));
  const pattern = text(args, 'pattern');
  const allowEmpty = flag(args, 'allow-empty');
  // A pack's ending is that of a zip file, whatever its files are.
  const options = readExportOptions(args, by === undefined ? out : '');
  if (by === undefined) requireFormat(options, NAME);
  checkOptions(options);
  refuseTaken(args, out);
  if (by === undefined && pattern !== undefined) refuse(usage.patternAlone);
  if (by !== undefined && allowEmpty) refuse(usage.emptyPack);
  if (by !== undefined && !out.toLowerCase().endsWith('.zip')) refuse(usage.packIsZip);
  return async (context) => {
    const app = await context.openApp({ key: false, out, replaces: flag(args, 'replace') });
    await sayUnheld(app, context.terminal, records.filterGroups);
    return runExport(context, app, out, () =>
      by === undefined
        ? app.call('export.run', { ...options, ...records, allowEmpty })
        : app.call('export.pack', { ...options, ...records, by, ...(pattern !== undefined && { pattern }) }),
    );
  };
}

/** People write `person`; the property's name does too. */
function readPackKey(args: Arguments): PackKey | undefined {
  const given = readChoice(args, 'pack', ['client', 'person']);
  return given === 'person' ? OWNER_PROPERTY : given;
}
