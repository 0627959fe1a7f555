/**
 * One sync that meets a fault at a chosen request: complete and exact, or ended with a named error and nothing lost; then resumed without
 * it.
 */
import { rmSync } from 'node:fs';
import { readStatus } from '#electron/sync/status.ts';
import type { SyncResult } from '#contract/api.ts';
import { AppFailure } from '#contract/errors.ts';
import { differences, openDesk, reportedWrongly, truthNow, type Desk } from '#tests/support/hosts/sync-desk.ts';
import type { NearService } from '#tests/support/hosts/proving-service.ts';
import { seeded, type Seeded } from '#tests/support/worlds/seeded.ts';
import type { WorldTruth } from '#tests/support/worlds/world-truth.ts';
import type { SmallWorlds } from '../small-worlds.ts';
import { expectedOf, isTcp, Striker, type Operation, type Strike, type WireFault } from './faults.ts';
import type { HttpProxy } from './http-proxy.ts';
import type { TcpProxy } from './tcp-proxy.ts';
import type { Trap } from './trap.ts';

export interface Way {
  readonly tcp: TcpProxy;
  readonly http: HttpProxy;
  readonly trap: Trap;
}

export interface WireRun {
  readonly seed: number;
  readonly fault: WireFault;
  readonly operation: Operation;
}

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const SETTLED = 4 * MINUTE;
/** Few enough that a walk without end meets it at once, far more than any of these syncs may cost. */
const QUOTA = 80;
const SHORT_DEADLINE_MS = 250;
const PATIENCE = 4;
const sizes = [90, 150, 201, 260];

/** The end of a sync: a result, or the code it failed with. */
type End = { readonly result: SyncResult } | { readonly code: string };

/** @returns what is wrong, a line each. */
export async function runWire(worlds: SmallWorlds, way: Way, { seed, fault, operation }: WireRun): Promise<string[]> {
  const draw = seeded(seed);
  // A complete store is refreshed; a batch read needs no earlier request.
  const isRefresh = operation === 'batch' || draw.chance(0.65);
  const size = draw.pick(sizes);
  const service = await worlds.start(size, { seed });
  const folder = await worlds.place(isRefresh ? size : undefined);
  const strike: Strike = {
    fault,
    operation,
    from: operation === 'batch' ? 1 : draw.between(1, isRefresh ? 3 : Math.max(1, Math.ceil(size / 200))),
    times: draw.chance(0.5) ? 1 : Infinity,
    share: draw.next(),
  };
  const play = new Play({ service, way, folder, strike, draw, isRefresh });
  try {
    await play.toEnd();
    return play.wrong;
  } finally {
    await service.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Given {
  readonly service: NearService;
  readonly way: Way;
  readonly folder: string;
  readonly strike: Strike;
  readonly draw: Seeded;
  readonly isRefresh: boolean;
}

class Play {
  readonly wrong: string[] = [];
  readonly #given: Given;
  readonly #options: { readonly list?: boolean };
  readonly #trappedBefore: number;
  #now = 0;
  #desk: Desk | undefined;

  constructor(given: Given) {
    this.#given = given;
    this.#options = given.strike.operation === 'list' ? { list: true } : {};
    this.#trappedBefore = given.way.trap.met;
  }

  async toEnd(): Promise<void> {
    const { way } = this.#given;
    try {
      await this.#advance(0);
      const met = await this.#meet();
      if (met) {
        await this.#judge(met.end, met.before);
        await this.#goOn();
      }
      const trapped = way.trap.met - this.#trappedBefore;
      if (trapped > 0) this.wrong.push(`${trapped} requests to an address the service named`);
    } finally {
      await this.#desk?.close();
    }
  }

  /** Syncs until the fault has struck. @returns how that sync ended, and the truth at the last good state before it. */
  async #meet(): Promise<{ readonly end: End; readonly before: WorldTruth } | undefined> {
    const { strike, isRefresh, service } = this.#given;
    const { fault } = strike;
    let before = await truthNow(service.control);
    await this.#open(fault === 'stall' || fault === 'half-open' ? SHORT_DEADLINE_MS : undefined);
    for (let tries = 0; tries < PATIENCE; tries += 1) {
      if (isRefresh || tries > 0) await this.#moveWorld();
      const striker = new Striker(tries === 0 ? strike : { ...strike, from: 1 });
      await this.#aim(striker);
      const end = await this.#sync();
      if (striker.struck > 0) return { end, before };
      if ('result' in end && end.result.status === 'complete') before = await truthNow(service.control);
    }
    this.wrong.push('the fault never struck');
    return undefined;
  }

  async #moveWorld(): Promise<void> {
    const { service, draw, strike } = this.#given;
    const { control } = service;
    await this.#advance(60 * MINUTE);
    if (strike.operation === 'batch')
      await control.move({ kind: draw.pick(['archive', 'remove']), count: draw.pick([1, 3, 40, 110]) });
    else {
      await control.move({ kind: 'edit', count: draw.pick([2, 30, 120]) });
      await control.move({ kind: 'insert', count: draw.pick([1, 12, 60]) });
      if (draw.chance(0.4)) await control.move({ kind: 'archive', count: draw.pick([1, 7]) });
    }
    await this.#advance(SETTLED);
  }

  async #judge(end: End, before: WorldTruth): Promise<void> {
    const { strike, service, isRefresh } = this.#given;
    const { codes, mayBeWhole, isRetried } = expectedOf[strike.fault];
    const code = codeOf(end);
    const isOver = isRetried && strike.times === 1;
    const isNamed = !isOver && code !== null && codes.includes(code);
    const isWhole = 'result' in end && end.result.status === 'complete' && code === null;
    // A page shown twice may contradict nothing but the counts, as a service that lags behind does: the sync proves nothing, and says so.
    const isUnverified =
      strike.fault === 'repeated cursor' &&
      strike.operation !== 'batch' &&
      'result' in end &&
      end.result.status === 'partial' &&
      code === null;
    if (!isNamed && !isUnverified && !(isWhole && (mayBeWhole || isOver))) this.wrong.push(`ended with ${worded(end)}`);
    const desk = this.#deskNow();
    if (isWhole) return this.#blame('said to be whole', await differences(desk.snapshot, service.control));
    const { complete } = await readStatus(desk.snapshot);
    if (complete !== isRefresh) this.wrong.push(`complete is ${complete} after ${worded(end)}`);
    if (isRefresh) this.#blame('of the last good state', await reportedWrongly(desk.snapshot, before));
    else this.#blame('of what is held so far', await this.#untrue());
    if (code === 'quota-exhausted') await this.#staysStill();
  }

  /** While nothing changes, the held records must equal the service's. */
  async #untrue(): Promise<string[]> {
    const { snapshot } = this.#deskNow();
    const live = await this.#given.service.control.liveVersions();
    const ids = await snapshot.ids({});
    const held = await snapshot.versions(ids);
    const off = ids.filter((id) => live.get(id) !== held.get(id));
    return off.length === 0 && new Set(ids).size === ids.length ? [] : [`${off.length} records, such as ${off[0]}`];
  }

  /** Until the reset nothing is sent, and then it is. */
  async #staysStill(): Promise<void> {
    const { control } = this.#given.service;
    const { seen } = this.#given.way.tcp;
    const sent = seen.length;
    for (const hours of [0, 1, 7]) {
      await this.#advance(hours * 60 * MINUTE);
      await this.#sync();
    }
    if (seen.length > sent) this.wrong.push(`${seen.length - sent} requests between the 429 and its reset`);
    await this.#advance(DAY - ((await control.advance(0)) % DAY) + MINUTE);
  }

  async #goOn(): Promise<void> {
    const { service, draw, strike } = this.#given;
    await this.#aim();
    if (strike.fault === 'stall' || strike.fault === 'half-open' || draw.chance(0.25)) await this.#open();
    let end: End | undefined;
    for (let tries = 0; tries < PATIENCE; tries += 1) {
      await this.#advance(SETTLED);
      end = await this.#sync();
      if ('result' in end && end.result.status === 'complete') {
        return this.#blame('at the end', await differences(this.#deskNow().snapshot, service.control));
      }
    }
    this.wrong.push(`never whole again: ${end ? worded(end) : ''}`);
  }

  async #aim(striker?: Striker): Promise<void> {
    const { way, service, strike } = this.#given;
    const overTcp = isTcp(strike.fault);
    way.http.aim(service.url, overTcp ? undefined : striker);
    await way.tcp.aim(overTcp ? service.url : way.http.url, overTcp ? striker : undefined);
  }

  async #open(deadlineMs = 30_000): Promise<void> {
    await this.#desk?.close();
    const { service, way, folder } = this.#given;
    this.#desk = await openDesk({
      url: way.tcp.url,
      key: service.key,
      folder,
      now: () => this.#now,
      limit: QUOTA,
      deadlineMs,
    });
  }

  #deskNow(): Desk {
    if (!this.#desk) throw new TypeError('No desk is open');
    return this.#desk;
  }

  async #sync(): Promise<End> {
    try {
      return { result: await this.#deskNow().sync(this.#options) };
    } catch (error) {
      if (error instanceof AppFailure) return { code: error.error.code };
      throw error;
    }
  }

  /** The service's clock and this computer's, which agree. */
  async #advance(milliseconds: number): Promise<void> {
    this.#now = await this.#given.service.control.advance(milliseconds);
  }

  #blame(when: string, wrong: readonly string[]): void {
    this.wrong.push(...wrong.map((each) => `${when}: ${each}`));
  }
}

function codeOf(end: End): string | null {
  return 'code' in end ? end.code : (end.result.stopped?.code ?? null);
}

function worded(end: End): string {
  if ('code' in end) return end.code;
  const { status, stopped, requestsUsed } = end.result;
  return `${status} after ${requestsUsed} requests${stopped ? ` (${JSON.stringify(stopped)})` : ''}`;
}
