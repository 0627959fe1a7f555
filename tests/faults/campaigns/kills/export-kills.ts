/** An export over an older file, killed: the old file or the new one remains, never a part, never beside another's manifest. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Seeded } from '#tests/support/worlds/seeded.ts';
import { run } from '#tests/support/hosts/terminal.ts';
import type { SmallWorlds } from '../small-worlds.ts';
import { runVictim, type KillAt } from './victim.ts';
import type { WatchedWay } from './watched-way.ts';

const FILE = 'records.csv';
const MANIFEST = `${FILE}.manifest.json`;

/** Two exports of the same records that differ. */
const forms = { old: ['--columns', 'record_id,total_minutes'], fresh: [] } as const;

const sentSchema = z.object({ files: z.array(z.object({ path: z.string().nullable(), state: z.string() })) });

interface Written {
  readonly file: Buffer;
  readonly manifest: Buffer;
}

export class ExportKills {
  readonly #worlds: SmallWorlds;
  readonly #way: WatchedWay;
  readonly #wholeFolder: () => Promise<string>;
  #made:
    | { readonly data: string; readonly replace: readonly string[]; readonly old: Written; readonly fresh: Written }
    | undefined;
  #number = 0;
  #takesMs = 0;

  /** @param wholeFolder a data directory with all records that is never changed. */
  constructor(worlds: SmallWorlds, way: WatchedWay, wholeFolder: () => Promise<string>) {
    this.#worlds = worlds;
    this.#way = way;
    this.#wholeFolder = wholeFolder;
  }

  /** Of an unkilled export, milliseconds. */
  get takesMs(): number {
    return this.#takesMs;
  }

  async kill(at: KillAt, draw: Seeded): Promise<{ readonly killed: boolean; readonly wrong: readonly string[] }> {
    const { data, replace, old, fresh } = await this.#ready();
    const folder = this.#newFolder();
    const hasOld = draw.chance(0.6);
    if (hasOld) {
      writeFileSync(join(folder, FILE), old.file);
      writeFileSync(join(folder, MANIFEST), old.manifest);
    }
    const args = [...this.#export(data, folder, 'fresh'), ...replace];
    const { killed } = await runVictim({ args, input: '', at, way: this.#way, folder });
    const wrong = wrongIn(folder, hasOld ? old : undefined, fresh);
    const hasLeft = readIf(join(folder, FILE))?.equals(fresh.file) === true;
    const again = await run(args);
    if (again.code !== 0) wrong.push(`the next export ended with ${again.code}: ${again.stderr}`);
    if (readIf(join(folder, FILE))?.equals(fresh.file) !== true) wrong.push('the next export is another file');
    wrong.push(...(await this.#remembered(data, join(folder, FILE), hasLeft)));
    rmSync(folder, { recursive: true, force: true });
    return { killed, wrong: wrong.map((each) => `export: ${each}`) };
  }

  /** The register says of the killed file whether it left, and of the next that it did. */
  async #remembered(data: string, path: string, hasLeft: boolean): Promise<string[]> {
    const { stdout } = await run(['sent', '--data-dir', data, '--json']);
    const { files } = sentSchema.parse(JSON.parse(stdout));
    const [next, killed, ...more] = files.filter((file) => file.path === path).map(({ state }) => state);
    const expected = hasLeft ? 'saved' : 'withdrawn';
    return [
      ...(next === 'saved' && more.length === 0 ? [] : [`the next file is remembered as ${next}`]),
      ...(killed === expected || (killed === undefined && !hasLeft)
        ? []
        : [`the killed file is remembered as ${killed} instead of ${expected}`]),
    ];
  }

  #export(data: string, folder: string, form: keyof typeof forms): string[] {
    return ['export', '--format', 'csv', '--out', join(folder, FILE), '--data-dir', data, ...forms[form]];
  }

  #newFolder(): string {
    const folder = join(this.#worlds.folder, `export-${(this.#number += 1)}`);
    mkdirSync(folder);
    return folder;
  }

  async #ready() {
    if (this.#made) return this.#made;
    const data = await this.#wholeFolder();
    const folder = this.#newFolder();
    const old = await this.#written(data, folder, 'old', []);
    if ('refused' in old) throw new Error(`The export ended with ${old.refused}`);
    // Only a terminal that refuses to replace a file needs the option.
    const plain = await this.#written(data, folder, 'fresh', []);
    const replace = 'refused' in plain ? ['--replace'] : [];
    const fresh = 'refused' in plain ? await this.#written(data, folder, 'fresh', replace) : plain;
    if ('refused' in fresh) throw new Error(`The export ended with ${fresh.refused}`);
    return (this.#made = { data, replace, old, fresh });
  }

  async #written(
    data: string,
    folder: string,
    form: keyof typeof forms,
    replace: readonly string[],
  ): Promise<Written | { readonly refused: string }> {
    const args = [...this.#export(data, folder, form), ...replace];
    const { code, stderr, tookMs } = await runVictim({ args, input: '', at: null, way: this.#way, folder });
    if (code !== 0) return { refused: `${code}: ${stderr}` };
    this.#takesMs = tookMs;
    return { file: readFileSync(join(folder, FILE)), manifest: readFileSync(join(folder, MANIFEST)) };
  }
}

function wrongIn(folder: string, old: Written | undefined, fresh: Written): string[] {
  const file = readIf(join(folder, FILE));
  const manifest = readIf(join(folder, MANIFEST));
  const wrong: string[] = [];
  if (!file && old) wrong.push('the old file is gone');
  if (file && !file.equals(fresh.file) && !old?.file.equals(file))
    wrong.push(`a file of ${file.length} bytes, neither old nor new`);
  if (!manifest) return wrong;
  const { sha256 } = JSON.parse(manifest.toString()) as { readonly sha256: string };
  if (!file || createHash('sha256').update(file).digest('hex') !== sha256) wrong.push("the manifest is another file's");
  return wrong;
}

function readIf(path: string): Buffer | undefined {
  return existsSync(path) ? readFileSync(path) : undefined;
}
