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
  const guarded = manifest.guarded > 0 ? [words.guarded(count(manifest.guarded))] : [];
  const unreadable =
    manifest.of === 'records' && manifest.unreadable > 0 ? [words.unreadableInFile(count(manifest.unreadable))] : [];
  const withheld = manifest.withheld ? [words.withheld(manifest.withheld)] : [];
  return tell(context, app, manifest, [line, ...guarded, ...unreadable, ...withheld]);
}

/** The same for a pack of files. */
export async function runPack(
  context: Surroundings,
  app: Caller,
  out: string,
  run: () => Promise<PackManifest | null>,
): Promise<number> {
  const pack = await follow(context, app, run);
  return tell(context, app, pack, [words.writtenPack(count(pack.files.length), count(pack.records), out)]);
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
