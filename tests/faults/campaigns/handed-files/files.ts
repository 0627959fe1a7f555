/** The true files that a person may be handed, and what is done to each: a bomb, a lie, a forgery, and more than fits. */
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { createApp } from '#electron/app/app.ts';
import { createAppClient } from '#electron/cli/arguments/command.ts';
import { createPrivateText, readPrivateText, signMessage } from '#electron/exports/signature.ts';
import { createService } from '#service/server.ts';
import { makeCapsule } from '#tests/support/exports/old-capsule.ts';
import { writeZipFile } from '#tests/support/exports/zip.ts';
import { quietHost } from '#tests/support/hosts/quiet-host.ts';
import {
  closeWorkspaceFile,
  openWorkspaceFile,
  readTar,
  sha256,
  writeTar,
} from '#tests/support/stores/workspace-files.ts';
import type { Seeded } from '#tests/support/worlds/seeded.ts';
import { forge } from '#tests/faults/from-file/forge.ts';

export const kinds = ['timelog', 'pack', 'workbook', 'csv', 'definition', 'page'] as const;
export type Kind = (typeof kinds)[number];
export const attacks = ['bomb', 'lie', 'forgery', 'oversize'] as const;
export type Attack = (typeof attacks)[number];

const NOW = Date.parse('2026-11-20T12:00:00Z');
const MEBIBYTE = 2 ** 20;
const LINES = ',"lines":[';
const files: Readonly<Record<Kind, string>> = {
  timelog: 'true.timelog',
  pack: 'true.zip',
  workbook: 'true.xlsx',
  csv: 'true.csv',
  definition: 'true.json',
  page: 'true.html',
};

/** @param folder gets one true file of each kind, with what stands beside it */
export async function writeTrueFiles(folder: string): Promise<void> {
  const key = 'a-key-for-the-handed-files';
  const service = await createService({ records: 450, seed: 3, asOf: '2026-11-20', now: () => NOW, key });
  let path = '';
  const app = await createApp({
    host: quietHost({ chooseDestination: async () => ({ path, replaces: true }) }),
    version: 'test',
    dataDirectory: join(folder, 'data'),
    workspace: 'default',
    rate: 0,
    now: () => NOW,
    key,
    baseUrl: service.url,
  });
  const caller = createAppClient(app);
  const call: typeof caller.call = (method, input) => caller.call(method, input);
  try {
    await call('sync.run', {});
    const write = async (kind: Kind, work: () => Promise<unknown>) => {
      path = join(folder, files[kind]);
      await work();
    };
    await write('timelog', () => call('workspace.save', {}));
    await write('pack', () => call('export.pack', { by: 'platform_owner_id' }));
    await write('workbook', () => call('export.run', { format: 'xlsx' }));
    await write('csv', () => call('export.run', { format: 'csv' }));
    // A page of an earlier version, which says itself what it is.
    const manifest = JSON.parse(readFileSync(join(folder, `${files.csv}.manifest.json`), 'utf8')) as object;
    const lines = Array.from({ length: 450 }, (_, at) => [String(at), '1.25', null]);
    writeFileSync(join(folder, files.page), makeCapsule({ ...manifest, format: 'capsule' }, lines));
    const definition = { format: 'timelog-export', version: 1, name: 'All', records: {} };
    writeFileSync(join(folder, files.definition), JSON.stringify(definition));
  } finally {
    await app.close();
    await service.close();
  }
}

export interface Handed {
  readonly path: string;
  /** What the terminal is asked. */
  readonly command: readonly string[];
}

/** Puts one such file into a folder of its own. */
export async function handFile(
  trueFiles: string,
  folder: string,
  what: readonly [Kind, Attack],
  random: Seeded,
): Promise<Handed> {
  const [kind, attack] = what;
  const name = files[kind];
  const path = join(folder, name);
  mkdirSync(folder, { recursive: true });
  for (const each of readdirSync(trueFiles).filter((one) => one.startsWith(name)))
    writeFileSync(join(folder, each), readFileSync(join(trueFiles, each)));
  const command = commandFor(kind, path, folder, random);
  if (attack === 'oversize') truncateSync(path, random.pick([300, 900, 9_000]) * MEBIBYTE);
  else if (attack === 'bomb') await writeBomb(kind, path, random);
  else if (attack === 'lie') await tellLie(kind, path, random);
  else await forgeSignature(kind, path, random);
  return { path, command };
}

function commandFor(kind: Kind, path: string, folder: string, random: Seeded): string[] {
  if (kind === 'timelog') return ['workspace', 'load', path, '--workspace', 'handed'];
  if (kind === 'definition') return ['export', path, '--out', join(folder, 'out.csv')];
  if (kind === 'pack' || kind === 'page') return ['verify-file', path];
  return random.chance(0.5) ? ['verify-file', path] : ['names', 'import', path];
}

/** Blanks, or values of few characters. */
function bombText(random: Seeded): Buffer {
  const mebibytes = random.between(15, 200);
  return random.chance(0.5)
    ? Buffer.alloc(mebibytes * MEBIBYTE, ' ')
    : Buffer.from(`[${'{},'.repeat((mebibytes * MEBIBYTE) / 3)}{}]`);
}

async function writeBomb(kind: Kind, path: string, random: Seeded): Promise<void> {
  const bomb = bombText(random);
  if (kind === 'timelog') {
    const parts = [...readTar(readFileSync(path))];
    const at = random.between(0, parts.length - 3);
    const packed = parts.map(([name, content], index): [string, Buffer] => [
      name,
      index === at ? gzipSync(bomb) : content,
    ]);
    return writeFileSync(path, writeTar(reseal(packed)));
  }
  if (kind === 'pack') return writeZipFile(path, [['index.json', bomb]]);
  if (kind === 'workbook')
    return writeZipFile(path, [
      ['[Content_Types].xml', Buffer.from('<Types/>')],
      ['xl/workbook.xml', bomb],
      ['xl/worksheets/sheet1.xml', bomb],
    ]);
  if (kind === 'csv' && random.chance(0.5)) return writeFileSync(`${path}.manifest.json`, bomb);
  // Between a right beginning and a right end, near the size that is still read.
  if (kind === 'page' && random.chance(0.5)) {
    const page = readFileSync(path, 'latin1');
    const at = page.indexOf(LINES) + LINES.length;
    return writeFileSync(path, `${page.slice(0, at)}${bomb.toString('latin1')},${page.slice(at)}`, 'latin1');
  }
  writeFileSync(path, bomb);
}

/** Digests of every part, as a forger writes them. */
function reseal(entries: readonly (readonly [string, Buffer])[]): [string, Buffer][] {
  const by = new Map(entries);
  const manifest = JSON.parse(by.get('manifest.json')!.toString()) as {
    parts: Record<string, { bytes: number; sha256: string }[]>;
  };
  for (const [kind, parts] of Object.entries(manifest.parts))
    for (const [at, part] of parts.entries()) {
      const content = by.get(`${kind}-${String(at + 1).padStart(5, '0')}.ndjson.gz`)!;
      Object.assign(part, { bytes: content.length, sha256: sha256(content) });
    }
  const text = Buffer.from(JSON.stringify(manifest));
  by.set('manifest.json', text).set('manifest.json.sha256', Buffer.from(`${sha256(text)}  manifest.json\n`));
  return [...by];
}

/** A figure is another one, and what stands beside the file agrees. */
async function tellLie(kind: Kind, path: string, random: Seeded): Promise<void> {
  if (kind === 'timelog') {
    const file = openWorkspaceFile(readFileSync(path));
    forge(file, random, NOW);
    return writeFileSync(path, closeWorkspaceFile(file));
  }
  if (kind === 'definition')
    return writeFileSync(
      path,
      JSON.stringify({
        format: 'timelog-export',
        version: 1,
        name: 'All',
        records: {},
        options: { audience: 'nobody' },
      }),
    );
  const bytes = readFileSync(path);
  const digit = [...bytes.keys()].filter((at) => bytes[at]! >= 0x31 && bytes[at]! <= 0x38);
  bytes[random.pick(digit)]! += 1;
  writeFileSync(path, bytes);
  if (kind === 'page') return;
  const beside = `${path}.manifest.json`;
  const manifest = JSON.parse(readFileSync(kind === 'pack' ? '/dev/null' : beside, 'utf8') || '{}') as Record<
    string,
    unknown
  >;
  if (kind !== 'pack')
    writeFileSync(beside, JSON.stringify({ ...manifest, sha256: createHash('sha256').update(bytes).digest('hex') }));
}

/** A signature by a stranger, or of something else. */
async function forgeSignature(kind: Kind, path: string, random: Seeded): Promise<void> {
  const key = readPrivateText(createPrivateText());
  if (!key) throw new Error('No key');
  const sign = (message: Buffer) =>
    Buffer.from(signMessage(random.chance(0.5) ? message : Buffer.from('another'), key));
  if (kind === 'timelog') {
    const parts = readTar(readFileSync(path));
    return writeFileSync(path, writeTar([...parts, ['manifest.json.sig', sign(parts.get('manifest.json')!)]]));
  }
  if (kind === 'definition' || kind === 'page') return tellLie(kind, path, random);
  const beside = kind === 'pack' ? path : `${path}.manifest.json`;
  writeFileSync(`${path}.manifest.json.sig`, sign(readFileSync(beside)));
}
