/** Reads a zip by its directory, without the program's own code and without a package; writes zips as other programs may. */
import { createWriteStream, readFileSync, writeFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { inflateRawSync } from 'node:zlib';
import { ZipFile } from 'yazl';

const END = 0x06054b50;
const ENTRY = 0x02014b50;
const ENTRY_BYTES = 46;
export const ZIP64_END = 0x06064b50;
const ZIP64_END_BYTES = 56;

export interface ZipPart {
  readonly name: string;
  readonly content: Buffer;
}

/** Every part in the order of the directory. @throws where the bytes are no whole zip */
export function readZip(bytes: Buffer): ZipPart[] {
  let end = bytes.length - 22;
  while (end >= 0 && bytes.readUInt32LE(end) !== END) end -= 1;
  if (end < 0) throw new Error('No zip: its directory is missing.');
  const count = bytes.readUInt16LE(end + 10);
  let at = bytes.readUInt32LE(end + 16);
  return Array.from({ length: count }, () => {
    if (bytes.readUInt32LE(at) !== ENTRY) throw new Error('No zip: its directory is damaged.');
    const method = bytes.readUInt16LE(at + 10);
    const size = bytes.readUInt32LE(at + 20);
    const [nameLength, extra, comment] = [28, 30, 32].map((place) => bytes.readUInt16LE(at + place));
    const local = bytes.readUInt32LE(at + 42);
    const name = bytes.toString('utf8', at + 46, at + 46 + (nameLength ?? 0));
    const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
    const packed = bytes.subarray(start, start + size);
    at += 46 + (nameLength ?? 0) + (extra ?? 0) + (comment ?? 0);
    return { name, content: method === 0 ? packed : inflateRawSync(packed) };
  });
}

export interface ZipForm {
  /** Zip64 records where none are needed. */
  readonly isZip64?: boolean;
  /** Sizes and checksum stand behind each content, in a data descriptor. */
  readonly isStreamed?: boolean;
}

export async function writeZipFile(
  path: string,
  files: Iterable<readonly [name: string, content: Buffer]>,
  { isZip64 = false, isStreamed = false }: ZipForm = {},
): Promise<void> {
  const zip = new ZipFile();
  const options = { forceZip64Format: isZip64, mtime: new Date('2026-10-01T00:00:00Z') };
  for (const [name, content] of files) {
    if (isStreamed) zip.addReadStreamLazy(name, options, (give) => give(null, Readable.from([content])));
    else zip.addBuffer(content, name, options);
  }
  zip.end({ forceZip64Format: isZip64, comment: '' });
  await pipeline(zip.outputStream, createWriteStream(path));
}

/** A Zip64 file of so many empty entries, `000000.csv` and on: one entry's line of the directory, over and over. */
export async function writeManyEntries(path: string, count: number): Promise<void> {
  await writeZipFile(path, [['000000.csv', Buffer.alloc(0)]], { isZip64: true });
  const one = readFileSync(path);
  const start = one.indexOf(signOf(ENTRY));
  const end = one.indexOf(signOf(ZIP64_END));
  const directory = Buffer.alloc((end - start) * count, one.subarray(start, end));
  for (let at = 0; at < count; at += 1)
    directory.write(String(at).padStart(6, '0'), at * (end - start) + ENTRY_BYTES, 'latin1');
  const tail = Buffer.from(one.subarray(end));
  for (const place of [24, 32]) tail.writeBigUInt64LE(BigInt(count), place);
  tail.writeBigUInt64LE(BigInt(directory.length), 40);
  // Behind it stands the place of that record itself.
  tail.writeBigUInt64LE(BigInt(start + directory.length), ZIP64_END_BYTES + 8);
  writeFileSync(path, Buffer.concat([one.subarray(0, start), directory, tail]));
}

export function signOf(sign: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(sign);
  return bytes;
}
