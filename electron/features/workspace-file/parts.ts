/** Packs lines of JSON into parts of some megabytes, so that each fits into memory and none unpacks to more than allowed. */
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { constants, gunzip, gzip } from 'node:zlib';
import { z } from 'zod';
import { markCount } from '#domain/locale-forms.ts';
import { workspaceFileTexts as texts } from '#texts/hosts/workspace-file.ts';

const pack = promisify(gzip);
const unpack = promisify(gunzip);

const countSchema = z.number().int().nonnegative();

export const partSchema = z.strictObject({
  lines: countSchema.positive(),
  /** The packed size. */
  bytes: countSchema.positive(),
  /** The unpacked size. */
  textBytes: countSchema.positive(),
  /** The digest of the packed bytes, in hexadecimal. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});
export type Part = z.output<typeof partSchema>;

export interface PackedPart {
  readonly part: Part;
  readonly bytes: Uint8Array;
}

/** Groups lines into parts. @throws FileFault for a line that fits into no part. */
export async function* packLines(
  batches: AsyncIterable<readonly string[]> | Iterable<readonly string[]>,
): AsyncGenerator<PackedPart> {
  let lines: string[] = [];
  let size = 0;
  for await (const batch of batches) {
    for (const line of batch) {
      if (size > 0 && size + line.length >= PART_TARGET_BYTES) {
        yield await packPart(lines);
        lines = [];
        size = 0;
      }
      lines.push(line);
      size += line.length + 1;
    }
  }
  if (lines.length > 0) yield await packPart(lines);
}

async function packPart(lines: readonly string[]): Promise<PackedPart> {
  const text = Buffer.from(`${lines.join('\n')}\n`, 'utf8');
  if (text.length > limits.partBytes) refuse(texts.partTooLarge('records', limits.partBytes));
  const packed = await pack(text, { level: constants.Z_BEST_SPEED });
  // Text that repeats itself this often would be refused as an attack, so it is stored uncompressed.
  const bytes =
    text.length > packed.length * limits.ratio ? await pack(text, { level: constants.Z_NO_COMPRESSION }) : packed;
  return {
    part: { lines: lines.length, bytes: bytes.length, textBytes: text.length, sha256: digestBytes(bytes) },
    bytes,
  };
}

/** @returns the part's lines. @throws FileFault for a part that differs from its description in the manifest. */
export async function unpackPart(name: string, part: Part, bytes: Uint8Array): Promise<readonly string[]> {
  if (part.textBytes > limits.partBytes) refuse(texts.partTooLarge(name, limits.partBytes));
  if (part.textBytes > part.bytes * limits.ratio) refuse(texts.tooDense(name, markCount(limits.ratio)));
  if (bytes.length !== part.bytes || digestBytes(bytes) !== part.sha256) refuse(texts.changed(name));
  const text = await unpackText(name, part, bytes);
  if (!text.endsWith('\n')) refuse(texts.changed(name));
  const lines = text.slice(0, -1).split('\n');
  if (lines.length !== part.lines) refuse(texts.changed(name));
  return lines;
}

async function unpackText(name: string, part: Part, bytes: Uint8Array): Promise<string> {
  try {
    const text = await unpack(bytes, { maxOutputLength: part.textBytes });
    if (text.length === part.textBytes) return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(text);
  } catch {
    // More text than declared, no packed text at all, or invalid UTF-8: in each case it is not what was saved.
  }
  return refuse(texts.changed(name));
}

export function digestBytes(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

const KIB = 1024;
const MIB = 1024 * KIB;
const GIB = 1024 * MIB;

/** Limits the size of a saved workspace, for saving and loading alike, so that every saved file can be loaded. */
export const limits = {
  fileBytes: 8 * GIB,
  /** The bytes of one part's unpacked text, all of which is in memory at once. */
  partBytes: 32 * MIB,
  /** How many times longer than its packed form a part's text may be. */
  ratio: 200,
  parts: 50_000,
  manifestBytes: 16 * MIB,
  /** Records, including those of an incomplete refresh. */
  records: 5_000_000,
  /**
   * The characters of one value. A value kept as received is a text within a text: more than twice as long as the longest answer (3 MiB).
   */
  textCharacters: 8 * MIB,
  /** Names, reports, exports, marks and ids to remove. */
  entries: 1_000_000,
  reports: 1_000,
  exports: 1_000,
  stateCharacters: 4 * MIB,
} as const;

/** A part is closed when it holds this much text. */
const PART_TARGET_BYTES = 4 * MIB;

/** Explains why a file is not loaded, as the end of a sentence from src/texts. */
export class FileFault extends Error {}

export function refuse(why: string): never {
  throw new FileFault(why);
}

/** @param what names the entries of which there are too many */
export function refuseMany(what: string, max: number): never {
  refuse(texts.tooMany(what, markCount(max)));
}
