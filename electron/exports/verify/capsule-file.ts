/**
 * Reads capsules, pages of earlier versions that hold their lines and a hash of themselves. Any program can hash a changed one anew: that its
 * parts agree is no proof.
 */
import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { z } from 'zod';
import { sealedManifestSchema } from '#contract/exports.ts';

export type SealedManifest = z.output<typeof sealedManifestSchema>;

type Cells = readonly (string | null)[];

/** Ends at the first wrong cell: a hostile file may have millions of them. */
const areLines = (value: unknown) =>
  Array.isArray(value) &&
  value.every(
    (line) => Array.isArray(line) && line.every((cell: unknown) => cell === null || typeof cell === 'string'),
  );
const capsuleSchema = z.object({
  capsule: z.literal(1),
  lines: z.custom<readonly Cells[]>(areLines),
  manifest: sealedManifestSchema,
});

export interface Capsule extends Pick<z.output<typeof capsuleSchema>, 'lines' | 'manifest'> {
  readonly partsAgree: boolean;
}

/** Larger ones take too much memory; their manifest's hash tells all that can be told. */
export const MOST_CAPSULE_BYTES = 32 * 1024 ** 2;
const DOCTYPE = '<!doctype html>';
const BODY = '<body bgcolor="#b3261e" text="#ffffff">';
const HOLDER = '<script type="application/json">';
const SEAL = /,"seal":"([0-9a-f]{64})"\}<\/script>$/;
const TAIL_LENGTH = 84;

/** @returns undefined where the file is no capsule, or is too large */
export async function readCapsule(path: string): Promise<Capsule | undefined> {
  if ((await stat(path)).size > MOST_CAPSULE_BYTES) return undefined;
  // Byte by byte: a letter that is not ASCII must not become another one.
  const text = await readFile(path, 'latin1');
  const start = text.indexOf(HOLDER) + HOLDER.length;
  const tail = text.slice(-TAIL_LENGTH);
  const [, seal] = SEAL.exec(tail) ?? [];
  if (!text.startsWith(DOCTYPE) || start < HOLDER.length || seal === undefined) return undefined;
  const frame = text.slice(DOCTYPE.length, start).replace(BODY, `</head>${BODY}`);
  const data = text.slice(start, -TAIL_LENGTH);
  const hash = createHash('sha256').update(`${frame}</script></body></html>`, 'latin1').update(data, 'latin1');
  const read = capsuleSchema.safeParse(parseJson(`${data}}`));
  return read.success ? { ...read.data, partsAgree: hash.digest('hex') === seal } : undefined;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
