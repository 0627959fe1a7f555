/** `export`: writes the filtered records, what a definition says, or all that is due, each file with a manifest beside it. */
import type { PackKey } from '../../../../src/contract/exports.ts';
import { mayFollowProfile } from '../../../../src/domain/exports/saved/profile.ts';
import { usage } from '#texts/terminal/cli.ts';
import type { Arguments } from '../../arguments/arguments.ts';
import type { Command, Work } from '../../arguments/command.ts';
import {
  checkOptions,
  exportOptionKinds,
  readExportOptions,
  refusePartitionFile,
  refuseTaken,
  requireFormat,
} from '../../arguments/export-options.ts';
import { destination, flag, packDestination, refuse, requiredText } from '../../arguments/option-values.ts';
import { packKinds, readPackKey, readPackOptions, refusePackOptions } from '../../arguments/pack-options.ts';
import { columnList, readSelection, readSorts } from '../../arguments/selection.ts';
import { prepareDefinition } from '../../exports/definition-run.ts';
import { prepareDue } from '../../exports/due-runs.ts';
import { runExport } from '../../output/export.ts';
import { sayUnheld } from '../../output/unheld-values.ts';

const NAME = 'export';
const selectionKinds = { filter: 'text', query: 'text', period: 'text', columns: 'text', sort: 'text' } as const;

export const exportRecords: Command = {
  name: NAME,
  options: { ...selectionKinds, ...packKinds, ...exportOptionKinds, partition: 'text', due: 'flag' },
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
  const sort = readSorts(args);
  const selection = { filterGroups: [], query: '', ...readSelection(args) };
  const records = { ...selection, ...(columns && { columns }), ...(sort && { sort }) };
  const asked = requiredText(args, 'out', NAME);
  const isParted = args.options.has('partition');
  const out = by === undefined && !isParted ? destination(asked) : packDestination(asked);
  const allowEmpty = flag(args, 'allow-empty');
  // A pack's ending is that of a zip file or of none, whatever its files are.
  const options = readExportOptions(args, by === undefined && !isParted ? out : '');
  if (by === undefined) {
    requireFormat(options, NAME);
    refusePackOptions(args);
  }
  checkOptions(options, by === undefined && mayFollowProfile(options, records.filterGroups));
  if (isParted) refusePartitionFile(out);
  const pack = by !== undefined && readPackOptions(args, out);
  refuseTaken(args, out);
  return async (context) => {
    const app = await context.openApp({ key: options.sign === true, out, replaces: flag(args, 'replace') });
    const code = await runExport(context, app, out, () =>
      by === undefined
        ? app.call('export.run', { ...options, ...records, allowEmpty })
        : app.call('export.pack', { ...options, ...records, by, ...pack }),
    );
    // Where nothing matched, the refusal names it.
    await sayUnheld(app, context.terminal, records.filterGroups);
    return code;
  };
}
