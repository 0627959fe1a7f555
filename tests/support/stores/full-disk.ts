/**
 * Run as a process of its own on a small file system: the whole app, each time with another amount of room left on the disk. Prints what
 * was reported each time, and what was there once there was room again.
 */
import { existsSync, mkdirSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createApp, type App } from '#electron/app/app.ts';
import type { DataStatus } from '#contract/api.ts';
import { memorySecrets, quietHost } from '../hosts/quiet-host.ts';

export interface FullDiskJob {
  readonly url: string;
  readonly key: string;
  /** The small file system. */
  readonly folder: string;
  /** KiB left when the work begins. */
  readonly rooms: readonly number[];
}

/** `done`, or the code of the reported failure; `thrown: …` for an error without a code. */
type Told = string;
interface Shown {
  readonly complete: boolean;
  readonly records: number;
}

export interface FullDiskOutcome {
  readonly room: number;
  /** Of the work done one after the other while the disk was small. */
  readonly told: Readonly<
    Record<'connect' | 'download' | 'settings' | 'names' | 'export' | 'full' | 'close' | 'reopen', Told>
  >;
  /** Files that a failed export left behind. */
  readonly leftover: readonly string[];
  /** What reports showed after all that, still without room; null: nothing could be opened. */
  readonly before: Shown | null;
  /** Once there was room, the same question again, and the exact sums then. */
  readonly after: Shown;
  readonly totals: Readonly<Record<string, string | null>>;
  /** After a complete store was opened on a full disk, and there was room again: without any request. */
  readonly kept: Shown;
}

const job = JSON.parse(process.argv[2] ?? '{}') as FullDiskJob;
const filler = join(job.folder, 'filler');

function makeRoom(): void {
  rmSync(filler, { force: true });
}

function leave(kibibytes: number): void {
  makeRoom();
  const { bavail, bsize } = statfsSync(job.folder);
  const bytes = Math.max(0, bavail * bsize - kibibytes * 1024);
  writeFileSync(filler, Buffer.alloc(bytes));
}

class Desk {
  readonly #data: string;
  readonly #keys = new Map<string, string>();
  readonly #out: string;
  #app: App | undefined;

  constructor(data: string) {
    this.#data = data;
    this.#out = join(data, 'out');
  }

  async #opened(): Promise<App> {
    const host = quietHost({
      kind: 'browser',
      secrets: memorySecrets(this.#keys),
      chooseDestination: async (name) => ({ path: join(this.#out, name) }),
    });
    const options = { version: 'test', dataDirectory: this.#data, workspace: 'default', rate: 0 };
    return (this.#app ??= await createApp({ host, ...options }));
  }

  async ask<T>(method: string, input: unknown = {}): Promise<T> {
    const app = await this.#opened();
    const result = await app.call(method, input);
    if (result.ok) return result.value as T;
    throw Object.assign(new Error(JSON.stringify(result.error)), { told: result.error.code });
  }

  async tell(method: string, input: unknown = {}): Promise<Told> {
    return told(() => this.ask(method, input));
  }

  async close(): Promise<Told> {
    const app = this.#app;
    this.#app = undefined;
    return told(async () => app?.close());
  }

  exported(): readonly string[] {
    return existsSync(this.#out) ? readdirSync(this.#out) : [];
  }

  prepare(): void {
    mkdirSync(this.#out, { recursive: true });
  }
}

async function told(work: () => Promise<unknown>): Promise<Told> {
  try {
    await work();
    return 'done';
  } catch (error) {
    if (error instanceof Error && 'told' in error) return String(error.told);
    const code = error instanceof Error && 'error' in error ? (error.error as { code?: string }).code : undefined;
    return code ?? `thrown: ${String(error)}`;
  }
}

/** More than a small room holds. */
const manyOwners = Object.fromEntries(
  Array.from({ length: 2_000 }, (_, at) => [String(at + 1), { name: `${at} ${'of a long name '.repeat(8)}`.trim() }]),
);

const columns = ['a552213_title', 'a552213_total_minutes'];
const exportInput = { filterGroups: [], query: '', columns, format: 'csv', allowEmpty: true };

async function shown(desk: Desk): Promise<Shown> {
  const { complete, records } = await desk.ask<DataStatus>('data.status');
  return { complete, records };
}

const address = { baseUrl: job.url, key: job.key };
const measures = ['a552213_total_minutes', 'a552213_billable_amount'];

async function tryWith(room: number): Promise<FullDiskOutcome> {
  const desk = new Desk(join(job.folder, `room-${room}`));
  desk.prepare();
  leave(room);
  const connect = await desk.tell('workspace.connect', address);
  const sync = (input = {}) => (connect === 'done' ? desk.tell('sync.run', input) : Promise.resolve(connect));
  const download = await sync();
  // On a disk that had enough room, too little is left for the rest.
  leave(Math.min(room, 64));
  const settings = await desk.tell('settings.set', { refreshWhenOlderHours: 7 });
  const names = await desk.tell('names.keep', { owners: manyOwners });
  const exported = await desk.tell('export.run', exportInput);
  const leftover = exported === 'done' ? [] : desk.exported();
  const full = await sync({ full: true });
  const before = await shown(desk).catch(() => null);
  const close = await desk.close();

  makeRoom();
  await desk.ask('workspace.connect', address);
  await desk.ask('sync.run');
  await desk.ask('sync.run', { full: true });
  const after = await shown(desk);
  const { totals } = await desk.ask<Pick<FullDiskOutcome, 'totals'>>('report.run', { measures });
  await desk.close();

  leave(0);
  const reopen = await told(() => shown(desk));
  await desk.close();
  makeRoom();
  const kept = await shown(desk);
  await desk.close();
  const telling = { connect, download, settings, names, export: exported, full, close, reopen };
  return { room, told: telling, leftover, before, after, totals, kept };
}

const outcomes: FullDiskOutcome[] = [];
for (const room of job.rooms) {
  outcomes.push(await tryWith(room));
  rmSync(join(job.folder, `room-${room}`), { recursive: true, force: true });
}
process.stdout.write(`${JSON.stringify(outcomes)}\n`);
