/** Run as a process of its own on a small file system: replaces a file with less and less certain room, and tells what stood there then. */
import { existsSync, mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AppFailure } from '#contract/errors.ts';
import { findLeftovers, judgePair, type Found } from './pairs.ts';
import { fileName, writeTurn, type Kind } from './turns.ts';

export interface DiskJob {
  readonly folder: string;
  /** @property share of the room that the file would take, in [0, 1] */
  readonly points: readonly { readonly kind: Kind; readonly share: number }[];
}

export interface DiskOutcome extends Found {
  readonly kind: Kind;
  /** `done`, the code of the reported failure, or what was thrown. */
  readonly told: string;
  /** Whether the file of before stood there, where nothing was reported done. */
  readonly isOld: boolean;
  readonly leftovers: readonly string[];
}

const { folder, points } = JSON.parse(process.argv[2] ?? '{}') as DiskJob;
const filler = join(folder, 'filler');

function free(): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

/** Half of it may be taken while the file is being made: what is made beside it goes before the end. */
const MORE = 2.2;

async function tryOne({ kind, share }: DiskJob['points'][number]): Promise<DiskOutcome> {
  const place = join(folder, 'out');
  mkdirSync(place);
  const path = join(place, fileName(kind));
  const before = free();
  const odd = await writeTurn(path, kind, 1);
  const needed = (before - free()) * MORE;
  const even = await writeTurn(path, kind, 0);
  writeFileSync(filler, Buffer.alloc(Math.max(0, free() - Math.round(needed * share))));
  const told = await writeTurn(path, kind, 1).then(
    () => 'done',
    (cause: unknown) => (cause instanceof AppFailure ? cause.error.code : `thrown: ${String(cause)}`),
  );
  rmSync(filler);
  const found = judgePair(path, new Set([odd.sha256, even.sha256]));
  const isOld = existsSync(path) && judgePair(path, new Set([even.sha256])).state === 'pair';
  const leftovers = findLeftovers(place);
  rmSync(place, { recursive: true });
  return { ...found, kind, told, isOld, leftovers };
}

const outcomes: DiskOutcome[] = [];
for (const point of points) outcomes.push(await tryOne(point));
process.stdout.write(JSON.stringify(outcomes));
