/** `export`, `overview` and `verify-file`: write files with a manifest beside each, and verify them against it. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { fail } from '#contract/errors.ts';
import type { PackKey } from '#contract/exports.ts';
import { listFileParts, listHashParts, toLines } from '#contract/proof/file-lines.ts';
import { listPackParts } from '#contract/proof/pack-lines.ts';
import { formatVerdict, isHashOnly, judgeAnswer, type Verdict } from '#contract/proof/verdict.ts';
import { findExportFormat } from '#domain/export-formats.ts';
import type { ExportDefinition } from '#domain/exports/definition.ts';
import { overrideOptions, type ExportOptionsInput } from '#domain/exports/options.ts';
import { canFollowProfile } from '#domain/exports/profile.ts';
import { OVERVIEW_PERIOD } from '#domain/overview/windows.ts';
import { overviewTexts } from '#texts/screens/overview.ts';
import { usage } from '#texts/terminal/cli.ts';
import { verifyFileTexts as texts } from '#texts/verify-file.ts';
import { pastOptions } from '../arguments/arguments.ts';
import { createAction, createCommand } from '../arguments/actions.ts';
import type { CommandAction } from '../arguments/command.ts';
import {
  checkOptions,
  fileOptions,
  packOptions,
  pageOptions,
  partitionOptions,
  readDefinition,
  readExportOptions,
  readOutputFile,
  readPackOptions,
  refusePackOptions,
  refuseExistingFile,
  requireFormat,
} from '../arguments/export-options.ts';
import {
  option,
  isFolder,
  readOptions,
  refuse,
  withForm,
  type Arguments,
  type Option,
} from '../arguments/option-values.ts';
import { columnList, readSelection, selectionOptions, sortByColumns } from '../arguments/selection.ts';
import { runWithProgress, runExport, writeFile } from '../output/export.ts';
import { CHANGED, DONE, PARTIAL } from '../output/failure.ts';
import { dueAction } from './due-runs.ts';
import { findSavedExport, isDefinitionFile } from './exports.ts';

const EXPORT = 'export';
const tableOptions = { columns: columnList, sort: sortByColumns };
const recordOptions = { ...selectionOptions, ...tableOptions };

const exportFile = createAction(
  { ...recordOptions, ...packOptions, ...fileOptions, ...partitionOptions, ...pastOptions },
  ({ pack }, [name], args) => {
    if (name === undefined) return prepareRecords(args, pack);
    const foreign = Object.keys(recordOptions).find((recordOption) => args.options.has(recordOption));
    return foreign === undefined ? prepareDefinition(args, name, pack) : refuse(usage.inDefinition(`--${foreign}`));
  },
  { words: 1 },
);

export const exportRecords = createCommand(
  EXPORT,
  { '': exportFile, '--due': dueAction },
  { handlesInterruption: true },
);

function readOut(args: Arguments): string {
  return readOptions(args, { out: option.text }).out ?? refuse(usage.required('--out', EXPORT));
}

/** @param by one file per client or person; undefined for a single file */
function prepareRecords(args: Arguments, by: PackKey | undefined): CommandAction {
  const table = readOptions(args, tableOptions);
  const records = { filterGroups: [], query: '', ...readSelection(args), ...table };
  const isPartitioned = args.options.has('partition');
  const isFile = by === undefined && !isPartitioned;
  const out = (isFile ? option.destination : option.packDestination)(readOut(args));
  // A pack is a zip file or a folder, so its extension does not give the format of its files.
  const options = readExportOptions(args, isFile ? out : '');
  if (by === undefined) {
    requireFormat(options, EXPORT);
    refusePackOptions(args);
  }
  checkOptions(options, by === undefined && canFollowProfile(options, records.filterGroups));
  if (isPartitioned && findExportFormat(out) !== undefined) refuse(usage.partitionNoFile);
  const packSettings = by !== undefined && readPackOptions(args, out);
  refuseExistingFile(args.options.has('replace'), out);
  const { replace: replaces = false, allowEmpty = false } = readOptions(args, fileOptions);
  const file = { out, replaces, options };
  return by === undefined
    ? writeFile(file, records.filterGroups, 'export.run', { ...options, ...records, allowEmpty })
    : writeFile(file, records.filterGroups, 'export.pack', { ...options, ...records, by, ...packSettings });
}

/** @param by one file per client or person; undefined for a single file */
async function prepareDefinition(args: Arguments, name: string, by: PackKey | undefined): Promise<CommandAction> {
  const fromFile = (await isDefinitionFile(name)) ? await readDefinition(name) : undefined;
  const outOption = readOut(args);
  const out = isFolder(outOption) ? undefined : option.destination(outOption);
  if (fromFile) readOverrides(args, fromFile, out, by);
  else checkOptions(withoutRates(readExportOptions(args, out ?? outOption)), false);
  if (out !== undefined) refuseExistingFile(args.options.has('replace'), out);
  const { replace: replaces = false, allowEmpty = false } = readOptions(args, fileOptions);
  return async (context) => {
    // Only after loading a saved export do we know whether it is signed.
    const target = out === undefined ? { folder: outOption } : { out };
    const app = await context.openApp({ key: 'on-demand', ...target, replaces });
    const saved = fromFile ? undefined : findSavedExport(name, (await app.call('exports.list', {})).exports);
    const definition = saved?.definition ?? fromFile ?? fail({ code: 'unexpected' });
    const { options, pack } = readOverrides(args, definition, out, by);
    return runExport(context, app, out ?? { folder: outOption }, readFilter(definition), () =>
      app.call('exports.run', {
        ...(saved ? { id: saved.id } : { definition }),
        options,
        ...(by !== undefined && { pack: by }),
        ...pack,
        allowEmpty,
      }),
    );
  };
}

/**
 * Reads the options with which this run overrides the definition.
 * @param out the file; undefined: it gets a suggested name in a folder
 * @throws AppFailure `usage` if they conflict with the definition or the file's name
 */
function readOverrides(
  args: Arguments,
  definition: ExportDefinition,
  out: string | undefined,
  by: PackKey | undefined,
) {
  const isPack = by !== undefined || definition.pack !== undefined;
  if (!isPack) refusePackOptions(args);
  const pack = isPack ? readPackOptions(args, out) : {};
  const options = readExportOptions(args, isPack || out === undefined ? '' : out, definition.options.format);
  const merged = overrideOptions(definition.options, options);
  checkOptions(merged, !isPack && canFollowProfile(merged, readFilter(definition) ?? []));
  return { options, pack };
}

const readFilter = ({ records, report }: ExportDefinition) => (records ?? report)?.filterGroups;

/** Omits the choice of rates: only the definition tells whether they may be shown. */
const withoutRates = ({ rates: _rates, ...options }: ExportOptionsInput): ExportOptionsInput => options;

const OVERVIEW = 'overview';
/** The file has the tables of the screen, so it takes no other options. */
const overviewOptions = { out: option.text, replace: option.flag, ...pageOptions };

const writeOverview = createAction(
  {
    ...selectionOptions,
    period: withForm(option.period, { standard: OVERVIEW_PERIOD }),
    ...overviewOptions,
    ...pastOptions,
  },
  (_, _words, args) => {
    const selection = { period: OVERVIEW_PERIOD, ...readSelection(args) };
    const file = readOutputFile(args, overviewOptions, OVERVIEW) ?? refuse(usage.required('--out', OVERVIEW));
    const { format, ...options } = file.options;
    if (format !== 'pdf') return refuse(overviewTexts.pages.onlyPdf);
    return writeFile(file, selection.filterGroups, 'export.overview', { ...selection, ...options, format });
  },
);

export const overview = createCommand(OVERVIEW, { '': writeOverview }, { handlesInterruption: true });

const exitCodes: Readonly<Record<Verdict, number>> = {
  changed: CHANGED,
  'wrongly-signed': CHANGED,
  differs: PARTIAL,
  unknown: PARTIAL,
  stranger: PARTIAL,
  renamed: DONE,
  'as-then': DONE,
  known: DONE,
  foreign: PARTIAL,
  good: DONE,
};

const fingerprint: Option<string> = (text) => (/^SHA256:[\w+/]{43}$/.test(text) ? text : refuse(texts.signedBy));

const checkFile = createAction(
  { 'signed-by': fingerprint },
  ({ signedBy }, [file = refuse(texts.needsFile)]) => {
    const source = resolve(file);
    return async ({ openApp, print, terminal }) => {
      const app = await openApp({ key: couldBeSigned(source), source });
      const answer = await runWithProgress(terminal, app, () => app.call('export.verify', {}));
      await print(answer, () =>
        toLines(
          isHashOnly(answer)
            ? listHashParts(answer)
            : 'pack' in answer
              ? listPackParts(answer, signedBy)
              : listFileParts(answer, signedBy),
        ),
      );
      const verdict = judgeAnswer(answer, signedBy);
      const sentence = formatVerdict(verdict, 'pack' in answer);
      if (sentence !== undefined) terminal.say(sentence);
      return exitCodes[verdict];
    };
  },
  { words: 1 },
);

export const verifyFile = createCommand('verify-file', { '': checkFile }, { handlesInterruption: true });

/** The keychain is opened only if there may be a signature to compare with this app's key. */
function couldBeSigned(source: string): boolean {
  return isFolder(source) || source.toLowerCase().endsWith('.zip') || existsSync(`${source}.manifest.json.sig`);
}
