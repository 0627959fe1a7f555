/** Writes several parts into one file: a plain tar, so that common tools can open what was saved. */
import type { FileHandle } from 'node:fs/promises';
import { workspaceFileTexts as texts } from '#texts/hosts/workspace-file.ts';
import { refuse, refuseMany } from './fault.ts';
import { limits } from './limits.ts';

const BLOCK = 512;
/** Besides the parts: the manifest, its digest and its signature. */
const MOST_ENTRIES = limits.parts + 3;

export interface Entry {
  readonly name: string;
  /** Offset of its bytes in the file. */
  readonly at: number;
  readonly bytes: number;
}

/** Header of one entry. */
export function entryBytes(name: string, content: Uint8Array): Uint8Array[] {
  return [header(name, content.length), content, Buffer.alloc(countPadding(content.length))];
}

export const endOfArchive: Uint8Array = Buffer.alloc(2 * BLOCK);

/** Reads where each entry is, without its content. @throws FileFault for a file that is no archive, is cut, or has one name twice. */
export async function findEntries(file: FileHandle): Promise<ReadonlyMap<string, Entry>> {
  const found = new Map<string, Entry>();
  for (let at = 0; ;) {
    const block = await readExactly(file, at, BLOCK);
    at += BLOCK;
    if (block.every((byte) => byte === 0)) return found;
    const { name, bytes } = readHeader(block);
    if (found.has(name)) refuse(texts.twice(JSON.stringify(name)));
    if (found.size >= MOST_ENTRIES) refuseMany('parts', limits.parts);
    found.set(name, { name, at, bytes });
    at += bytes + countPadding(bytes);
  }
}

/** @throws FileFault where the file ends before that. */
export async function readExactly(file: FileHandle, at: number, bytes: number): Promise<Buffer> {
  const buffer = Buffer.alloc(bytes);
  for (let filled = 0; filled < bytes;) {
    const { bytesRead } = await file.read(buffer, filled, bytes - filled, at + filled);
    if (bytesRead === 0) refuse(texts.endsEarly);
    filled += bytesRead;
  }
  return buffer;
}

function countPadding(bytes: number): number {
  return (BLOCK - (bytes % BLOCK)) % BLOCK;
}

/** POSIX ustar, the fields that matter: name, mode, size, checksum, kind, magic. */
function header(name: string, bytes: number): Buffer {
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
  if (!isOurs || !/^[0-7]+$/.test(size)) refuse(texts.noArchive);
  return { name: field(0, 100), bytes: Number.parseInt(size, 8) };
}

/** The sum of the block's bytes, with its own field taken as spaces. */
function checksum(block: Buffer): number {
  return block.reduce((sum, byte, at) => sum + (at >= 148 && at < 156 ? 0x20 : byte), 0);
}
