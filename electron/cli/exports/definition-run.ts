/** `export NAME` and `export DEFINITION.json`: writes what a definition says. */
import { fail } from '../../../src/contract/errors.ts';
import type { PackKey } from '../../../src/contract/exports.ts';
import type { ExportDefinition } from '../../../src/domain/exports/definition.ts';
import { overrideOptions, type ExportOptionsInput } from '../../../src/domain/exports/options.ts';
import { mayFollowProfile } from '../../../src/domain/exports/saved/profile.ts';
import type { Arguments } from '../arguments/arguments.ts';
import type { Work } from '../arguments/command.ts';
import { readDefinition } from '../arguments/export-definition.ts';
import { checkOptions, readExportOptions, refuseTaken } from '../arguments/export-options.ts';
import { destination, flag, isFolder, requiredText } from '../arguments/option-values.ts';
import { readPackOptions, refusePackOptions, type PackOptions } from '../arguments/pack-options.ts';
import { runExport } from '../output/export.ts';
import { sayUnheld } from '../output/unheld-values.ts';
import { findSavedExport, namesFile } from './saved.ts';

/** @param by files for each of these instead of one */
export async function prepareDefinition(args: Arguments, named: string, by: PackKey | undefined): Promise<Work> {
  const definition = (await namesFile(named)) ? await readDefinition(named) : undefined;
  const asked = requiredText(args, 'out', 'export');
  const folder = isFolder(asked);
  const out = folder ? asked : destination(asked);
  if (definition) readChoices(args, definition, { out, by });
  else checkOptions(withoutRates(readExportOptions(args, out)), false);
  if (!folder) refuseTaken(args, out);
  const allowEmpty = flag(args, 'allow-empty');
  return async (context) => {
    const place = folder ? { folder: out } : { out };
    // Whether a saved one is signed is known once it is read.
    const app = await context.openApp({ key: 'on-demand', ...place, replaces: flag(args, 'replace') });
    const saved = definition ? undefined : findSavedExport(named, (await app.call('exports.list', {})).exports);
    const known = saved?.definition ?? definition ?? fail({ code: 'unexpected' });
    const { options, pack } = readChoices(args, known, { out, by });
    const code = await runExport(context, app, folder ? { folder: out } : out, () =>
      app.call('exports.run', {
        ...(saved ? { id: saved.id } : { definition: known }),
        options,
        ...(by !== undefined && { pack: by }),
        ...pack,
        allowEmpty,
      }),
    );
    // Where nothing matched, the refusal names it.
    await sayUnheld(app, context.terminal, (known.records ?? known.report)?.filterGroups);
    return code;
  };
}

interface Destined {
  readonly out: string;
  readonly by: PackKey | undefined;
}

interface Choices {
  readonly options: ExportOptionsInput;
  readonly pack: PackOptions;
}

/** What of the choices this run makes. @throws AppFailure `usage` where they do not fit the definition's, or the file's name */
function readChoices(args: Arguments, definition: ExportDefinition, { out, by }: Destined): Choices {
  const isPack = by !== undefined || definition.pack !== undefined;
  if (!isPack) refusePackOptions(args);
  const pack = isPack ? readPackOptions(args, isFolder(out) ? undefined : out) : {};
  const options = readExportOptions(args, isPack || isFolder(out) ? '' : out, definition.options.format);
  const all = overrideOptions(definition.options, options);
  checkOptions(all, !isPack && mayFollowProfile(all, (definition.records ?? definition.report)?.filterGroups ?? []));
  return { options, pack };
}

/** Whether they may be shown is known with the definition. */
const withoutRates = ({ rates: _rates, ...options }: ExportOptionsInput): ExportOptionsInput => options;
