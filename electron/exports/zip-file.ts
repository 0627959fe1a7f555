/** Reads a zip file by its directory, from the disk and piece by piece, so that a large one takes little memory. */
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { crc32 } from 'node:zlib';
import { getFileNameLowLevel, openPromise, type Entry, type ZipFile } from 'yauzl';
import { Unreadable } from './readers.ts';

const MEBIBYTE = 1024 ** 2;
/** The limits of all entries and of one: the same as for files outside a zip. */
const MAX_BYTES = 4096 * MEBIBYTE;
const MAX_ENTRY_BYTES = 2048 * MEBIBYTE;
/** A small file can unpack to a thousand times its size. The most repetitive of our files stay below a tenth of that. */
const MAX_RATIO = 200;
const RATIO_FROM_BYTES = MEBIBYTE;

export interface ZipEntry {
  readonly name: string;
  readonly bytes: number;
  /** Writes it to a new file. @throws Unreadable if it is damaged, or larger than any of ours */
  extract(target: string): Promise<void>;
}

/**
 * Opens the zip for as long as `read` runs.
 * @param read receives every entry in the order of the directory
 * @throws Unreadable if the bytes are not a complete zip
 */
export async function readZipFile<T>(path: string, read: (entries: readonly ZipEntry[]) => Promise<T>): Promise<T> {
  // Names are decoded here, so that an entry with an invalid name can be reported and the others read. Sizes are checked with the content.
  const options = { autoClose: false, decodeStrings: false, validateEntrySizes: false };
  const zip = await openPromise(path, options).catch(refuseDamaged);
  try {
    return await read(await listEntries(zip).catch(refuseDamaged));
  } finally {
    zip.close();
  }
}

async function listEntries(zip: ZipFile): Promise<ZipEntry[]> {
  const entries: ZipEntry[] = [];
  let bytes = 0;
  for await (const entry of zip.eachEntry()) {
    bytes += entry.uncompressedSize;
    if (bytes > MAX_BYTES) throw new Unreadable('too large');
    const { generalPurposeBitFlag, fileNameRaw, extraFields } = entry;
    entries.push({
      bytes: entry.uncompressedSize,
      name: getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, true),
      extract: (target) => extractEntry(zip, entry, target).catch(refuseDamaged),
    });
  }
  return entries;
}

async function extractEntry(zip: ZipFile, entry: Entry, target: string): Promise<void> {
  const { compressedSize, uncompressedSize } = entry;
  const isOvercompressed = uncompressedSize > RATIO_FROM_BYTES && uncompressedSize > compressedSize * MAX_RATIO;
  if (isOvercompressed || uncompressedSize > MAX_ENTRY_BYTES) throw new Unreadable('an entry unpacks to too much');
  const source = await zip.openReadStreamPromise(entry);
  await pipeline(source, checkBytes(entry), createWriteStream(target, { flags: 'wx', mode: 0o600 }));
}

/** Programs read an entry differently if its content does not match the directory. */
function checkBytes(entry: Entry) {
  return async function* checked(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let bytes = 0;
    let crc = 0;
    for await (const piece of pieces) {
      bytes += piece.length;
      if (bytes > entry.uncompressedSize) throw new Unreadable('an entry is larger than it says');
      crc = crc32(piece, crc);
      yield piece;
    }
    if (bytes < entry.uncompressedSize || crc !== entry.crc32) throw new Unreadable('an entry is not what it says');
  };
}

/** A refusal by the system, such as a full disk, is not the zip's fault. */
function refuseDamaged(error: unknown): never {
  if (!(error instanceof Error) || error instanceof Unreadable || 'syscall' in error) throw error;
  throw new Unreadable(error.message, { cause: error });
}
