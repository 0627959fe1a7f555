/** Small exported files of three columns with their manifests, made by hand, and what the same export gives once more. */
import { createHash, type KeyObject } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import {
  createPrivateText,
  readPrivateText,
  toFingerprint,
  toPublicBytes,
  signMessage,
} from '#electron/exports/signature.ts';
import { verifyFile, type Verifying } from '#electron/features/exports/verify.ts';
import type { FileAnswer } from '#contract/file-answer.ts';
import { isHashOnly } from '#contract/proof/verdict.ts';
import { manifestSchema, packIndexSchema, type Manifest, type PackIndex } from '#contract/exports.ts';
import { formatUnits, toUnits } from '#domain/decimal.ts';

/** Id, minutes, amount. */
export type Line = readonly [string, string, string];
const COLUMNS = ['sys_object_id', 'minutes', 'amount'] as const;

const sha256 = (text: string | Buffer) => createHash('sha256').update(text).digest('hex');
const print = (lines: readonly (readonly string[])[]) => lines.map((line) => `${line.join(',')}\r\n`).join('');

function addUp(lines: readonly Line[], at: 1 | 2): string {
  return formatUnits(lines.reduce((sum, line) => sum + toUnits(line[at]), 0n));
}

export function describeFile(file: string, lines: readonly Line[], more: Partial<Manifest>): Manifest {
  return manifestSchema.parse({
    file,
    format: 'csv',
    preset: 'machine',
    of: 'records',
    title: file,
    audience: 'internal',
    options: { heads: 'names', times: 'utc', names: false, separator: 'comma', decimalMark: 'point', rates: true },
    records: lines.length,
    lines: lines.length,
    columns: [...COLUMNS],
    heads: [...COLUMNS],
    totals: {},
    sums: { minutes: addUp(lines, 1), amount: addUp(lines, 2) },
    currency: 'EUR',
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
    guarded: 0,
    directoryHash: 'names',
    settingsHash: 'settings',
    source: null,
    complete: true,
    asOf: '2026-11-20T08:00:00.000Z',
    sha256: sha256(print([COLUMNS, ...lines])),
    appVersion: 'test',
    ...more,
  });
}

/** The file with its data package beside it. @returns what its manifest says */
export function writeFile(path: string, lines: readonly Line[], more: Partial<Manifest> = {}): Manifest {
  writeFileSync(path, print([COLUMNS, ...lines]));
  writeFileSync(`${path}.datapackage.json`, '{}');
  return describeFile(basename(path), lines, more);
}

/** The file with its manifest beside it, too. */
export function writeExported(path: string, lines: readonly Line[], more: Partial<Manifest> = {}): Manifest {
  const manifest = writeFile(path, lines, more);
  writeFileSync(`${path}.manifest.json`, JSON.stringify(manifest));
  return manifest;
}

/** A pack of a file for each name, whose index adds them up. */
export function writePack(folder: string, files: Readonly<Record<string, readonly Line[]>>): PackIndex {
  const written = Object.entries(files).map(([file, lines]) => writeExported(join(folder, file), lines));
  const whole = describeFile('', Object.values(files).flat(), { title: 'whole' });
  const table = print([['file'], ...Object.keys(files).map((name) => [name])]);
  writeFileSync(join(folder, 'index.csv'), table);
  const index = packIndexSchema.parse({
    ...whole,
    by: 'client',
    files: written.map((manifest) => ({ ...manifest, key: manifest.file })),
    whole,
    tableSha256: sha256(table),
  });
  writeFileSync(join(folder, 'index.json'), JSON.stringify(index));
  return index;
}

/** Changes fields of a manifest or an index, as an editor does. */
export function changeJson(path: string, fields: object): void {
  const read = JSON.parse(readFileSync(path, 'utf8')) as object;
  writeFileSync(path, JSON.stringify({ ...read, ...fields }));
}

export interface Signer {
  readonly fingerprint: string;
  /** Signs a manifest or an index that tells of the key. */
  sign(path: string): void;
}

export function createSigner(): Signer {
  const key = readPrivateText(createPrivateText()) as KeyObject;
  const fingerprint = toFingerprint(toPublicBytes(key));
  const sign = (path: string) => {
    changeJson(path, { signedBy: fingerprint });
    writeFileSync(`${path}.sig`, signMessage(readFileSync(path), key));
  };
  return { fingerprint, sign };
}

/** Of a file that is described. */
export async function verifyDescribed(path: string, verifying: Verifying): Promise<FileAnswer> {
  const answer = await verifyFile(path, verifying);
  if (isHashOnly(answer)) throw new Error(`Nothing describes ${path}`);
  return answer;
}

/** @param now lines by the title of the export; null: it is refused */
export function verifyingOf(
  now: Readonly<Record<string, readonly Line[] | null>>,
  own: Partial<Verifying> = {},
): Verifying {
  return {
    rewriteFile: async ({ title, audience }, path) => {
      const lines = now[title];
      return lines ? writeFile(path, lines, { title, audience }) : null;
    },
    listChangedSettings: () => [],
    findWrittenExports: () => [],
    findSent: async () => null,
    findMoment: () => undefined,
    expectRecords: () => undefined,
    ownKey: null,
    until: Infinity,
    ...own,
  };
}
