/** Worlds of a few pages, cut from one sample, and folders in which they are already complete: thousands of runs need both at once. */
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createSample } from '#service/sample.ts';
import type { WorldRecord } from '#service/upstream/world.ts';
import { startProvingService, type NearService, type ProvingOptions } from '#tests/support/hosts/proving-service.ts';
import { scratchPlace } from '#tests/support/stores/scratch-place.ts';
import { openDesk } from '#tests/support/hosts/sync-desk.ts';

export const START = Date.UTC(2026, 10, 21, 9);
const SAMPLE_RECORDS = 1_900;

export class SmallWorlds {
  readonly folder = mkdtempSync(join(scratchPlace(), 'campaign-'));
  readonly #records: readonly WorldRecord[];
  readonly #whole = new Map<number, string>();
  #places = 0;

  constructor(seed: number) {
    this.#records = createSample({ seed, asOf: '2026-11-21', records: SAMPLE_RECORDS }).records;
  }

  records(count: number): readonly WorldRecord[] {
    return this.#records.slice(0, count);
  }

  /** The clock is at 09:00 UTC of 2026-11-21 unless set otherwise. */
  start(records: number, options: Omit<ProvingOptions, 'given' | 'records'> = {}): Promise<NearService> {
    return startProvingService({ startAt: START, frozen: true, ...options, given: this.records(records) });
  }

  /** @returns a new folder, empty or with so many records downloaded, as of the start. */
  async place(whole?: number): Promise<string> {
    const folder = join(this.folder, `run-${(this.#places += 1)}`);
    if (whole === undefined) mkdirSync(folder);
    else cpSync(await this.#wholeOf(whole), folder, { recursive: true });
    return folder;
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  async #wholeOf(records: number): Promise<string> {
    const known = this.#whole.get(records);
    if (known !== undefined) return known;
    const folder = join(this.folder, `whole-${records}`);
    mkdirSync(folder);
    const service = await this.start(records);
    const desk = await openDesk({ url: service.url, key: service.key, folder, now: () => START });
    const { status } = await desk.sync();
    await desk.close();
    await service.stop();
    if (status !== 'complete') throw new Error(`${records} records could not be downloaded`);
    rmSync(join(folder, 'ledger.sqlite'), { force: true });
    rmSync(join(folder, 'ledger.sqlite-wal'), { force: true });
    rmSync(join(folder, 'ledger.sqlite-shm'), { force: true });
    this.#whole.set(records, folder);
    return folder;
  }
}
