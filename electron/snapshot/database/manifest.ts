/**
 * Stores the manifest, which records what the store's file must contain, next to that file. A file whose log is truncated opens as an older
 * state without an error, which only an outside record can detect. The manifest may lag behind the file (a process can die between the two)
 * but is never ahead of it.
 */
import { closeSync, existsSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import type { DuckDBConnection } from '@duckdb/node-api';
import { z } from 'zod';
import { fail } from '#contract/errors.ts';
import { declaredProperties, isSummable } from '#domain/properties.ts';
import { readRows } from './connections.ts';
import { toText } from './parameters.ts';
import { columnSql } from './schema.ts';

const figuresSchema = z.object({
  /** Includes archived records. */
  records: z.number(),
  waiting: z.number(),
  removed: z.number(),
  /** Exact decimals by property, over every record; null where none has a value. */
  sums: z.record(z.string(), z.string().nullable()),
});
export type Figures = z.output<typeof figuresSchema>;

const manifestSchema = z.object({
  version: z.literal(1),
  /** The minimum number of changes that the file contains. */
  commits: z.number(),
  /** The content of the file after that many changes, computed when the store is closed. */
  figures: z.object({ commits: z.number(), held: figuresSchema }).nullable(),
});
type StoreManifest = z.output<typeof manifestSchema>;

export type ManifestWriter = ReturnType<typeof openManifest>;

/** The fixed size of the text, which is overwritten in one call, so that no part of an older text remains. */
const BYTES = 8192;

export function getManifestPath(path: string): string {
  return `${path}.manifest`;
}

/** Reads the manifest of this file; undefined if there is no readable one, because a missing manifest is no evidence of a loss. */
export function readManifest(path: string): StoreManifest | undefined {
  // The manifest of a deleted file is obsolete.
  if (!existsSync(path)) rmSync(getManifestPath(path), { force: true });
  try {
    return manifestSchema.parse(JSON.parse(readFileSync(getManifestPath(path), 'utf8')));
  } catch {
    return undefined;
  }
}

/** @throws AppFailure `store-damaged` if the file is older than noted, or its content differs */
export async function checkManifest(
  notedManifest: StoreManifest | undefined,
  commits: number,
  readCurrent: () => Promise<Figures>,
): Promise<void> {
  if (!notedManifest) return;
  if (commits < notedManifest.commits) fail({ code: 'store-damaged' });
  if (notedManifest.figures?.commits !== commits) return;
  const current = await readCurrent();
  const { records, waiting, removed, sums } = notedManifest.figures.held;
  const isSame = current.records === records && current.waiting === waiting && current.removed === removed;
  // A property that was added to or removed from the catalogue since then is not a loss of records.
  const isDifferent = Object.entries(sums).some(
    ([name, sum]) => Object.hasOwn(current.sums, name) && current.sums[name] !== sum,
  );
  if (!isSame || isDifferent) fail({ code: 'store-damaged' });
}

export function openManifest(path: string, notedManifest: StoreManifest | undefined, commits: number) {
  let manifest: StoreManifest = { version: 1, figures: notedManifest?.figures ?? null, commits };
  const file = openSync(getManifestPath(path), notedManifest ? 'r+' : 'w', 0o600);
  const write = (next: StoreManifest) => {
    manifest = next;
    try {
      writeSync(file, JSON.stringify(next).padEnd(BYTES), 0);
    } catch {
      // On a full disk the older manifest remains valid, but covers less.
    }
  };
  write(manifest);
  return {
    /** Notes the number of changes in the file. A failure here does not fail the change, because the manifest may lag. */
    noteCommit: (count: number) => write({ ...manifest, commits: count }),
    noteFigures: (count: number, figures: Figures) =>
      write({ ...manifest, commits: count, figures: { commits: count, held: figures } }),
    /** Returns the number of changes at which the figures were noted. */
    getFigureCommits: () => manifest.figures?.commits,
    close: () => closeSync(file),
  };
}

const summedProperties = declaredProperties.filter(isSummable);

/** Reads the figures in one pass over the whole file. */
export async function readFigures(connection: DuckDBConnection): Promise<Figures> {
  const sums = summedProperties.map((property) => `sum(${columnSql(property.name)})`).join(', ');
  const [row = []] = await readRows(
    connection,
    `SELECT count(*), (SELECT count(*) FROM waiting), (SELECT count(*) FROM removed), ${sums} FROM records`,
  );
  const [records, waiting, removed, ...values] = row;
  return {
    records: Number(records),
    waiting: Number(waiting),
    removed: Number(removed),
    sums: Object.fromEntries(summedProperties.map(({ name }, index) => [name, toText(values[index])])),
  };
}
