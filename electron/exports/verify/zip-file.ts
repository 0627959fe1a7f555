/** Reads a zip file by its directory, from the disk and piece by piece, so that one of any size takes little memory. */
import { createReadStream, createWriteStream } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32, createInflateRaw } from 'node:zlib';
import { Unreadable } from './readers.ts';

const END_SIGN = 0x06054b50;
const END_BYTES = 22;
const ENTRY_SIGN = 0x02014b50;
const ENTRY_BYTES = 46;
const LOCAL_SIGN = 0x04034b50;
const LOCAL_BYTES = 30;
/** Of the comment at a zip's end. */
const MOST_COMMENT = 0xffff;
/** Stands where a number is too large for this form, which no pack needs. */
const TOO_LARGE = 0xffffffff;
const STORED = 0;
const DEFLATED = 8;
/** A small file can unpack to a thousand times its size. */
const MOST_BYTES = 16 * 1024 ** 3;

export interface ZipEntry {
  readonly name: string;
  readonly method: number;
  readonly packedBytes: number;
  readonly bytes: number;
  readonly crc: number;
  readonly at: number;
}

/** Every entry in the order of the directory. @throws Unreadable where the bytes are no whole zip. */
export async function listZip(path: string): Promise<ZipEntry[]> {
  const file = await open(path, 'r');
  try {
    const { count, start, length } = await readEnd(file);
    const entries = readEntries(await readBytes(file, start, length), count);
    if (entries.reduce((sum, { bytes }) => sum + bytes, 0) > MOST_BYTES) throw new Unreadable('too large');
    return entries;
  } finally {
    await file.close();
  }
}

/** Writes one entry to a file. @throws Unreadable where it is damaged */
export async function extractEntry(path: string, entry: ZipEntry, target: string): Promise<void> {
  const start = await findContent(path, entry);
  const output = createWriteStream(target, { flags: 'wx', mode: 0o600 });
  const source =
    entry.packedBytes === 0 ? Readable.from([]) : createReadStream(path, { start, end: start + entry.packedBytes - 1 });
  const limit = checkBytes(entry);
  try {
    if (entry.method === STORED) await pipeline(source, limit, output);
    else if (entry.method === DEFLATED) await pipeline(source, createInflateRaw(), limit, output);
    else throw new Unreadable(`method ${entry.method}`);
  } catch (error) {
    const isZlib = error instanceof Error && 'code' in error && String(error.code).startsWith('Z_');
    throw isZlib ? new Unreadable(error.message) : error;
  }
}

async function readEnd(file: FileHandle): Promise<{ count: number; start: number; length: number }> {
  const { size } = await file.stat();
  const length = Math.min(size, END_BYTES + MOST_COMMENT);
  const tail = await readBytes(file, size - length, length);
  for (let at = tail.length - END_BYTES; at >= 0; at -= 1) {
    if (tail.readUInt32LE(at) !== END_SIGN) continue;
    const end = {
      count: tail.readUInt16LE(at + 10),
      length: tail.readUInt32LE(at + 12),
      start: tail.readUInt32LE(at + 16),
    };
    if (end.start === TOO_LARGE || end.start + end.length > size) break;
    return end;
  }
  throw new Unreadable('its directory is missing');
}

function readEntries(directory: Buffer, count: number): ZipEntry[] {
  const entries: ZipEntry[] = [];
  let at = 0;
  while (entries.length < count) {
    if (at + ENTRY_BYTES > directory.length || directory.readUInt32LE(at) !== ENTRY_SIGN)
      throw new Unreadable('its directory is damaged');
    const nameLength = directory.readUInt16LE(at + 28);
    const rest = directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32);
    entries.push({
      name: directory.toString('utf8', at + ENTRY_BYTES, at + ENTRY_BYTES + nameLength),
      method: directory.readUInt16LE(at + 10),
      crc: directory.readUInt32LE(at + 16),
      packedBytes: directory.readUInt32LE(at + 20),
      bytes: directory.readUInt32LE(at + 24),
      at: directory.readUInt32LE(at + 42),
    });
    at += ENTRY_BYTES + nameLength + rest;
  }
  return entries;
}

async function findContent(path: string, { at }: ZipEntry): Promise<number> {
  const file = await open(path, 'r');
  try {
    const head = await readBytes(file, at, LOCAL_BYTES);
    if (head.readUInt32LE(0) !== LOCAL_SIGN) throw new Unreadable('an entry is damaged');
    return at + LOCAL_BYTES + head.readUInt16LE(26) + head.readUInt16LE(28);
  } finally {
    await file.close();
  }
}

async function readBytes(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
  if (bytesRead < length) throw new Unreadable('it ends too early');
  return buffer;
}

/** What unpacks to something else than its directory says is no entry that programs read alike. */
function checkBytes(entry: ZipEntry) {
  return async function* checked(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let bytes = 0;
    let crc = 0;
    for await (const piece of pieces) {
      bytes += piece.length;
      if (bytes > entry.bytes) throw new Unreadable('an entry is larger than it says');
      crc = crc32(piece, crc);
      yield piece;
    }
    if (bytes < entry.bytes || crc !== entry.crc) throw new Unreadable('an entry is not what it says');
  };
}
