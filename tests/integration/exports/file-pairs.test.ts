import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import fs from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { writeExport, type DocumentParts, type ManifestHead } from '#electron/features/exports/write.ts';
import type { Line } from '#domain/exports/model.ts';
import { exportOptionsSchema, resolveOptions } from '#domain/exports/options.ts';
import { createColumnSums } from '#domain/exports/sums.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'export-pair-'));
});
afterEach(() => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
  rmSync(folder, { recursive: true, force: true });
});

/** As a process that is killed before a file has its name. */
function endBefore(name: string): void {
  const { rename } = fs;
  vi.spyOn(fs, 'rename').mockImplementation(async (from, to) => {
    if (String(to).endsWith(name)) throw Object.assign(new Error('killed'), { code: 'EIO' });
    return rename(from, to);
  });
  syncBuiltinESMExports();
}

const settled = resolveOptions(exportOptionsSchema.parse({}));
if (!settled.ok) throw new Error(settled.problem);
const options = settled.value;
const column = { label: '', digits: null, currency: null };
const columns = [
  { ...column, name: 'what', head: 'What', kind: 'text' as const, adds: false },
  { ...column, name: 'value', head: 'Value', kind: 'money' as const, adds: true },
];

/** @param fails after the first piece of lines */
function partsOf(lines: readonly Line[], fails = false): DocumentParts {
  const sums = createColumnSums(columns, undefined);
  async function* pieces() {
    for (const line of lines) {
      yield [line];
      sums.add([line]);
      if (fails) throw new Error('cut');
    }
  }
  return {
    options,
    columns,
    currencyIndex: undefined,
    lines: pieces(),
    lineCount: lines.length,
    outline: null,
    sums: () => sums.result(),
    head: { title: 'Time logs', period: '', seal: '', complete: true, notes: [], sections: [] },
  };
}

const head = { title: 'Time logs', records: 2 } as ManifestHead;
const sha256 = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex');
const manifestOf = (path: string) =>
  JSON.parse(readFileSync(`${path}.manifest.json`, 'utf8')) as { sha256: string; sums: unknown; lines: number };
const two: Line[] = [
  ['=1+1', '1.10'],
  ['b', '2'],
];

it('the manifest beside a file has its hash, its lines and the sums of what was written', async () => {
  const path = join(folder, 'a.csv');
  const told = await writeExport({ path, replaces: false }, partsOf(two), head);
  expect(manifestOf(path)).toEqual(told);
  expect(told).toMatchObject({ file: 'a.csv', lines: 2, columns: ['what', 'value'], heads: ['What', 'Value'] });
  expect(told).toMatchObject({ sums: { value: '3.1' }, guarded: 1, sha256: sha256(path) });
  expect(readdirSync(folder).toSorted()).toEqual(['a.csv', 'a.csv.manifest.json']);
});

it('replaces file and manifest together', async () => {
  const path = join(folder, 'a.csv');
  await writeExport({ path }, partsOf(two), head);
  await writeExport({ path }, partsOf([['c', '7']]), head);
  expect(manifestOf(path)).toMatchObject({ sums: { value: '7' }, sha256: sha256(path) });
});

it('an export that fails leaves file and manifest as they were, and nothing else', async () => {
  const path = join(folder, 'a.csv');
  await writeExport({ path }, partsOf(two), head);
  const before = readFileSync(path);
  await expect(writeExport({ path }, partsOf([['c', '7']], true), head)).rejects.toThrow('cut');
  expect(readFileSync(path)).toEqual(before);
  expect(manifestOf(path).sha256).toBe(sha256(path));
  expect(readdirSync(folder)).toHaveLength(2);
});

it('where the manifest cannot be written, the file is not written either', async () => {
  const path = join(folder, 'a.csv');
  writeFileSync(path, 'old');
  mkdirSync(`${path}.manifest.json`);
  const failed = writeExport({ path }, partsOf(two), head);
  await expect(failed).rejects.toMatchObject({ error: { code: 'write-failed' } });
  expect(readFileSync(path, 'utf8')).toBe('old');
  expect(readdirSync(folder)).toHaveLength(2);
});

it('a file that is there is left with its manifest, unless it may be replaced', async () => {
  const path = join(folder, 'a.csv');
  await writeExport({ path }, partsOf(two), head);
  const failed = writeExport({ path, replaces: false }, partsOf([['c', '7']]), head);
  await expect(failed).rejects.toMatchObject({ error: { code: 'file-exists', detail: path } });
  expect(manifestOf(path)).toMatchObject({ sums: { value: '3.1' }, sha256: sha256(path) });
});

it('through a link the manifest stands beside the name that was chosen', async () => {
  const link = join(folder, 'latest.csv');
  writeFileSync(join(folder, 'real.csv'), 'old');
  symlinkSync('real.csv', link);
  await writeExport({ path: link }, partsOf(two), head);
  expect(manifestOf(link).sha256).toBe(sha256(join(folder, 'real.csv')));
});

it.each(['.manifest.json', 'a.csv'])(
  'ended before %s has its name, no file stands beside the manifest of another',
  async (name) => {
    const path = join(folder, 'a.csv');
    await writeExport({ path }, partsOf(two), head);
    endBefore(name);
    await expect(writeExport({ path }, partsOf([['c', '7']]), head)).rejects.toMatchObject({
      error: { code: 'write-failed' },
    });
    // The manifest of the file before is gone: it would be believed of the new one.
    expect(readdirSync(folder)).toEqual(['a.csv']);
  },
);

/** Signs by letters that tell whose signature it is. */
const signerOf = (fingerprint: string) => ({
  fingerprint,
  sign: (message: Uint8Array) => `${fingerprint} ${createHash('sha256').update(message).digest('hex')}`,
});

it('a signed file is the same file as without a signature, and one that is not signed leaves none beside it', async () => {
  const path = join(folder, 'a.csv');
  await writeExport({ path }, partsOf(two), head, { signer: signerOf('first') });
  const signed = readFileSync(path);
  expect(readdirSync(folder)).toContain('a.csv.manifest.json.sig');
  await writeExport({ path }, partsOf(two), head);
  expect(readFileSync(path)).toEqual(signed);
  expect(manifestOf(path)).not.toHaveProperty('signedBy');
  expect(readdirSync(folder).toSorted()).toEqual(['a.csv', 'a.csv.manifest.json']);
});

it.each(['.manifest.json', '.sig', 'a.csv'])(
  'ended before %s has its name, a signature stands beside no other file than its own',
  async (name) => {
    const path = join(folder, 'a.csv');
    await writeExport({ path }, partsOf(two), head, { signer: signerOf('first') });
    expect(readdirSync(folder).toSorted()).toEqual(['a.csv', 'a.csv.manifest.json', 'a.csv.manifest.json.sig']);
    expect(manifestOf(path)).toMatchObject({ signedBy: 'first' });
    endBefore(name);
    const replaced = writeExport({ path }, partsOf([['c', '7']]), head, { signer: signerOf('second') });
    await expect(replaced).rejects.toMatchObject({ error: { code: 'write-failed' } });
    const left = readdirSync(folder);
    // Before the manifest comes the signature, of it alone; the signature of before is gone with its manifest.
    expect(left).not.toContain('a.csv.manifest.json');
    if (left.includes('a.csv.manifest.json.sig'))
      expect(readFileSync(`${path}.manifest.json.sig`, 'utf8')).toMatch(/^second /);
  },
);

it.each(['.manifest.json', '.datapackage.json'])(
  'a file that is not there yet is refused where its %s is, unless that may be replaced',
  async (suffix) => {
    const path = join(folder, 'a.csv');
    writeFileSync(path + suffix, 'of another');
    await expect(writeExport({ path, replaces: false }, partsOf(two), head)).rejects.toMatchObject({
      error: { code: 'file-exists', detail: path + suffix },
    });
    expect(readdirSync(folder)).toEqual([`a.csv${suffix}`]);
    expect(readFileSync(path + suffix, 'utf8')).toBe('of another');
    await writeExport({ path }, partsOf(two), head);
    expect(readdirSync(folder).toSorted()).toEqual(['a.csv', 'a.csv.manifest.json']);
  },
);
