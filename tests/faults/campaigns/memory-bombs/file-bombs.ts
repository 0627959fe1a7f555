/** Files that are handed in to be checked, small on the disk and large once they are read: a pack by its index, a file by what is beside it. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PackIndex } from '#contract/exports.ts';
import { seeded } from '#tests/support/worlds/seeded.ts';
import { writeZipFile } from '#tests/support/exports/zip.ts';
import { measureTerminal } from './measured-terminal.ts';

const MEBIBYTE = 2 ** 20;
/** Beyond a check of nothing. */
export const MAX_FOR_FILES = 256;
const MAX_SECONDS = 10;

/** JSON whose every few characters are a value, or one that is all blanks. */
const contents = {
  blanks: (mebibytes: number) => Buffer.alloc(mebibytes * MEBIBYTE, ' '),
  values: (mebibytes: number) => Buffer.from(`{"files":[${'{},'.repeat((mebibytes * MEBIBYTE) / 3)}{}]}`),
  names: (mebibytes: number) =>
    Buffer.from(`{${Array.from({ length: (mebibytes * MEBIBYTE) / 12 }, (_, at) => `"n${at}":[]`).join(',')}}`),
  titles: (mebibytes: number) => {
    // Packed to a hundredth: letters that repeat at once would be refused as they are unpacked.
    const random = seeded(7);
    const piece = Array.from({ length: 3000 }, () => random.between(0, 9)).join('');
    const title = piece.repeat((mebibytes * MEBIBYTE) / piece.length);
    return Buffer.from(JSON.stringify({ ...index.whole, title, file: 'a.csv', guarded: 0, sha256: '' }));
  },
};
type Content = keyof typeof contents;

export interface FileBomb {
  readonly what: string;
  readonly place: 'index' | 'manifest' | 'manifest in a pack' | 'manifests in a pack';
  readonly content: Content;
  readonly mebibytes: number;
}

export const fileBombs: readonly FileBomb[] = [
  { what: 'an index of values', place: 'index', content: 'values', mebibytes: 400 },
  { what: 'a manifest of values', place: 'manifest', content: 'values', mebibytes: 15 },
  { what: 'an index of blanks', place: 'index', content: 'blanks', mebibytes: 900 },
  { what: 'an index within its size', place: 'index', content: 'values', mebibytes: 15 },
  { what: 'an index of names', place: 'index', content: 'names', mebibytes: 15 },
  { what: 'a manifest of blanks', place: 'manifest', content: 'blanks', mebibytes: 900 },
  { what: 'a large manifest of values', place: 'manifest', content: 'values', mebibytes: 200 },
  { what: 'a manifest of a file in a pack', place: 'manifest in a pack', content: 'values', mebibytes: 15 },
  { what: 'many manifests of a pack', place: 'manifests in a pack', content: 'titles', mebibytes: 15 },
  { what: 'manifests within their size', place: 'manifest in a pack', content: 'titles', mebibytes: 15 },
];

/** Whose manifests are each within their size. */
const MANY = 40;

const sums = { sums: {}, currency: null, unreadable: 0, guarded: 0 };
const file = { file: 'a.csv', key: null, records: 0, sha256: '', ...sums };

/** What every pack says of itself: its one file is described by the bomb. */
const index: PackIndex = {
  by: 'client',
  files: [file],
  records: 0,
  period: null,
  complete: true,
  asOf: null,
  ...sums,
  whole: {
    format: 'csv',
    preset: 'machine',
    of: 'records',
    title: 'Time logs',
    audience: 'internal',
    options: {
      heads: 'names',
      times: 'utc',
      names: false,
      separator: 'comma',
      decimalMark: 'point',
      rates: false,
    },
    records: 0,
    lines: 0,
    columns: [],
    heads: [],
    totals: {},
    sums: {},
    currency: null,
    filter: [],
    query: '',
    period: null,
    calendar: null,
    zone: 'UTC',
    amounts: 'recorded',
    footing: 'exact',
    digits: { hours: 2, money: 2 },
    notes: [],
    missing: [],
    unreadable: 0,
    directoryHash: '',
    settingsHash: '',
    source: null,
    complete: true,
    asOf: null,
    appVersion: '',
  },
  tableSha256: '',
  appVersion: '',
};

async function writeBomb({ place, content, mebibytes }: FileBomb, folder: string): Promise<string> {
  const bomb = contents[content](mebibytes);
  if (place === 'manifest') {
    const path = join(folder, 'a.csv');
    writeFileSync(path, 'a\r\n');
    writeFileSync(`${path}.manifest.json`, bomb);
    return path;
  }
  const path = join(folder, 'pack.zip');
  const names = Array.from({ length: place === 'manifests in a pack' ? MANY : 1 }, (_, at) => `${at}.csv`);
  const files = names.map((name) => ({ ...file, file: name }));
  const described = names.flatMap((name): [string, Buffer][] => [
    [name, Buffer.from('a\r\n')],
    [`${name}.manifest.json`, bomb],
  ]);
  const parts: [string, Buffer][] =
    place === 'index'
      ? [['index.json', bomb]]
      : [['index.json', Buffer.from(JSON.stringify({ ...index, files }))], ...described];
  await writeZipFile(path, parts);
  return path;
}

/** @returns how much memory it took, and what was wrong with how it was refused */
export async function tryFile(bomb: FileBomb): Promise<{ readonly peakMebibytes: number; readonly wrong: string[] }> {
  const folder = mkdtempSync(join(tmpdir(), 'memory-files-'));
  try {
    const path = await writeBomb(bomb, folder);
    const { peakMebibytes, code, seconds, said } = await measureTerminal(['verify-file', path]);
    const wrong = [];
    if (seconds > MAX_SECONDS) wrong.push(`took ${seconds.toFixed(0)} s`);
    // A pack is answered for, with the one file that cannot be read as changed; anything else is refused.
    const expected = bomb.place === 'manifest in a pack' ? 7 : 2;
    if (code !== expected) wrong.push(`ended with ${code}: ${said.trim()}`);
    if (said.trim().split('\n').length !== 1) wrong.push(`said more than a sentence: ${said.trim()}`);
    return { peakMebibytes, wrong };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Of the same command where there is nothing to read. */
export async function measureIdleCheck(): Promise<number> {
  return (await measureTerminal(['verify-file', join(tmpdir(), 'no-such-file.csv')])).peakMebibytes;
}
