/** A download or a refresh, killed: the state is the old or the new one, and the next run repeats no more than two pages. */
import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { setTimeout as wait } from 'node:timers/promises';
import { openSnapshot, type Snapshot } from '#electron/snapshot/snapshot.ts';
import { readStatus } from '#electron/sync/status.ts';
import { AppFailure } from '#contract/errors.ts';
import type { NearService } from '#tests/support/hosts/proving-service.ts';
import type { Seeded } from '#tests/support/worlds/seeded.ts';
import { differences, reportedWrongly, truthNow } from '#tests/support/hosts/sync-desk.ts';
import { run } from '#tests/support/hosts/terminal.ts';
import type { WorldTruth } from '#tests/support/worlds/world-truth.ts';
import type { SmallWorlds } from '../small-worlds.ts';
import { runVictim, type KillAt } from './victim.ts';
import type { WatchedWay } from './watched-way.ts';

const KEY = 'proving-key';
const HOURS = 'a552213_total_hours';
const historySchema = z.object({ merges: z.array(z.object({ number: z.number(), kind: z.string() })) });
const reportSchema = z.object({ records: z.number(), totals: z.record(z.string(), z.string().nullable()) });
const HOUR = 3_600_000;
const MAKING_MS = 1_200;
const RECORDS = 1_150;
/** Pages that were under way when the process died. */
const MAX_REPEATED = 2;

export class SyncKills {
  readonly #worlds: SmallWorlds;
  readonly #way: WatchedWay;
  #whole: string | undefined;
  #number = 0;
  /** Of an unkilled download, milliseconds. */
  #takesMs = 0;

  constructor(worlds: SmallWorlds, way: WatchedWay) {
    this.#worlds = worlds;
    this.#way = way;
  }

  get takesMs(): number {
    return this.#takesMs;
  }

  /** @returns whether it died of it, and what is wrong. */
  async kill(at: KillAt, draw: Seeded): Promise<{ readonly killed: boolean; readonly wrong: readonly string[] }> {
    const whole = await this.wholeFolder();
    const isRefresh = draw.chance(0.5);
    const data = this.#newFolder();
    const service = await this.#service();
    try {
      if (isRefresh) cpSync(whole, data, { recursive: true });
      else mkdirSync(join(data, 'workspaces/default'), { recursive: true });
      const before = isRefresh ? await truthNow(service.control) : null;
      if (isRefresh) await moveWorld(service, draw);
      this.#way.aim(service.url);
      const folder = join(data, 'workspaces/default');
      const { killed } = await runVictim({ ...this.#command(data), at, way: this.#way, folder });
      const asked = this.#way.asked.length;
      const wrong = [
        ...(await foundAfter(folder, service, before)),
        ...(await this.#goOn(data, service, asked)),
        ...(before === null ? [] : await this.#recall(data, before)),
      ];
      return { killed, wrong: wrong.map((each) => `${isRefresh ? 'refresh' : 'download'}: ${each}`) };
    } finally {
      await service.stop();
      rmSync(data, { recursive: true, force: true });
    }
  }

  async #goOn(data: string, service: NearService, asked: number): Promise<string[]> {
    await service.control.advance(60_000);
    this.#way.watch({});
    const { args, input } = this.#command(data);
    const { code, stdout, stderr } = await run(args, { input });
    if (code !== 0) return [`the next run ended with ${code}: ${stderr}${stdout}`];
    const before = new Set(this.#way.asked.slice(0, asked));
    const repeated = this.#way.asked.slice(asked).filter((each) => isPage(each) && before.has(each)).length;
    const snapshot = await openSnapshot(join(data, 'workspaces/default/snapshot.duckdb'));
    try {
      const off = await differences(snapshot, service.control);
      return repeated > MAX_REPEATED ? [`${repeated} pages were asked for again`, ...off] : off;
    } finally {
      await snapshot.close();
    }
  }

  /** The moment before the refresh is known as it was, and nothing of what happened since is unknown. */
  async #recall(data: string, before: WorldTruth): Promise<string[]> {
    const place = ['--data-dir', data, '--json'];
    const history = historySchema.parse(JSON.parse((await run(['history', ...place])).stdout));
    const first = history.merges.findLast(({ kind }) => kind === 'first');
    const unknown = history.merges.filter(({ kind }) => kind === 'unknown').length;
    const asked = ['report', '--measures', `records,${HOURS}`, '--as-known', `#${first?.number}`, ...place];
    const { stdout, stderr } = await run(asked);
    const answer = reportSchema.safeParse(JSON.parse(stdout || '{}'));
    if (!answer.success) return [`what was known before cannot be told: ${stderr}${stdout}`];
    const { records, totals } = answer.data;
    const hours = totals[HOURS] ?? null;
    return [
      ...(unknown > 0 ? [`${unknown} spans of the history are unknown`] : []),
      ...(records === before.count ? [] : [`${records} records were known before instead of ${before.count}`]),
      ...(hours === (before.totals[HOURS] ?? null)
        ? []
        : [`${hours} h were known before instead of ${before.totals[HOURS]}`]),
    ];
  }

  #command(data: string) {
    const args = ['sync', '--data-dir', data, '--base-url', this.#way.url, '--key-stdin', '--rate', '0', '--json'];
    return { args, input: `${KEY}\n` };
  }

  #newFolder(): string {
    const folder = join(this.#worlds.folder, `killed-${(this.#number += 1)}`);
    mkdirSync(folder);
    return folder;
  }

  #service(): Promise<NearService> {
    return this.#worlds.start(RECORDS, { key: KEY });
  }

  /** A data directory with all records, as of the start. */
  async wholeFolder(): Promise<string> {
    if (this.#whole !== undefined) return this.#whole;
    const data = this.#newFolder();
    const service = await this.#service();
    this.#way.aim(service.url);
    const { code, stderr, tookMs } = await runVictim({
      ...this.#command(data),
      at: null,
      way: this.#way,
      folder: data,
    });
    await service.stop();
    if (code !== 0) throw new Error(`The download ended with ${code}: ${stderr}`);
    this.#takesMs = tookMs;
    return (this.#whole = data);
  }
}

/** Looks at the newest changes and counts are asked in the same words each time; pages differ by their upper bound. */
function isPage(asked: string): boolean {
  return asked.includes('"operator":"LT"') && asked.includes('sys_object_id');
}

async function moveWorld({ control }: NearService, draw: Seeded): Promise<void> {
  await control.advance(HOUR);
  await control.move({ kind: 'edit', count: draw.pick([30, 450]) });
  await control.move({ kind: 'insert', count: draw.pick([5, 220]) });
  await control.move({ kind: 'archive', count: draw.pick([1, 20]) });
  await control.advance(HOUR);
}

/** A file that was being created counts as damaged until it is certain that no process is still creating it. */
async function openAfterKill(path: string): Promise<Snapshot> {
  try {
    return await openSnapshot(path);
  } catch (error) {
    if (!(error instanceof AppFailure) || error.error.code !== 'store-damaged') throw error;
    await wait(MAKING_MS);
    return openSnapshot(path);
  }
}

/** @param before the truth of the last good state; null: there was none. */
async function foundAfter(folder: string, { control }: NearService, before: WorldTruth | null): Promise<string[]> {
  const snapshot = await openAfterKill(join(folder, 'snapshot.duckdb'));
  try {
    const { complete } = await readStatus(snapshot);
    if (before) {
      if (!complete) return ['the last good state is said to be partial'];
      const old = await reportedWrongly(snapshot, before);
      return old.length === 0 ? [] : orNew(old, await reportedWrongly(snapshot, await truthNow(control)));
    }
    if (complete) return await differences(snapshot, control);
    return await untrue(snapshot, await control.liveVersions());
  } finally {
    await snapshot.close();
  }
}

function orNew(old: readonly string[], fresh: readonly string[]): string[] {
  return fresh.length === 0 ? [] : [`neither old (${old[0]}) nor new (${fresh[0]})`];
}

async function untrue(snapshot: Snapshot, live: ReadonlyMap<string, number>): Promise<string[]> {
  const ids = await snapshot.ids({});
  const held = await snapshot.versions(ids);
  const off = ids.filter((id) => live.get(id) !== held.get(id));
  return off.length === 0 && new Set(ids).size === ids.length ? [] : [`${off.length} records are not as they are`];
}
