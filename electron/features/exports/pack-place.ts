/** Puts a pack in its place, as a zip file or as a folder: all of it or nothing, and never among the files of an earlier one. */
import { createReadStream } from 'node:fs';
import { readdir, readFile, rename } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { ZipFile } from 'yazl';
import { AppFailure, fail } from '#contract/errors.ts';
import { manifestSchema, packIndexSchema } from '#contract/exports.ts';
import { exportDocumentTexts as texts } from '#texts/export-document.ts';
import { asFailure, syncDirectory, type AtomicFile } from '#electron/exports/atomic-file.ts';
import { sidecarSuffixes } from '#electron/exports/document.ts';
import { MONTHS_MANIFEST } from '#electron/exports/placed-file.ts';
import { claimName, nameAside, removeAside } from '#electron/exports/leftovers.ts';
import { parseJson } from '#electron/exports/readers.ts';
import type { Destination } from '#electron/host/host.ts';
import { MANIFEST_SUFFIX, SIGNATURE_SUFFIX } from './write.ts';

export const INDEX = 'index.json';
export const INDEX_TABLE = 'index.csv';

/** The suffixes of the files that may accompany a file of a pack. */
export const packSuffixes = [MANIFEST_SUFFIX, MANIFEST_SUFFIX + SIGNATURE_SUFFIX, ...sidecarSuffixes] as const;

/** The date of every entry: a pack of the same records has the same bytes. */
const ENTRY_TIME = new Date('2000-01-01T00:00:00Z');

/** @param folder has the pack's files and nothing else; the index comes first, for programs that read the zip as a stream. */
export async function writeZip(folder: string, file: AtomicFile, signal: AbortSignal): Promise<void> {
  const zip = new ZipFile();
  const entry = { mtime: ENTRY_TIME, mode: 0o100644, forceDosTimestamp: true };
  const names = (await readdir(folder)).toSorted();
  const first = [INDEX, INDEX_TABLE].filter((name) => names.includes(name));
  for (const name of [...first, ...names.filter((other) => !first.includes(other))]) {
    zip.addReadStreamLazy(name, entry, (callback) => callback(null, createReadStream(join(folder, name))));
  }
  zip.end();
  try {
    for await (const chunk of zip.outputStream) {
      if (signal.aborted) fail({ code: 'cancelled' });
      await file.write(toBytes(chunk));
    }
  } catch (cause) {
    throw cause instanceof AppFailure ? cause : new AppFailure({ code: 'write-failed', detail: folder }, { cause });
  }
}

function toBytes(chunk: unknown): Uint8Array {
  if (chunk instanceof Uint8Array) return chunk;
  throw new TypeError('A zip file is bytes');
}

/**
 * Gives the finished folder its name. An existing folder is replaced completely, and only if it holds an earlier pack and nothing else.
 * @throws AppFailure `file-exists`, `write-failed`; `usage` if other files are in it
 */
export async function placeFolder(staged: string, { path, replaces = true }: Destination): Promise<void> {
  await refuseFolder({ path, replaces });
  const claim = claimName();
  const asidePath = nameAside(path, claim);
  try {
    const existed = await moveAside(path, asidePath);
    try {
      await rename(staged, path);
    } catch (error) {
      if (existed) await rename(asidePath, path);
      throw error;
    }
    await syncDirectory(dirname(path));
    if (existed) await removeAside(asidePath);
  } catch (error) {
    throw asFailure(error, path);
  } finally {
    claim.release();
  }
}

/** @returns whether anything was there. */
async function moveAside(path: string, asidePath: string): Promise<boolean> {
  try {
    await rename(path, asidePath);
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

/** Refuses a folder that a pack may not replace; also called before the pack is written. @throws AppFailure as `placeFolder` */
export async function refuseFolder({ path, replaces = true }: Destination): Promise<void> {
  const names = await readdir(path).catch((error: unknown) => {
    if (isMissing(error)) return [];
    return fail({ code: 'write-failed', detail: path }, error);
  });
  if (names.length === 0) return;
  if (!replaces) fail({ code: 'file-exists', detail: path });
  const ownNames = await listOwn(path);
  // Inner folders are read only if they may belong to the pack.
  const allNames = ownNames.size > 0 ? await readdir(path, { recursive: true }) : names;
  const [foreign] = allNames
    .map((name) => name.replaceAll(sep, '/'))
    .filter((name) => !ownNames.has(name))
    .toSorted();
  if (foreign !== undefined) fail({ code: 'usage', detail: texts.pack.foreign(path, foreign) });
}

/** Lists every name, folders included, that a pack's index or the manifest of months accounts for. */
async function listOwn(folder: string): Promise<ReadonlySet<string>> {
  const read = async (name: string) => parseJson(await readFile(join(folder, name), 'utf8').catch(() => ''));
  const index = packIndexSchema.safeParse(await read(INDEX));
  if (index.success) return new Set(listPackNames(index.data.files.map(({ file }) => file)));
  const { partitions } = manifestSchema.safeParse(await read(MONTHS_MANIFEST)).data ?? {};
  if (!partitions) return new Set();
  const files = partitions.flatMap(({ file }) => [file, dirname(file)]);
  return new Set([MONTHS_MANIFEST, MONTHS_MANIFEST + SIGNATURE_SUFFIX, ...files]);
}

/** @param files the pack's files without those beside them */
export function listPackNames(files: readonly string[]): string[] {
  return [
    INDEX,
    INDEX + SIGNATURE_SUFFIX,
    INDEX_TABLE,
    ...files.flatMap((file) => ['', ...packSuffixes].map((suffix) => file + suffix)),
  ];
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
