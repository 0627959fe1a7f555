/** Runs an export from the terminal: progress meanwhile, what was written afterwards. */
import { join } from 'node:path';
import type { Manifest, PackManifest } from '../../../src/contract/exports.ts';
import { fail } from '../../../src/contract/errors.ts';
import { findReadable } from '../../../src/domain/local-properties.ts';
import { findMeasure } from '../../../src/domain/reports/definition/measures.ts';
import { groupThousands as count } from '../../../src/domain/thousands.ts';
import { said, words } from '#texts/terminal/cli.ts';
import type { Context } from '../arguments/command.ts';
import type { Caller } from '../caller.ts';
import { cancelling } from '../cancelling.ts';
import { DONE, PARTIAL } from './exit-codes.ts';
import { partialSentence, sealLine } from './lines.ts';

type Surroundings = Pick<Context, 'terminal' | 'print'>;

export type Written = Manifest | PackManifest;

/** Where it goes: a file, or a folder where it is named by what it is. */
type Place = string | { readonly folder: string };

/** @returns the exit code: files over incomplete records are done, and say so. */
export async function runExport(
  context: Surroundings,
  app: Caller,
  place: Place,
  run: () => Promise<Written | { readonly file: string; readonly written: Written } | null>,
): Promise<number> {
  const answer = await followExport(context, app, run);
  const written = 'written' in answer ? answer.written : answer;
  const file = 'written' in answer ? answer.file : '';
  const out = typeof place === 'string' ? place : join(place.folder, file);
  return tell(context, app, written, 'files' in written ? packLines(written, out) : fileLines(written, out));
}

function fileLines(manifest: Manifest, out: string): string[] {
  const line =
    manifest.of === 'report'
      ? words.writtenReport(count(manifest.lines), out)
      : words.written(count(manifest.records), out);
  return [line, ...listTold(manifest)];
}

function packLines(pack: PackManifest, out: string): string[] {
  const line = words.writtenPack(count(pack.files.length), count(pack.records), out);
  return [line, ...listTold(pack)];
}

/** What is told of a file or a pack besides where it is: cells, and who gets what. */
export function listTold(written: Written): string[] {
  if (!('files' in written))
    return [...toldCounts(written, written.of), ...toldProfile(written), ...toldBeside(written)];
  const profiled = written.profiled ? [words.profiledFiles(written.profiled)] : [];
  return [...toldCounts(written, written.whole.of), ...profiled, ...toldBeside(written), ...toldAttention(written)];
}

function toldProfile({ profiled, options }: Manifest): string[] {
  return profiled ? [words.profiled(profiled, options.rates)] : [];
}

/** What a spreadsheet's reader should know of the cells. */
function toldCounts({ guarded, unreadable }: Pick<Manifest, 'guarded' | 'unreadable'>, of: Manifest['of']): string[] {
  return [
    ...(guarded > 0 ? [words.guarded(count(guarded))] : []),
    ...(of === 'records' && unreadable > 0 ? [words.unreadableInFile(count(unreadable))] : []),
  ];
}

function toldBeside({ withheld, holds, signedBy }: Pick<Manifest, 'withheld' | 'holds' | 'signedBy'>): string[] {
  return [
    ...(withheld ? [words.withheld(withheld.map(labelName))] : []),
    ...(holds ? [words.holds(count(holds.clients), holds.withoutClient)] : []),
    ...(signedBy === undefined ? [] : [words.signed(signedBy)]),
  ];
}

function toldAttention({ attention }: PackManifest): string[] {
  if (!attention) return [];
  const { unassigned, notBillable } = attention;
  return [
    ...(unassigned === null ? [] : [words.ofNoClient(unassigned)]),
    ...(notBillable.length > 0 ? [words.notBillable(notBillable)] : []),
  ];
}

const labelName = (name: string) => findReadable(name)?.label ?? findMeasure(name)?.label ?? name;

/** Progress meanwhile; an interruption cancels it. @throws AppFailure `cancelled`, and those of the export */
export async function followExport<Answer>(
  { terminal }: Pick<Surroundings, 'terminal'>,
  app: Caller,
  run: () => Promise<Answer | null>,
): Promise<Answer> {
  const unsubscribe = app.subscribe((event) => {
    if (event.event !== 'export.progress') return;
    terminal.progress(said.exportProgress(count(event.payload.written), count(event.payload.total)));
  });
  const written = await cancelling(terminal, app, 'export.cancel', run);
  unsubscribe();
  terminal.progress('');
  return written ?? fail({ code: 'cancelled' });
}

async function tell(
  { terminal, print }: Surroundings,
  app: Caller,
  written: Written,
  lines: readonly string[],
): Promise<number> {
  await print(written, () => [...lines, sealLine(written)]);
  if (written.complete) return DONE;
  terminal.say(partialSentence(await app.call('data.status', {})));
  return PARTIAL;
}
