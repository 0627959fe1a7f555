/** Reads and writes archives of multiple parts: plain tar files, so that common tools can open what was saved. */
import type { FileHandle } from 'node:fs/promises';
import { workspaceFileTexts as texts } from '#texts/hosts/workspace-file.ts';
import { limits, refuse, refuseMany } from './parts.ts';

const BLOCK = 512;
/** The parts, and besides them the manifest, its digest and its signature. */
const MAX_ENTRIES = limits.parts + 3;

export interface Entry {
  readonly name: string;
  readonly offset: number;
  readonly bytes: number;
}

/** Returns the header, content and padding of one entry. */
export function createEntry(name: string, content: Uint8Array): Uint8Array[] {
  return [createHeader(name, content.length), content, Buffer.alloc(countPadding(content.length))];
}

export const endOfArchive: Uint8Array = Buffer.alloc(2 * BLOCK);
/** The limit of zero bytes with which programs pad an archive. */
const MAX_END = 20 * BLOCK;

/**
 * Finds where each entry is, without reading its content.
 * @throws FileFault for a file that is not an archive, is cut or followed by more, or has one name twice.
 */
export async function findEntries(file: FileHandle): Promise<ReadonlyMap<string, Entry>> {
  const entries = new Map<string, Entry>();
  for (let offset = 0; ;) {
    const block = await readExactly(file, offset, BLOCK);
    offset += BLOCK;
    if (block.every((byte) => byte === 0)) {
      const remaining = (await file.stat()).size - offset;
      if (remaining > MAX_END || (await readExactly(file, offset, remaining)).some((byte) => byte !== 0))
        refuse(texts.followed);
      return entries;
    }
    const { name, bytes } = readHeader(block);
    if (entries.has(name)) refuse(texts.twice(JSON.stringify(name)));
    if (entries.size >= MAX_ENTRIES) refuseMany('parts', limits.parts);
    entries.set(name, { name, offset, bytes });
    offset += bytes + countPadding(bytes);
  }
}

/** @throws FileFault if the file ends earlier. */
export async function readExactly(file: FileHandle, start: number, bytes: number): Promise<Buffer> {
  const buffer = Buffer.alloc(bytes);
  for (let filled = 0; filled < bytes;) {
    const { bytesRead } = await file.read(buffer, filled, bytes - filled, start + filled);
    if (bytesRead === 0) refuse(texts.endsEarly);
    filled += bytesRead;
  }
  return buffer;
}

function countPadding(bytes: number): number {
  return (BLOCK - (bytes % BLOCK)) % BLOCK;
}

/** Writes a POSIX ustar header with the fields that matter: name, mode, size, checksum, kind, magic. */
function createHeader(name: string, bytes: number): Buffer {
  const block = Buffer.alloc(BLOCK);
  const writeOctal = (value: number, index: number, length: number) =>
    block.write(`${value.toString(8).padStart(length - 1, '0')}\0`, index, 'latin1');
  block.write(name, 0, 100, 'utf8');
  writeOctal(0o600, 100, 8);
  writeOctal(0, 108, 8);
  writeOctal(0, 116, 8);
  writeOctal(bytes, 124, 12);
  writeOctal(0, 136, 12);
  block.write('0', 156, 'latin1');
  block.write('ustar\u000000', 257, 'latin1');
  block.write(`${computeChecksum(block).toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  return block;
}

function readHeader(block: Buffer): { name: string; bytes: number } {
  const readField = (offset: number, length: number) =>
    block.toString('utf8', offset, offset + length).replace(/[\0 ]+$/, '');
  const size = readField(124, 12);
  const isOurs = readField(257, 5) === 'ustar' && Number.parseInt(readField(148, 8), 8) === computeChecksum(block);
  if (!isOurs || !/^[0-7]+$/.test(size)) refuse(texts.noArchive);
  return { name: readField(0, 100), bytes: Number.parseInt(size, 8) };
}

/** Sums the block's bytes, with the checksum field taken as spaces. */
function computeChecksum(block: Buffer): number {
  return block.reduce((sum, byte, index) => sum + (index >= 148 && index < 156 ? 0x20 : byte), 0);
}
