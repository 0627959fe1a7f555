/**
 * The manifest: what the store's file must contain, stored beside it. A file whose log lost its end opens as an older state without an
 * error, and only something outside can tell. The manifest may lag behind the file (a process can die between the two) but never runs ahead
 * of it.
 */
import { closeSync, existsSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import type { DuckDBConnection } from '@duckdb/node-api';
import { z } from 'zod';
import { fail } from '../../../src/contract/errors.ts';
import { declaredProperties, isSummable } from '../../../src/domain/properties.ts';
import { readRows } from './connections.ts';
import { toText } from './values.ts';
import { columnSql } from './schema.ts';

const figuresSchema = z.object({
  /** Archived ones too. */
  records: z.number(),
  waiting: z.number(),
  removed: z.number(),
  /** Exact decimals by property, over every record; null where none has a value. */
  sums: z.record(z.string(), z.string().nullable()),
});
export type Figures = z.output<typeof figuresSchema>;

const manifestSchema = z.object({
  version: z.literal(1),
  /** How many changes the file had taken, at least. */
  commits: z.number(),
  /** What it held after that many changes; computed when the store is closed. */
  figures: z.object({ commits: z.number(), held: figuresSchema }).nullable(),
});
type StoreManifest = z.output<typeof manifestSchema>;

export interface ManifestWriter {
  /** Notes that the file has taken this many changes. A fault here is no fault of the change: the manifest may lag. */
  noteCommit(commits: number): void;
  noteFigures(commits: number, held: Figures): void;
  /** The count of changes at which the figures were taken. */
  figuresAt(): number | undefined;
  close(): void;
}

/** Written in place, in one call, always of this size: no part of an older text remains. */
const BYTES = 8192;

export function manifestPath(path: string): string {
  return `${path}.manifest`;
}

/** The manifest of this file; undefined when nothing readable is there: only evidence of a loss counts as a loss. */
export function readManifest(path: string): StoreManifest | undefined {
  // A file that was thrown away takes its manifest with it.
  if (!existsSync(path)) rmSync(manifestPath(path), { force: true });
  try {
    return manifestSchema.parse(JSON.parse(readFileSync(manifestPath(path), 'utf8')));
  } catch {
    return undefined;
  }
}

/** @throws AppFailure `store-damaged` when the file is an older state than the one noted, or holds something else. */
export async function checkManifest(
  noted: StoreManifest | undefined,
  commits: number,
  look: () => Promise<Figures>,
): Promise<void> {
  if (!noted) return;
  if (commits < noted.commits) fail({ code: 'store-damaged' });
  if (noted.figures?.commits !== commits) return;
  const held = await look();
  const { records, waiting, removed, sums } = noted.figures.held;
  const same = held.records === records && held.waiting === waiting && held.removed === removed;
  // A property that the catalogue gained or lost since then is no loss of a record.
  const differs = Object.entries(sums).some(([name, sum]) => Object.hasOwn(held.sums, name) && held.sums[name] !== sum);
  if (!same || differs) fail({ code: 'store-damaged' });
}

export function openManifest(path: string, noted: StoreManifest | undefined, commits: number): ManifestWriter {
  let manifest: StoreManifest = { version: 1, figures: noted?.figures ?? null, commits };
  const file = openSync(manifestPath(path), noted ? 'r+' : 'w', 0o600);
  const write = (next: StoreManifest) => {
    manifest = next;
    try {
      writeSync(file, JSON.stringify(next).padEnd(BYTES), 0);
    } catch {
      // A full disk: the older manifest still holds, it only covers less.
    }
  };
  write(manifest);
  return {
    noteCommit: (count) => write({ ...manifest, commits: count }),
    noteFigures: (count, held) => write({ ...manifest, commits: count, figures: { commits: count, held } }),
    figuresAt: () => manifest.figures?.commits,
    close: () => closeSync(file),
  };
}

const summed = declaredProperties.filter(isSummable);

/** One pass over the whole file. */
export async function readFigures(connection: DuckDBConnection): Promise<Figures> {
  const sums = summed.map((property) => `sum(${columnSql(property.name)})`).join(', ');
  const [row = []] = await readRows(
    connection,
    `SELECT count(*), (SELECT count(*) FROM waiting), (SELECT count(*) FROM removed), ${sums} FROM records`,
  );
  const [records, waiting, removed, ...values] = row;
  return {
    records: Number(records),
    waiting: Number(waiting),
    removed: Number(removed),
    sums: Object.fromEntries(summed.map(({ name }, index) => [name, toText(values[index])])),
  };
}
