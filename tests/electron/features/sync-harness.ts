/** A workspace over a service and a store in memory, whose answers a test changes while the scheduler uses it. */
import type { Quota, WorkspaceState } from '#contract/api.ts';
import { openJournal, type Journal } from '#electron/journal/journal.ts';
import { readSettings } from '#electron/journal/settings.ts';
import type { Workspace } from '#electron/workspace/workspace.ts';
import { MemoryStore } from '#tests/support/stores/memory-store.ts';
import { MovingWorld } from '#tests/support/worlds/moving-world.ts';

export const START = Date.UTC(2026, 10, 21, 8);
export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;
/** Of the day's limit runs leave the last requests to the person. */
const LIMIT = 1_000;
const RESERVE = 50;

export const RECORDS = 900;
const MONTHS = ['2026-09-01', '2026-10-01', '2026-11-01'];

export class Bench {
  readonly world: MovingWorld;
  readonly preferences: Journal = openJournal(':memory:');
  store = new MemoryStore();
  state: Pick<WorkspaceState, 'kind' | 'key'> = { kind: 'service', key: 'keychain' };
  /** When the quota is given back, by the service's word and, where it differs, on this computer's clock. */
  resets: { at: number; hereMs?: number } = { at: START + 6 * HOUR };
  /** Without a count and in no order of ids nothing can be verified. */
  isVerifiable = true;
  total: number | null = null;
  #spendable = LIMIT - RESERVE;

  /** @param now the clock on the wall: the service's goes with it */
  constructor(now: () => number) {
    this.world = new MovingWorld({ seed: 1, now: START });
    this.world.onRequest = () => void (this.world.now = Math.max(this.world.now, now()));
    this.world.settle(Array.from({ length: RECORDS }, (_, at) => MONTHS[at % 3] ?? null));
  }

  requests(): number {
    return this.world.requests.length;
  }

  /** How many requests runs may spend from now on before the quota stops them. */
  leaveRequests(count = LIMIT - RESERVE): void {
    this.#spendable = this.requests() + count;
  }

  /** Called once, when the next answer is made. */
  atNextAnswer(act: () => unknown): void {
    this.world.onAnswer = () => {
      this.world.onAnswer = undefined;
      act();
    };
  }

  quota(): Quota {
    const resetsAt = new Date(this.resets.at).toISOString();
    return { used: LIMIT - RESERVE - this.#spendable + this.requests(), limit: LIMIT, resetsAt };
  }

  open(name = 'own'): Workspace {
    const { world, resets } = this;
    const client: Pick<MovingWorld, 'search' | 'batchRead' | 'list' | 'quota'> & Record<'exhaustion', unknown> = {
      search: async (...request) => {
        const { total, ...page } = await world.search(...request);
        return this.isVerifiable && total !== undefined ? { ...page, total } : page;
      },
      list: async (...request) => {
        const page = await world.list(...request);
        return this.isVerifiable ? page : { ...page, records: page.records.toReversed() };
      },
      batchRead: world.batchRead.bind(world),
      quota: () => this.quota(),
      exhaustion: () => (this.resets.hereMs === undefined ? undefined : { untilMs: resets.hereMs }),
    };
    const open = {
      name,
      snapshot: this.store,
      settings: () => readSettings(this.preferences, {}),
      state: async () => this.state,
      client: async () => client,
      quota: async () => this.quota(),
      mentionedTotal: () => this.total,
      noteTotal: (records: number) => void (this.total = records),
      trouble: () => null,
    };
    return open as unknown as Workspace;
  }
}
