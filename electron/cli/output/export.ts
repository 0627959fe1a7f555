/** Runs an export from the terminal with its progress, and describes what was written. */
import { join } from 'node:path';
import type { Input } from '#contract/api.ts';
import { fail } from '#contract/errors.ts';
import type { Manifest, PackManifest } from '#contract/exports.ts';
import type { FilterGroups } from '#domain/filter/model.ts';
import { findReadable } from '#domain/local-properties.ts';
import { findMeasure } from '#domain/reports/definition/measures.ts';
import { groupThousands } from '#domain/decimal.ts';
import { formerFormatNote } from '#texts/export-formats.ts';
import { messages, labels } from '#texts/terminal/cli.ts';
import { type Context, runCancellable, type AppClient, type CommandAction } from '../arguments/command.ts';
import type { OutputFile } from '../arguments/export-options.ts';
import { reportCompleteness, warnUnmatchedFilter, formatCompleteness } from './lines.ts';

export type WrittenManifest = Manifest | PackManifest;

/** The path of a file, or of a folder in which the file gets its suggested name. */
type Target = string | { readonly folder: string };

/** @returns the exit code: files over incomplete records are written, with a warning. */
export async function runExport(
  { terminal, print }: Context,
  app: AppClient,
  target: Target,
  filterGroups: FilterGroups | undefined,
  run: () => Promise<WrittenManifest | { readonly file: string; readonly written: WrittenManifest } | null>,
): Promise<number> {
  const lastNumber = (await app.call('sent.list', {})).files[0]?.number ?? 0;
  const answer = await runWithProgress(terminal, app, run);
  const { file, written } = 'written' in answer ? answer : { file: '', written: answer };
  const out = typeof target === 'string' ? target : join(target.folder, file);
  await print(written, () => [describeFile(written, out), ...describeContents(written), formatCompleteness(written)]);
  const code = await reportCompleteness(app, terminal, written.complete);
  const { files: sent } = await app.call('sent.list', {});
  for (const { number, file: name, billedBefore } of sent) {
    if (number > lastNumber && billedBefore) terminal.say(labels.billedBefore(name, billedBefore));
  }
  // If nothing matched, the export has failed above, and its error names the unmatched values.
  await warnUnmatchedFilter(app, terminal, filterGroups);
  return code;
}

function describeFile(written: WrittenManifest, out: string): string {
  const records = groupThousands(written.records);
  if ('files' in written) return labels.writtenPack(groupThousands(written.files.length), records, out);
  return written.of === 'report'
    ? labels.writtenReport(groupThousands(written.lines), out)
    : labels.written(records, out);
}

/** Lists what people should know about a file or a pack besides its path: changed cells, omissions, and its recipient. */
export function describeContents(written: WrittenManifest): string[] {
  const { guarded, unreadable, withheld, holds, signedBy, formerFormat } = written;
  const isPack = 'files' in written;
  const { of } = isPack ? written.whole : written;
  const attention = isPack ? written.attention : undefined;
  return [
    ...(guarded > 0 ? [labels.guarded(groupThousands(guarded))] : []),
    ...(of === 'records' && unreadable > 0 ? [labels.unreadableInFile(groupThousands(unreadable))] : []),
    ...(isPack ? [] : written.notes.flatMap(({ code, text }) => (incompleteAmountCodes.has(code) ? [text] : []))),
    ...describeProfile(written),
    ...(formerFormat ? [formerFormatNote(formerFormat)] : []),
    ...(withheld ? [labels.withheld(withheld.map(labelName))] : []),
    ...(holds ? [labels.holds(groupThousands(holds.clients), holds.withoutClient)] : []),
    ...(signedBy === undefined ? [] : [labels.signed(signedBy)]),
    ...(attention?.unassigned ? [labels.ofNoClient(attention.unassigned)] : []),
    ...(attention && attention.notBillable.length > 0 ? [labels.notBillable(attention.notBillable)] : []),
  ];
}

/** Codes of notes about incomplete amounts, which the sender of a file must know. */
const incompleteAmountCodes: ReadonlySet<string> = new Set(['no-rate', 'hours-alone', 'no-cost']);

function describeProfile(written: WrittenManifest): string[] {
  const { profiled } = written;
  if (!profiled) return [];
  return ['files' in written ? labels.profiledFiles(profiled) : labels.profiled(profiled, written.options.rates)];
}

const labelName = (name: string) => findReadable(name)?.label ?? findMeasure(name)?.label ?? name;

/** Creates the action that writes a file by one method. */
export function writeFile<
  M extends 'checks.export' | 'export.changes' | 'export.overview' | 'export.run' | 'export.pack',
>(
  { out, replaces, options }: Pick<OutputFile, 'out' | 'replaces' | 'options'>,
  filterGroups: FilterGroups | undefined,
  method: M,
  input: Input<M>,
): CommandAction {
  return async (context) => {
    const app = await context.openApp({ key: options.sign === true, out, replaces });
    return runExport(context, app, out, filterGroups, () => app.call(method, input));
  };
}

/** Runs an export and shows its progress; an interruption cancels it. @throws AppFailure `cancelled`, and the export's failures */
export async function runWithProgress<Answer>(
  terminal: Context['terminal'],
  app: AppClient,
  run: () => Promise<Answer | null>,
): Promise<Answer> {
  const unsubscribe = app.subscribe((event) => {
    if (event.event !== 'export.progress') return;
    const { written, total } = event.payload;
    terminal.progress(messages.exportProgress(groupThousands(written), groupThousands(total)));
  });
  const answer = await runCancellable(terminal, app, 'export.cancel', run);
  unsubscribe();
  terminal.progress('');
  return answer ?? fail({ code: 'cancelled' });
}
