/** Run as a process of its own on a small file system: replaces a pack with less and less certain room, and tells what stood there then. */
import { mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AppFailure } from '#contract/errors.ts';
import type { ExportWorld } from '#tests/exports/world.ts';
import { findLeftovers } from '../pairs.ts';
import { judgePack, type FoundPack } from './judge-pack.ts';
import { openPackWorld, packName, writePackTurn, type PackKind } from './pack-turns.ts';

export interface PackDiskJob {
  readonly folder: string;
  /** @property share of the room that the pack would take, in [0, 1] */
  readonly points: readonly { readonly kind: PackKind; readonly share: number }[];
}

export interface PackDiskOutcome extends FoundPack {
  readonly kind: PackKind;
  /** `done`, the code of the reported failure, or what was thrown. */
  readonly told: string;
  /** Whether what stands there is the pack that was to be written. */
  readonly isNew: boolean;
  readonly leftovers: readonly string[];
}

const { folder, points } = JSON.parse(process.argv[2] ?? '{}') as PackDiskJob;
const filler = join(folder, 'filler');

function free(): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

/** A zip file is made of files beside it, and the whole is written apart. */
const MORE = 3.5;

async function tryOne(world: ExportWorld, { kind, share }: PackDiskJob['points'][number]): Promise<PackDiskOutcome> {
  const place = join(folder, 'out');
  mkdirSync(place);
  const path = join(place, packName(kind));
  const before = free();
  await writePackTurn(world, path, kind, 0);
  const needed = (before - free()) * MORE;
  const odd = await writePackTurn(world, path, kind, 1);
  writeFileSync(filler, Buffer.alloc(Math.max(0, free() - Math.round(needed * share))));
  const told = await writePackTurn(world, path, kind, 0).then(
    () => 'done',
    (cause: unknown) => (cause instanceof AppFailure ? cause.error.code : `thrown: ${String(cause)}`),
  );
  rmSync(filler);
  const found = judgePack(path);
  const leftovers = findLeftovers(place);
  rmSync(place, { recursive: true });
  return { ...found, kind, told, isNew: found.records !== odd, leftovers };
}

const world = await openPackWorld();
const outcomes: PackDiskOutcome[] = [];
for (const point of points) outcomes.push(await tryOne(world, point));
await world.dispose();
process.stdout.write(JSON.stringify(outcomes));
