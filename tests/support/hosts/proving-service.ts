/**
 * A service over a world that can be changed, faulted and queried for its true content: in process here, in its own by service-process.ts.
 */
import type { FaultKind, FaultOptions } from '#service/faults.ts';
import { Random } from '#service/random.ts';
import { openService } from './hops.ts';
import { createEmbeddedUpstream } from '#service/upstream/embedded.ts';
import type { Switches } from '#service/upstream/switches.ts';
import type { Upstream } from '#service/upstream/upstream.ts';
import type { World, WorldRecord } from '#service/upstream/world.ts';
import { makeSample } from '../worlds/made-samples.ts';
import { unevenSample } from '../worlds/uneven-sample.ts';
import { WorldControl, type Move, type Moved } from '../worlds/world-control.ts';
import { liveRecords, liveVersions, truthOf, type LiveRecord, type WorldTruth } from '../worlds/world-truth.ts';

export interface ProvingOptions {
  /** Exactly so many live records of the sample to begin with; none when 0. 1,000 by default. */
  readonly records?: number;
  /** The world to begin with, ascending by id, in place of the sample. */
  readonly given?: readonly WorldRecord[];
  /** Exactly so many calendar months, unevenly full. Default: the sample's own months, as many as one firm needs. */
  readonly months?: number;
  /** Of the sample without `months`: 24 by default. A few of them, where no figure needs more, are made in a fifth of the time. */
  readonly sampleMonths?: number;
  /** `YYYY-MM-DD`; the day of `startAt` by default. */
  readonly asOf?: string;
  /** Seeds the sample, the moves, the lags and the faults, where those give none of their own. */
  readonly seed?: number;
  readonly switches?: Partial<Switches>;
  readonly faults?: FaultOptions;
  /** Single moves of the mixture before each read; a fraction is a chance. 0 by default. */
  readonly movesPerRead?: number;
  /** How far the clock advances before each read, besides the time that passes: the pace of a patient client. 0 by default. */
  readonly millisecondsPerRead?: number;
  /** Where the service's clock begins, epoch milliseconds; now by default. */
  readonly startAt?: number;
  /** The clock only moves when advanced. */
  readonly frozen?: boolean;
  /** 1,000,000 by default, so that it is a bench's own choice to meet it. */
  readonly dailyQuota?: number;
  /** Where keys and counts are stored, to outlive a restart. */
  readonly databasePath?: string;
  readonly key?: string;
  readonly port?: number;
}

/** The requests the service saw so far. */
export interface Tally {
  /** All requests that reached the front, dropped and refused ones included. */
  readonly requests: number;
  /** Those that reached the upstream. */
  readonly reads: Readonly<Record<keyof Upstream, number>>;
  readonly faults: Readonly<Record<FaultKind, number>>;
  /** Of the whole process the service runs in. */
  readonly rssBytes: number;
  /** The most it ever was. */
  readonly peakRssBytes: number;
}

/** Every argument and result can be sent to another process. */
export interface ProvingControl {
  /** @returns the ids that changed. */
  move(move: Move): Promise<string[]>;
  /** Every move so far, oldest first. */
  moved(): Promise<Moved[]>;
  /** From the next read on. */
  setMovesPerRead(moves: number): Promise<void>;
  /** Of one month (`YYYY-MM`) or all, over these number properties or all of them. */
  truth(month?: string, names?: readonly string[]): Promise<WorldTruth>;
  /** Live records in id order. */
  liveRecords(fromId?: string, most?: number): Promise<LiveRecord[]>;
  /** When each live record was last changed, by id: a hundredth of what the records themselves take to send. */
  liveVersions(): Promise<ReadonlyMap<string, number>>;
  /** @returns the service's clock afterwards, epoch milliseconds. */
  advance(milliseconds: number): Promise<number>;
  planFaults(options: FaultOptions): Promise<void>;
  tally(): Promise<Tally>;
}

export interface ProvingService {
  readonly url: string;
  readonly key: string;
  readonly control: ProvingControl;
  stop(): Promise<void>;
}

/** One in this process: its content can be inspected. */
export interface NearService extends ProvingService {
  readonly world: World;
  /** Its clock, epoch milliseconds. */
  readonly now: () => number;
  /** @returns what takes the world, another one then, and the clock back to this moment, as often as it is called. */
  remember(): () => void;
}

/** @throws if the port is taken or the database cannot be opened. */
export async function startProvingService(options: ProvingOptions = {}): Promise<NearService> {
  const { seed = 1, frozen = false, dailyQuota = 1_000_000, databasePath, key = 'proving-key', port } = options;
  const clock = clockFrom(options.startAt, frozen);
  const begin = (records: readonly WorldRecord[]) => {
    const embedded = createEmbeddedUpstream({ records, now: clock.now, switches: { seed, ...options.switches } });
    return { embedded, hand: new WorldControl({ world: embedded.world, now: clock.now, seed }) };
  };
  let current = begin(sampleRecords(options, clock.now));
  const reads = { list: 0, batchRead: 0, search: 0 };
  const chance = new Random(seed, 'moves per read');
  let movesPerRead = options.movesPerRead ?? 0;
  const upstream = beforeReads(
    () => current.embedded,
    (kind) => {
      reads[kind] += 1;
      clock.advance(options.millisecondsPerRead ?? 0);
      const count = Math.floor(movesPerRead) + (chance.chance(movesPerRead % 1) ? 1 : 0);
      if (count > 0) current.hand.move({ kind: 'mix', count });
    },
  );
  const service = await openService({
    upstream,
    faults: { seed, ...options.faults },
    now: clock.now,
    dailyQuota,
    key,
    ...(databasePath === undefined ? {} : { databasePath }),
    ...(port === undefined ? {} : { port }),
  });
  const { faults } = service;
  if (!faults) throw new TypeError('The service injects no faults');
  const control: ProvingControl = {
    move: async (move) => current.hand.move(move),
    moved: async () => current.hand.moved,
    setMovesPerRead: async (moves) => void (movesPerRead = moves),
    truth: async (month, names) => truthOf(current.embedded.world, month, names),
    liveRecords: async (fromId, most) => liveRecords(current.embedded.world, fromId, most),
    liveVersions: async () => liveVersions(current.embedded.world),
    advance: async (milliseconds) => clock.advance(milliseconds),
    planFaults: async (planned) => faults.plan({ seed, ...planned }),
    tally: async () => ({
      requests: faults.seen,
      reads: { ...reads },
      faults: { ...faults.met },
      rssBytes: process.memoryUsage.rss(),
      peakRssBytes: process.resourceUsage().maxRSS * 1024,
    }),
  };
  return {
    url: service.url,
    key,
    control,
    get world() {
      return current.embedded.world;
    },
    now: clock.now,
    remember() {
      const { world } = current.embedded;
      const records = Array.from({ length: world.slots }, (_, slot) => world.at(slot)).filter(
        ({ id }) => world.findSlot(id) !== undefined,
      );
      const at = clock.now();
      return () => {
        current = begin(records);
        clock.advance(at - clock.now());
      };
    },
    stop: () => service.close(),
  };
}

function clockFrom(startAt: number | undefined, frozen: boolean) {
  const started = Date.now();
  let at = startAt ?? started;
  const now = () => at + (frozen ? 0 : Date.now() - started);
  const advance = (milliseconds: number) => {
    at += milliseconds;
    return now();
  };
  return { now, advance };
}

function sampleRecords(options: ProvingOptions, now: () => number): readonly WorldRecord[] {
  const { records = 1_000, months, sampleMonths, seed = 1, given } = options;
  if (given) return given;
  const asOf = options.asOf ?? new Date(now()).toISOString().slice(0, 10);
  if (records === 0) return [];
  if (months !== undefined) return unevenSample({ seed, asOf, records, months });
  return makeSample({ seed, asOf, records, ...(sampleMonths !== undefined && { months: sampleMonths }) }).records;
}

/** The same upstream, with a change before each read: by request and not by time, so that a run repeats. */
function beforeReads(upstream: () => Upstream, before: (kind: keyof Upstream) => void): Upstream {
  return {
    list: (request) => (before('list'), upstream().list(request)),
    batchRead: (request) => (before('batchRead'), upstream().batchRead(request)),
    search: (request) => (before('search'), upstream().search(request)),
  };
}
