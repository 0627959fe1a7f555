/** Checks whether an exported file is in its place: by its hash, also within a zip file, or as a folder of months. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import type { PartitionFile } from '#contract/exports.ts';

/** Begins with an underscore, because programs that read a folder split by month ignore such names. */
export const MONTHS_MANIFEST = '_manifest.json';

export async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

/** One hash for all files: the hash of what `sha256sum` prints for them, in their order. */
export function hashList(partitions: readonly Pick<PartitionFile, 'file' | 'sha256'>[]): string {
  const list = partitions.map(({ file, sha256 }) => `${sha256}  ${file}\n`).join('');
  return createHash('sha256').update(list).digest('hex');
}

/**
 * @param path a file, a folder of months, or an entry as if its zip file were a folder
 * @returns undefined if that cannot be determined now
 */
export async function isPlaced(path: string, sha256: string): Promise<boolean | undefined> {
  try {
    const isFolder = (await stat(path)).isDirectory();
    return (isFolder ? await hashMonths(path) : await hashFile(path)) === sha256;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code !== 'ENOENT' && code !== 'ENOTDIR') return undefined;
    const zip = dirname(path);
    const parent = await stat(zip).catch(() => undefined);
    if (parent?.isFile()) return isInZip(zip, basename(path), sha256);
    // Without the folder the answer is unknown: the drive may be disconnected.
    const folder = parent ?? (zip.endsWith('.zip') ? await stat(dirname(zip)).catch(() => undefined) : undefined);
    return folder && false;
  }
}

const monthsSchema = z.object({
  partitions: z.array(z.object({ file: z.string().regex(/^month=[^/\\]+\/part\.parquet$/) })),
});

/** @returns undefined for other folders */
async function hashMonths(folder: string): Promise<string | undefined> {
  const manifest: unknown = JSON.parse(await readFile(join(folder, MONTHS_MANIFEST), 'utf8'));
  const read = monthsSchema.safeParse(manifest);
  if (!read.success) return undefined;
  const files: Pick<PartitionFile, 'file' | 'sha256'>[] = [];
  for (const { file } of read.data.partitions) files.push({ file, sha256: await hashFile(join(folder, file)) });
  return hashList(files);
}

async function isInZip(zip: string, name: string, sha256: string): Promise<boolean | undefined> {
  // The reader of zip files takes time to load, and is needed only after a crash.
  const { readZipFile } = await import('./zip-file.ts');
  const scratch = await mkdtemp(join(tmpdir(), 'timelog-'));
  try {
    return await readZipFile(zip, async (entries) => {
      const entry = entries.find((candidate) => candidate.name === name);
      const copy = join(scratch, 'entry');
      await entry?.extract(copy);
      return entry !== undefined && (await hashFile(copy)) === sha256;
    });
  } catch {
    return undefined;
  } finally {
    await rm(scratch, { recursive: true });
  }
}
