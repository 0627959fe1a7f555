/** Runs an export from the terminal: progress meanwhile, what was written afterwards. */
import type { Manifest, PackManifest } from '../../../src/contract/exports.ts';
import { fail } from '../../../src/contract/errors.ts';
import { groupThousands as count } from '../../../src/domain/thousands.ts';
import { said, words } from '#texts/terminal/cli.ts';
import type { Context } from '../arguments/command.ts';
import type { Caller } from '../caller.ts';
import { cancelling } from '../cancelling.ts';
import { DONE, PARTIAL } from './exit-codes.ts';
import { partialSentence, sealLine } from './lines.ts';

type Surroundings = Pick<Context, 'terminal' | 'print'>;

/** @returns the exit code: files over incomplete records are done, and say so. */
export async function runExport(
  context: Surroundings,
  app: Caller,
  out: string,
  run: () => Promise<Manifest | null>,
): Promise<number> {
  const manifest = await follow(context, app, run);
  const line =
    manifest.of === 'report'
      ? words.writtenReport(count(manifest.lines), out)
      : words.written(count(manifest.records), out);
  const counted = toldCounts(manifest, manifest.of);
  return tell(context, app, manifest, [line, ...counted, ...toldBeside(manifest)]);
}

/** The same for a pack of files. */
export async function runPack(
  context: Surroundings,
  app: Caller,
  out: string,
  run: () => Promise<PackManifest | null>,
): Promise<number> {
  const pack = await follow(context, app, run);
  const line = words.writtenPack(count(pack.files.length), count(pack.records), out);
  return tell(context, app, pack, [line, ...toldCounts(pack, pack.whole.of), ...toldBeside(pack)]);
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
    ...(withheld ? [words.withheld(withheld)] : []),
    ...(holds ? [words.holds(count(holds.clients), holds.withoutClient)] : []),
    ...(signedBy === undefined ? [] : [words.signed(signedBy)]),
  ];
}

async function follow<Written>(
  { terminal }: Surroundings,
  app: Caller,
  run: () => Promise<Written | null>,
): Promise<Written> {
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
  written: Manifest | PackManifest,
  lines: readonly string[],
): Promise<number> {
  await print(written, () => [...lines, sealLine(written)]);
  if (written.complete) return DONE;
  terminal.say(partialSentence(await app.call('data.status', {})));
  return PARTIAL;
}
