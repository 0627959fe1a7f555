/** Reads a zip by its directory, without the program's own code and without a package. */
import { inflateRawSync } from 'node:zlib';

const END = 0x06054b50;
const ENTRY = 0x02014b50;

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
