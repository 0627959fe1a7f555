/** One file that holds several: a plain tar, so that anyone's tools can look into what was saved. */
import { createHash, randomUUID } from 'node:crypto';
import { open, rename, rm, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';

const BLOCK = 512;
const PIECE = 1 << 20;
/** Of the format's eleven octal digits. */
const LARGEST = 8 ** 11 - 1;

/** The file is no archive of this kind, or not whole. */
export class ArchiveFault extends Error {}

export interface Entry {
  readonly name: string;
  /** What it holds: bytes, or the path of a file to copy. */
  readonly content: Uint8Array | string;
}

/** Appears under its name only when it is whole. @throws whatever the file system says; nothing is left behind then. */
export async function writeArchive(path: string, entries: readonly Entry[]): Promise<void> {
  const part = `${path}.${randomUUID()}.part`;
  try {
    const archive = await open(part, 'wx', 0o600);
    try {
      for (const entry of entries) await append(archive, entry);
      await archive.writeFile(Buffer.alloc(2 * BLOCK));
      await archive.sync();
    } finally {
      await archive.close();
    }
    await rename(part, path);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}

async function append(archive: FileHandle, { name, content }: Entry): Promise<void> {
  if (typeof content !== 'string') {
    await archive.writeFile(header(name, content.length));
    await archive.writeFile(content);
    await archive.writeFile(Buffer.alloc(paddingOf(content.length)));
    return;
  }
  const file = await open(content, 'r');
  try {
    const { size } = await file.stat();
    await archive.writeFile(header(name, size));
    await copy(file, size, (piece) => archive.writeFile(piece));
    await archive.writeFile(Buffer.alloc(paddingOf(size)));
  } finally {
    await file.close();
  }
}

/**
 * Unpacks exactly the named files into a folder, in whatever order they come.
 * @returns their sizes and sha256 (hex) by name.
 * @throws ArchiveFault for anything missing, foreign, doubled or cut.
 */
export async function readArchive(
  path: string,
  folder: string,
  names: readonly string[],
): Promise<ReadonlyMap<string, { readonly bytes: number; readonly sha256: string }>> {
  const found = new Map<string, { bytes: number; sha256: string }>();
  const archive = await open(path, 'r');
  try {
    for (;;) {
      const block = await exactly(archive, BLOCK);
      if (block.every((byte) => byte === 0)) break;
      const { name, bytes } = readHeader(block);
      // A name is one of ours and nothing else: no path leads out of the folder.
      if (!names.includes(name) || found.has(name)) throw new ArchiveFault(`Unexpected "${name}"`);
      found.set(name, { bytes, sha256: await unpack(archive, bytes, join(folder, name)) });
      await exactly(archive, paddingOf(bytes));
    }
  } finally {
    await archive.close();
  }
  const missing = names.find((name) => !found.has(name));
  if (missing !== undefined) throw new ArchiveFault(`"${missing}" is missing`);
  return found;
}

async function unpack(archive: FileHandle, bytes: number, path: string): Promise<string> {
  const hash = createHash('sha256');
  const file = await open(path, 'wx', 0o600);
  try {
    await copy(archive, bytes, async (piece) => {
      hash.update(piece);
      await file.writeFile(piece);
    });
    await file.sync();
  } finally {
    await file.close();
  }
  return hash.digest('hex');
}

async function copy(from: FileHandle, bytes: number, to: (piece: Uint8Array) => Promise<void>): Promise<void> {
  for (let left = bytes; left > 0;) {
    const piece = await exactly(from, Math.min(left, PIECE));
    await to(piece);
    left -= piece.length;
  }
}

async function exactly(file: FileHandle, bytes: number): Promise<Buffer> {
  const buffer = Buffer.alloc(bytes);
  for (let filled = 0; filled < bytes;) {
    const { bytesRead } = await file.read(buffer, filled, bytes - filled);
    if (bytesRead === 0) throw new ArchiveFault('It ends too early');
    filled += bytesRead;
  }
  return buffer;
}

function paddingOf(bytes: number): number {
  return (BLOCK - (bytes % BLOCK)) % BLOCK;
}

/** POSIX ustar, the fields that matter: name, mode, size, checksum, kind, magic. */
function header(name: string, bytes: number): Buffer {
  if (bytes > LARGEST) throw new RangeError(`${name} is too large for an archive`);
  const block = Buffer.alloc(BLOCK);
  const octal = (value: number, at: number, length: number) =>
    block.write(`${value.toString(8).padStart(length - 1, '0')}\0`, at, 'latin1');
  block.write(name, 0, 100, 'utf8');
  octal(0o600, 100, 8);
  octal(0, 108, 8);
  octal(0, 116, 8);
  octal(bytes, 124, 12);
  octal(0, 136, 12);
  block.write('0', 156, 'latin1');
  block.write('ustar\u000000', 257, 'latin1');
  block.write(`${checksum(block).toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  return block;
}

function readHeader(block: Buffer): { name: string; bytes: number } {
  const field = (at: number, length: number) => block.toString('utf8', at, at + length).replace(/[\0 ]+$/, '');
  const size = field(124, 12);
  const isOurs = field(257, 5) === 'ustar' && Number.parseInt(field(148, 8), 8) === checksum(block);
  if (!isOurs || !/^[0-7]+$/.test(size)) throw new ArchiveFault('It is no archive');
  return { name: field(0, 100), bytes: Number.parseInt(size, 8) };
}

/** The sum of the block's bytes, its own place taken as spaces. */
function checksum(block: Buffer): number {
  return block.reduce((sum, byte, at) => sum + (at >= 148 && at < 156 ? 0x20 : byte), 0);
}
