/** Reads a capsule and checks its seal over every byte of the file, the ones a browser takes for the same included. */
import { createHash } from 'node:crypto';
import { open, readFile, stat } from 'node:fs/promises';
import { z } from 'zod';
import { sealedManifestSchema } from '../../../src/contract/exports.ts';
import { MOST_CELLS, MOST_LETTERS, splitSeal } from '../../../src/domain/exports/capsule.ts';
import { DOCTYPE, findFrame, sealedFrame } from '../formats/capsule/frame.ts';

export type SealedManifest = z.output<typeof sealedManifestSchema>;

const dataSchema = z.object({
  lines: z.array(z.array(z.string().nullable())),
  manifest: sealedManifestSchema,
});

export interface CapsuleFile {
  /** Whether every byte is the one that was sealed. */
  readonly isSealed: boolean;
  /** Undefined: not to be read any more. */
  readonly data: z.output<typeof dataSchema> | undefined;
}

/** The page around the data, its script and style, is a small part of this. */
const MOST_BYTES = MOST_LETTERS + 16 * 1024 ** 2;

export async function readCapsule(path: string): Promise<CapsuleFile> {
  if ((await stat(path)).size > MOST_BYTES || !(await isPage(path))) return { isSealed: false, data: undefined };
  // Byte by byte: a letter that is not ASCII must not become another one.
  const text = await readFile(path, 'latin1');
  const frame = findFrame(text);
  if (!frame) return { isSealed: false, data: undefined };
  const end = text.endsWith(frame.after) ? text.length - frame.after.length : text.length;
  const held = text.slice(frame.before.length, end);
  const split = splitSeal(held);
  const hash = createHash('sha256').update(sealedFrame(frame), 'latin1');
  const isSealed = end < text.length && split?.seal === hash.update(split?.body ?? '', 'latin1').digest('hex');
  return { isSealed, data: parseData(held) };
}

/** Anything else of this size is not read at all. */
async function isPage(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer } = await file.read(Buffer.alloc(DOCTYPE.length), 0, DOCTYPE.length, 0);
    return buffer.toString('latin1') === DOCTYPE;
  } finally {
    await file.close();
  }
}

function parseData(text: string): CapsuleFile['data'] {
  if (!isWithinCells(text)) return undefined;
  try {
    return dataSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** Each value takes many times its letters in memory: more of them than a capsule has cells are not read. */
function isWithinCells(text: string): boolean {
  let values = 0;
  for (let at = 0; at < text.length && values <= MOST_CELLS * 2; at += 1) {
    const letter = text[at];
    if (letter === ',' || letter === '[' || letter === '{') values += 1;
  }
  return values <= MOST_CELLS * 2;
}
