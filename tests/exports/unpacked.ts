/** Everything that can be searched of a file of any format: its bytes, and what is packed in them. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { inflateRawSync } from 'node:zlib';
import { readers, readParquetFacts } from './data-readers.ts';

/** @returns its texts: the bytes as they are, the parts of a zip, the words of a PDF, the cells of a Parquet. */
export async function unpack(path: string): Promise<string[]> {
  const bytes = readFileSync(path);
  const whole = bytes.toString('latin1');
  const texts = [bytes.toString('utf8')];
  if (whole.startsWith('PK')) texts.push(...unzip(bytes));
  if (whole.startsWith('%PDF')) texts.push(readPdf(path));
  if (whole.startsWith('PAR1')) texts.push(JSON.stringify([await readers.parquet(path), readParquetFacts(path)]));
  return texts;
}

const ENTRY = 0x02014b50;
const STORED = 0;

/** By the directory at the end, which has every part's size also where the part itself was streamed. */
function unzip(bytes: Buffer): string[] {
  const texts: string[] = [];
  const end = bytes.lastIndexOf(Buffer.from('PK\u0005\u0006', 'latin1'));
  let at = bytes.readUInt32LE(end + 16);
  while (bytes.readUInt32LE(at) === ENTRY) {
    const method = bytes.readUInt16LE(at + 10);
    const packed = bytes.readUInt32LE(at + 20);
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((offset) => bytes.readUInt16LE(at + offset));
    const local = bytes.readUInt32LE(at + 42);
    const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
    const content = bytes.subarray(start, start + packed);
    const name = bytes.toString('utf8', at + 46, at + 46 + (nameLength ?? 0));
    texts.push(name, (method === STORED ? content : inflateRawSync(content)).toString('utf8'));
    at += 46 + (nameLength ?? 0) + (extraLength ?? 0) + (commentLength ?? 0);
  }
  return texts;
}

function readPdf(path: string): string {
  const [words, about] = [
    spawnSync('pdftotext', [path, '-'], { encoding: 'utf8' }),
    spawnSync('pdfinfo', ['-meta', path], { encoding: 'utf8' }),
  ];
  if (words.status !== 0) throw new Error(`pdftotext did not read ${path}: ${words.stderr}`);
  return words.stdout + about.stdout;
}
