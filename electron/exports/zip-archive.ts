/** Writes a zip while its parts are made, without times, so that the same parts give the same bytes. */
import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import type { AtomicFile } from './atomic-file.ts';

export interface Archive {
  addText(name: string, content: string): void;
  /** Resolves when the last piece was read. */
  addPieces(name: string, pieces: AsyncIterable<string>): Promise<void>;
}

const WRITE_BYTES = 256 * 1024;
/** The fastest level: higher ones make such XML a seventh smaller and take a third longer. */
const COMPRESSION_LEVEL = 1;
const MODE = 0o100644;

/** Times in zips have no zone, so this one is the same everywhere. */
const entry = {
  mtime: new Date(1980, 0, 1),
  mode: MODE,
  forceDosTimestamp: true,
  compressionLevel: COMPRESSION_LEVEL,
} as const;

/** @param compose adds the parts. An error of it or of the file ends both. */
export async function writeArchive(file: AtomicFile, compose: (archive: Archive) => Promise<void>): Promise<void> {
  const zip = new ZipFile();
  const output = zip.outputStream;
  if (!(output instanceof Readable)) throw new TypeError('yazl’s output is no stream of Node’s.');
  zip.on('error', (error: Error) => output.destroy(error));
  let source: Readable | undefined;
  const composing = compose({
    addText: (name, content) => zip.addBuffer(Buffer.from(content), name, entry),
    async addPieces(name, pieces) {
      source = Readable.from(toBytes(pieces), { objectMode: false });
      zip.addReadStream(source, name, entry);
      await finished(source);
    },
  }).then(
    () => zip.end(),
    (error: unknown) => void output.destroy(error instanceof Error ? error : new Error(String(error))),
  );
  try {
    await writeOutput(output, file);
  } finally {
    // If the file failed, the lines are no longer read.
    source?.destroy();
    await composing;
  }
}

async function* toBytes(pieces: AsyncIterable<string>): AsyncGenerator<Buffer> {
  for await (const piece of pieces) yield Buffer.from(piece);
}

async function writeOutput(output: Readable, file: AtomicFile): Promise<void> {
  let pending: Buffer[] = [];
  let bytes = 0;
  const flush = async () => {
    const content = Buffer.concat(pending);
    pending = [];
    bytes = 0;
    await file.write(content);
  };
  for await (const chunk of output as AsyncIterable<Buffer>) {
    pending.push(chunk);
    bytes += chunk.length;
    if (bytes >= WRITE_BYTES) await flush();
  }
  if (bytes > 0) await flush();
}
