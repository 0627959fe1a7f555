/** Files of a release: zips with fixed times, sums, sizes. */
import { createHash } from 'node:crypto';
import { createWriteStream, lstatSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import { basename, join, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';

/** Every name below a folder with `/`, in an order that no file system decides. */
export function listTree(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => name.split(sep).join('/'))
    .toSorted();
}

export const isProgram = (mode: number): boolean => (mode & 0o111) !== 0;

/** @param when the time of every file in it */
export async function writeZip(folder: string, path: string, when: Date): Promise<void> {
  const zip = new ZipFile();
  for (const name of listTree(folder)) {
    const source = join(folder, name);
    const place = `${basename(folder)}/${name}`;
    const stat = lstatSync(source);
    // Frameworks of macOS are full of links.
    if (stat.isSymbolicLink())
      zip.addBuffer(Buffer.from(readlinkSync(source)), place, { mtime: when, mode: 0o120_755, compress: false });
    else if (stat.isFile())
      zip.addFile(source, place, { mtime: when, mode: isProgram(stat.mode) ? 0o100_755 : 0o100_644 });
  }
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(path));
}

/** Writes the sums as `sha256sum -c` reads them. */
export function writeSums(folder: string): string {
  const names = readdirSync(folder).filter((name) => name !== 'SHA256SUMS');
  const lines = names.toSorted().map(
    (name) =>
      `${createHash('sha256')
        .update(readFileSync(join(folder, name)))
        .digest('hex')}  ${name}\n`,
  );
  writeFileSync(join(folder, 'SHA256SUMS'), lines.join(''));
  return lines.join('');
}

const parts: readonly (readonly [string, RegExp])[] = [
  ['DuckDB', /app\.asar\.unpacked\/node_modules\/@duckdb\//],
  ['Typst', /app\.asar\.unpacked\/node_modules\/@myriaddreamin\//],
  ['keychain', /app\.asar\.unpacked\/node_modules\/(?:@napi-rs|keytar)\//],
  ['fonts', /dejavu-fonts-ttf/],
  ['the program and its other packages', /app\.asar/],
];

/** Bytes by part; what is of none is the runtime's. */
export function measureParts(folder: string): Map<string, number> {
  const sizes = new Map(parts.map(([name]) => [name, 0]));
  for (const name of listTree(folder)) {
    const stat = lstatSync(join(folder, name));
    if (!stat.isFile()) continue;
    const part = parts.find(([, pattern]) => pattern.test(name))?.[0] ?? 'runtime';
    sizes.set(part, (sizes.get(part) ?? 0) + stat.size);
  }
  return sizes;
}
