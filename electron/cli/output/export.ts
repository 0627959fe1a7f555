/** Runs an export from the terminal: progress meanwhile, what was written afterwards. */
import { join } from 'node:path';
import { fail } from '#contract/errors.ts';
import type { Manifest, PackManifest } from '#contract/exports.ts';
import type { FilterGroups } from '#domain/filter/model.ts';
import { findReadable } from '#domain/local-properties.ts';
import { findMeasure } from '#domain/reports/definition/measures.ts';
import { groupThousands } from '#domain/decimal.ts';
import { formerFormatNote } from '#texts/export-formats.ts';
import { said, words } from '#texts/terminal/cli.ts';
import { type Context, runCancellable, type Caller } from '../arguments/command.ts';
import { endByCompleteness, sayUnheld, sealLine } from './lines.ts';

export type Written = Manifest | PackManifest;

/** The path of a file, or of a folder in which the file gets its suggested name. */
type Place = string | { readonly folder: string };

/** @returns the exit code: files over incomplete records are done, and say so. */
export async function runExport(
  { terminal, print }: Context,
  app: Caller,
  place: Place,
  filterGroups: FilterGroups | undefined,
  run: () => Promise<Written | { readonly file: string; readonly written: Written } | null>,
): Promise<number> {
  const before = (await app.call('sent.list', {})).files[0]?.number ?? 0;
  const answer = await followExport(terminal, app, run);
  const { file, written } = 'written' in answer ? answer : { file: '', written: answer };
  const out = typeof place === 'string' ? place : join(place.folder, file);
  await print(written, () => [describeFile(written, out), ...describeContents(written), sealLine(written)]);
  const code = await endByCompleteness(app, terminal, written.complete);
  const { files: sent } = await app.call('sent.list', {});
  for (const { number, file: name, billedBefore } of sent) {
    if (number > before && billedBefore) terminal.say(words.billedBefore(name, billedBefore));
  }
  // Where nothing matched, the refusal names it.
  await sayUnheld(app, terminal, filterGroups);
  return code;
}

function describeFile(written: Written, out: string): string {
  const records = groupThousands(written.records);
  if ('files' in written) return words.writtenPack(groupThousands(written.files.length), records, out);
  return written.of === 'report'
    ? words.writtenReport(groupThousands(written.lines), out)
    : words.written(records, out);
}

/** What people should know of a file or a pack besides where it is: changed cells, what was left out, and for whom it is. */
export function describeContents(written: Written): string[] {
  const { guarded, unreadable, withheld, holds, signedBy, formerFormat } = written;
  const isPack = 'files' in written;
  const { of } = isPack ? written.whole : written;
  const attention = isPack ? written.attention : undefined;
  return [
    ...(guarded > 0 ? [words.guarded(groupThousands(guarded))] : []),
    ...(of === 'records' && unreadable > 0 ? [words.unreadableInFile(groupThousands(unreadable))] : []),
    ...(isPack ? [] : written.notes.flatMap(({ code, text }) => (lacking.has(code) ? [text] : []))),
    ...describeProfile(written),
    ...(formerFormat ? [formerFormatNote(formerFormat)] : []),
    ...(withheld ? [words.withheld(withheld.map(labelName))] : []),
    ...(holds ? [words.holds(groupThousands(holds.clients), holds.withoutClient)] : []),
    ...(signedBy === undefined ? [] : [words.signed(signedBy)]),
    ...(attention?.unassigned ? [words.ofNoClient(attention.unassigned)] : []),
    ...(attention && attention.notBillable.length > 0 ? [words.notBillable(attention.notBillable)] : []),
  ];
}

/** The codes of notes by which amounts in a file are not complete: who sends it must know. */
const lacking: ReadonlySet<string> = new Set(['no-rate', 'hours-alone', 'no-cost']);

function describeProfile(written: Written): string[] {
  const { profiled } = written;
  if (!profiled) return [];
  return ['files' in written ? words.profiledFiles(profiled) : words.profiled(profiled, written.options.rates)];
}

const labelName = (name: string) => findReadable(name)?.label ?? findMeasure(name)?.label ?? name;

/** Shows progress meanwhile; an interruption cancels it. @throws AppFailure `cancelled`, and those of the export */
export async function followExport<Answer>(
  terminal: Context['terminal'],
  app: Caller,
  run: () => Promise<Answer | null>,
): Promise<Answer> {
  const unsubscribe = app.subscribe((event) => {
    if (event.event !== 'export.progress') return;
    const { written, total } = event.payload;
    terminal.progress(said.exportProgress(groupThousands(written), groupThousands(total)));
  });
  const answer = await runCancellable(terminal, app, 'export.cancel', run);
  unsubscribe();
  terminal.progress('');
  return answer ?? fail({ code: 'cancelled' });
}
