/** Takes a saved workspace apart and reassembles it, as a forger would: all digests fit. */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { gunzipSync, gzipSync } from 'node:zlib';

export interface OpenedFile {
  /** Entries by name, unpacked where they are packed; in the archive's order. */
  readonly texts: Map<string, string>;
  readonly manifest: Record<string, unknown>;
}

const BLOCK = 512;
type Part = { lines: number; bytes: number; textBytes: number; sha256: string };

export const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex');

export function readTar(bytes: Buffer): Map<string, Buffer> {
  const found = new Map<string, Buffer>();
  for (let at = 0; at + BLOCK <= bytes.length && bytes[at] !== 0;) {
    const name = bytes.toString('utf8', at, at + 100).replace(/\0.*$/s, '');
    const size = Number.parseInt(bytes.toString('latin1', at + 124, at + 135), 8);
    at += BLOCK;
    found.set(name, bytes.subarray(at, at + size));
    at += Math.ceil(size / BLOCK) * BLOCK;
  }
  return found;
}

export function writeTar(entries: Iterable<readonly [string, Uint8Array]>): Buffer {
  const pieces: Uint8Array[] = [];
  for (const [name, content] of entries) {
    pieces.push(tarHeader(name, content.length), content, Buffer.alloc((BLOCK - (content.length % BLOCK)) % BLOCK));
  }
  return Buffer.concat([...pieces, Buffer.alloc(2 * BLOCK)]);
}

export function tarHeader(name: string, size: number): Buffer {
  const block = Buffer.alloc(BLOCK);
  block.write(name, 0, 100);
  block.write('0000600\0', 100);
  block.write('0000000\0', 108);
  block.write('0000000\0', 116);
  block.write(`${size.toString(8).padStart(11, '0')}\0`, 124);
  block.write('00000000000\0', 136);
  block.fill(' ', 148, 156);
  block.write('0', 156);
  block.write('ustar\u000000', 257);
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return block;
}

export function openWorkspaceFile(bytes: Buffer): OpenedFile {
  const entries = [...readTar(bytes)];
  const texts = new Map(
    entries
      .filter(([name]) => name.endsWith('.gz'))
      .map(([name, content]) => [name, gunzipSync(content).toString('utf8')]),
  );
  const manifest = JSON.parse(new Map(entries).get('manifest.json')!.toString('utf8')) as Record<string, unknown>;
  return { texts, manifest };
}

/** Parts are recognised by their texts. */
export function closeWorkspaceFile(
  { texts, manifest }: OpenedFile,
  more: readonly (readonly [string, Uint8Array])[] = [],
): Buffer {
  const packed = [...texts].map(([name, text]) => [name, pack(text)] as const);
  const parts: Record<string, Part[]> = {
    records: [],
    waiting: [],
    workspace: [],
    changes: [],
    sent: [],
    closings: [],
  };
  for (const [name, content] of packed) {
    const text = texts.get(name)!;
    parts[name.split('-')[0]!]?.push({
      lines: text.split('\n').length - 1,
      bytes: content.length,
      textBytes: Buffer.byteLength(text),
      sha256: sha256(content),
    });
  }
  return sealed(packed, { ...manifest, parts }, more);
}

/** As the app packs it: text that repeats itself too often is stored uncompressed. */
function pack(text: string): Buffer {
  const dense = gzipSync(text);
  return Buffer.byteLength(text) > dense.length * 200 ? gzipSync(text, { level: 0 }) : dense;
}

/** Entries with this manifest and its digest. */
export function sealed(
  entries: readonly (readonly [string, Uint8Array])[],
  manifest: unknown,
  more: readonly (readonly [string, Uint8Array])[] = [],
): Buffer {
  const text = Buffer.from(JSON.stringify(manifest));
  return writeTar([
    ...entries,
    ...more,
    ['manifest.json', text],
    ['manifest.json.sha256', Buffer.from(`${sha256(text)}  manifest.json\n`)],
  ]);
}

export function rewriteWorkspaceFile(path: string, change: (file: OpenedFile) => void): void {
  const file = openWorkspaceFile(readFileSync(path));
  change(file);
  writeFileSync(path, closeWorkspaceFile(file));
}

const UNIT = 100_000_000n;

/**
 * Adds one to an amount of the record of a line, and lets sums and digests agree. @param updatedAt epoch milliseconds: a record that claims to
 * be newer than the service's own.
 */
export function forgeAmount({ texts, manifest }: OpenedFile, line: number, updatedAt?: number): string {
  const columns = manifest['columns'] as string[];
  const name = 'a552213_billable_amount';
  const [part = '', text = ''] = [...texts].find(([each]) => each.startsWith('records-')) ?? [];
  const lines = text.trimEnd().split('\n');
  const cells = JSON.parse(lines[line]!) as unknown[];
  const { sums } = manifest['figures'] as { sums: Record<string, string | null> };
  const add = (value: unknown) => {
    const [whole = '0', digits = ''] = (typeof value === 'string' ? value : '0').split('.');
    const units = BigInt(whole.replace('-', '')) * UNIT + BigInt(digits.padEnd(8, '0'));
    const sum = (whole.startsWith('-') ? -units : units) + UNIT;
    const size = sum < 0n ? -sum : sum;
    return `${sum < 0n ? '-' : ''}${size / UNIT}.${String(size % UNIT).padStart(8, '0')}`;
  };
  const at = columns.indexOf(name);
  cells[at] = add(cells[at]);
  sums[name] = add(sums[name]).replace(/\.?0+$/, '');
  if (updatedAt !== undefined) cells[2] = updatedAt;
  lines[line] = JSON.stringify(cells);
  texts.set(part, `${lines.join('\n')}\n`);
  return String(cells[0]);
}
