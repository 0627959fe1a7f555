/** Small exported files of three columns with their manifests, made by hand, and what the same export gives today. */
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Verifying } from '../../../../../electron/questions/exports/proof/verify.ts';
import { manifestSchema, packIndexSchema, type Manifest, type PackIndex } from '../../../../../src/contract/exports.ts';
import { formatUnits, toUnits } from '../../../../../src/domain/decimal.ts';

/** Id, minutes, amount. */
export type Line = readonly [string, string, string];
const COLUMNS = ['sys_object_id', 'minutes', 'amount'] as const;

const sha256 = (text: string | Buffer) => createHash('sha256').update(text).digest('hex');
const print = (lines: readonly (readonly string[])[]) => lines.map((line) => `${line.join(',')}\r\n`).join('');

function addUp(lines: readonly Line[], at: 1 | 2): string {
  return formatUnits(lines.reduce((sum, line) => sum + toUnits(line[at]), 0n));
}

/** @returns what its manifest says */
export function writeFile(path: string, lines: readonly Line[], more: Partial<Manifest> = {}): Manifest {
  const content = print([COLUMNS, ...lines]);
  writeFileSync(path, content);
  return manifestSchema.parse({
    file: path.split('/').at(-1),
    format: 'csv',
    preset: 'machine',
    of: 'records',
    title: path.split('/').at(-1),
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
    sha256: sha256(content),
    appVersion: 'test',
    ...more,
  });
}

/** The file with its manifest and its data package beside it. */
export function writeExported(path: string, lines: readonly Line[], more: Partial<Manifest> = {}): Manifest {
  const manifest = writeFile(path, lines, more);
  writeFileSync(`${path}.manifest.json`, JSON.stringify(manifest));
  writeFileSync(`${path}.datapackage.json`, '{}');
  return manifest;
}

/** A pack of a file for each name, whose index adds them up. */
export function writePack(folder: string, files: Readonly<Record<string, readonly Line[]>>): PackIndex {
  const written = Object.entries(files).map(([file, lines]) => writeExported(join(folder, file), lines));
  const all = Object.values(files).flat();
  const {
    file: _,
    guarded: _guarded,
    sha256: _sha256,
    signedBy: _signedBy,
    ...whole
  } = writeFile(join(folder, 'index.csv'), all, { title: 'whole' });
  const table = print([['file'], ...Object.keys(files).map((name) => [name])]);
  writeFileSync(join(folder, 'index.csv'), table);
  const index = packIndexSchema.parse({
    ...whole,
    by: 'client',
    files: written.map((manifest) => ({ ...manifest, key: manifest.file })),
    guarded: 0,
    whole,
    tableSha256: sha256(table),
  });
  writeFileSync(join(folder, 'index.json'), JSON.stringify(index));
  return index;
}

/** @param today lines by the title of the export; null: it cannot be asked again */
export function verifyingOf(today: Readonly<Record<string, readonly Line[] | null>>): Verifying {
  return {
    writeAgain: async ({ title }, path) => {
      const lines = today[title];
      return lines ? writeFile(path, lines, { title }) : null;
    },
    settingsThen: () => ({ changed: [], areSame: true }),
    ownKey: null,
  };
}
