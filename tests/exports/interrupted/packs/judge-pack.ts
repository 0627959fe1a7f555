/** Looks at a pack that may have been interrupted: under its name stands a whole one, whose every file is what its index says, or nothing. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { readZip } from '#tests/support/exports/zip.ts';

interface Listed {
  readonly file: string;
  readonly records: number;
  readonly sha256: string;
}
interface Index {
  readonly records: number;
  readonly files?: readonly Listed[];
  readonly partitions?: readonly Listed[];
  readonly tableSha256?: string;
}

export interface FoundPack {
  readonly state: 'pack' | 'no pack' | 'wrong';
  readonly problem?: string;
  /** Of its records: tells which turn wrote it. */
  readonly records?: number;
}

const hash = (content: Buffer | undefined) => content && createHash('sha256').update(content).digest('hex');

/** Without the program's own code. @param path of a zip file or a folder */
export function judgePack(path: string): FoundPack {
  const wrong = (problem: string): FoundPack => ({ state: 'wrong', problem });
  if (!existsSync(path)) return { state: 'no pack' };
  const files = readFiles(path);
  const content = files.get('index.json') ?? files.get('_manifest.json');
  if (!content) return wrong('there is no index');
  const { records, files: own, partitions, tableSha256 } = JSON.parse(content.toString('utf8')) as Index;
  const listed = own ?? partitions ?? [];
  if (listed.length === 0) return wrong('the index lists no file');
  for (const { file, sha256 } of listed)
    if (hash(files.get(file)) !== sha256) return wrong(`${file} is not the listed one`);
  if (tableSha256 !== undefined && hash(files.get('index.csv')) !== tableSha256)
    return wrong('index.csv is another one');
  if (listed.reduce((sum, each) => sum + each.records, 0) !== records) return wrong('the files do not add up');
  const manifests = own ? listed.map(({ file }) => `${file}.manifest.json`) : [];
  const known = new Set([...listed.map(({ file }) => file), ...manifests, 'index.json', 'index.csv', '_manifest.json']);
  const lacking = manifests.filter((name) => !files.has(name));
  const stray = [...files.keys()].filter((name) => !known.has(name));
  if (lacking.length + stray.length > 0) return wrong(`missing ${lacking.join(', ')}, stray ${stray.join(', ')}`);
  return { state: 'pack', records };
}

function readFiles(path: string): ReadonlyMap<string, Buffer> {
  if (!statSync(path).isDirectory())
    return new Map(readZip(readFileSync(path)).map((part) => [part.name, part.content]));
  const names = readdirSync(path, { recursive: true, encoding: 'utf8' });
  const files = names.filter((name) => statSync(join(path, name)).isFile());
  return new Map(files.map((name) => [name, readFileSync(join(path, name))]));
}
