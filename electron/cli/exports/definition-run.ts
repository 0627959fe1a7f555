/** `export NAME` and `export DEFINITION.json`: writes what a definition says. */
import { usage } from '#texts/terminal/cli.ts';
import { fail } from '../../../src/contract/errors.ts';
import type { PackKey } from '../../../src/contract/exports.ts';
import type { ExportDefinition } from '../../../src/domain/exports/definition.ts';
import { overrideOptions, type ExportOptionsInput } from '../../../src/domain/exports/options.ts';
import type { Arguments } from '../arguments/arguments.ts';
import type { Work } from '../arguments/command.ts';
import { readDefinition } from '../arguments/export-definition.ts';
import { checkOptions, readExportOptions, refuseTaken } from '../arguments/export-options.ts';
import { destination, flag, isFolder, refuse, requiredText, text } from '../arguments/option-values.ts';
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
  else checkOptions(withoutRates(readExportOptions(args, out)));
  if (!folder) refuseTaken(args, out);
  const pattern = text(args, 'pattern');
  const allowEmpty = flag(args, 'allow-empty');
  return async (context) => {
    const place = folder ? { folder: out } : { out };
    const app = await context.openApp({ key: false, ...place, replaces: flag(args, 'replace') });
    const saved = definition ? undefined : findSavedExport(named, (await app.call('exports.list', {})).exports);
    const known = saved?.definition ?? definition ?? fail({ code: 'unexpected' });
    const options = readChoices(args, known, { out, by });
    await sayUnheld(app, context.terminal, (known.records ?? known.report)?.filterGroups);
    return runExport(context, app, folder ? { folder: out } : out, () =>
      app.call('exports.run', {
        ...(saved ? { id: saved.id } : { definition: known }),
        options,
        ...(by !== undefined && { pack: by }),
        ...(pattern !== undefined && { pattern }),
        allowEmpty,
      }),
    );
  };
}

interface Destined {
  readonly out: string;
  readonly by: PackKey | undefined;
}

/** What of the choices this run makes. @throws AppFailure `usage` where they do not fit the definition's, or the file's name */
function readChoices(args: Arguments, definition: ExportDefinition, { out, by }: Destined): ExportOptionsInput {
  const isPack = by !== undefined || definition.pack !== undefined;
  if (by !== undefined && definition.report) refuse(usage.packOfReport);
  if (!isPack && text(args, 'pattern') !== undefined) refuse(usage.patternAlone);
  if (isPack && flag(args, 'allow-empty')) refuse(usage.emptyPack);
  if (isPack && !isFolder(out) && !out.toLowerCase().endsWith('.zip')) refuse(usage.packIsZip);
  const given = readExportOptions(args, isPack || isFolder(out) ? '' : out, definition.options.format);
  checkOptions(overrideOptions(definition.options, given));
  return given;
}

/** Whether they may be shown is known with the definition. */
const withoutRates = ({ rates: _rates, ...options }: ExportOptionsInput): ExportOptionsInput => options;
