/** A user who opens the app several times a day, looks around and closes it, while others work on the same records. */
import { setTimeout as wait } from 'node:timers/promises';
import { join } from 'node:path';
import { createApp } from '#electron/app/app.ts';
import { createAppClient, type AppClient } from '#electron/cli/arguments/command.ts';
import { declaredProperties, isSummable } from '#domain/properties.ts';
import { findMeasure } from '#domain/reports/definition/measures.ts';
import { memorySecrets, quietHost } from '#tests/support/hosts/quiet-host.ts';
import { seeded, type Seeded } from '#tests/support/worlds/seeded.ts';
import type { ServiceProcess } from '#tests/support/hosts/service-process.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Records older than this are refreshed when the app is opened. */
const OLD_HOURS = 2;
const openings = [8, 12, 16];
const looksAtHand = 1;
/** An automatic refresh at an opening has ended long before. */
const PATIENCE_MS = 60_000;

const summed = declaredProperties.filter(isSummable).map(({ name }) => name);
const measures = summed.filter((name) => findMeasure(name));

export interface Evening {
  readonly wrong: readonly string[];
  /** By the service's own count. */
  readonly requests: number;
  /** Automatic refreshes. */
  readonly byItself: number;
}

export class Days {
  readonly #service: ServiceProcess;
  readonly #folder: string;
  readonly #draw: Seeded;
  readonly #keys = new Map<string, string>();
  #now = 0;

  constructor(service: ServiceProcess, folder: string, seed: number) {
    this.#service = service;
    this.#folder = folder;
    this.#draw = seeded(seed);
  }

  async begin(): Promise<void> {
    this.#now = await this.#service.control.advance(0);
    const app = await this.#open();
    await app.call('workspace.connect', { baseUrl: this.#service.url, key: this.#service.key });
    await app.call('settings.set', { refreshWhenOlderHours: OLD_HOURS });
    await app.call('sync.run', {});
    await app.close();
  }

  async live(): Promise<Evening> {
    const { control } = this.#service;
    const wrong: string[] = [];
    const before = (await control.tally()).requests;
    let byItself = 0;
    const midnight = this.#now - (this.#now % DAY);
    for (const hour of openings) {
      await this.#work(midnight + hour * HOUR);
      const app = await this.#open();
      byItself += await this.#fresh(app, wrong);
      for (let looks = 0; looks < looksAtHand; looks += 1) {
        await this.#lookAround(app);
        await this.#work(this.#now + 20 * MINUTE);
        const { status, stopped } = await app.call('sync.run', {});
        if (status !== 'complete' && stopped !== null) wrong.push(`a refresh ended with ${stopped.code}`);
      }
      if (hour === openings[0]) await app.call('checks.run', {});
      await app.close();
    }
    wrong.push(...(await this.#evening(midnight)));
    const requests = (await control.tally()).requests - before;
    this.#now = await control.advance(midnight + DAY - this.#now + MINUTE);
    return { wrong, requests, byItself };
  }

  async #open(): Promise<AppClient & { close(): Promise<void> }> {
    const app = await createApp({
      host: { ...quietHost({ secrets: memorySecrets(this.#keys) }), kind: 'browser' },
      version: 'test',
      dataDirectory: this.#folder,
      workspace: 'default',
      rate: 0,
      now: () => this.#now,
    });
    return Object.assign(createAppClient(app), { close: () => app.close() });
  }

  /** No call starts the refresh at the opening: its end shows in the age of the records. @returns 1 if there was one. */
  async #fresh(app: AppClient, wrong: string[]): Promise<number> {
    const since = performance.now();
    for (;;) {
      const { asOf, pending } = await app.call('data.status', {});
      const { running } = await app.call('sync.state', {});
      const ageMs = this.#now - Date.parse(asOf ?? '');
      if (!running && (ageMs < OLD_HOURS * HOUR || pending === 'not-verified')) return 1;
      if (performance.now() - since > PATIENCE_MS) {
        wrong.push(`the records are ${Math.round(ageMs / HOUR)} hours old after an opening`);
        return 0;
      }
      await wait(20);
    }
  }

  async #lookAround(app: AppClient): Promise<void> {
    await app.call('report.run', { measures: ['billable_amount', 'total_minutes'], groupBy: ['platform_owner_id'] });
    await app.call('report.run', { measures: ['logged_hours'], groupBy: ['week'], columns: 'a552213_category_text' });
    await app.call('records.page', { columns: ['a552213_title', 'a552213_billable_amount'], limit: 100 });
  }

  /** As many appear as disappear: a growing world would look like a leak. */
  async #work(until: number): Promise<void> {
    const { control } = this.#service;
    const most = this.#draw.pick([3, 8, 20]);
    await control.move({ kind: 'edit', count: most });
    await control.move({ kind: 'insert', count: most });
    await control.move({ kind: 'archive', count: Math.ceil(most / 2) });
    await control.move({ kind: 'remove', count: Math.floor(most / 2) });
    this.#now = await control.advance(Math.max(5 * MINUTE, until - this.#now));
  }

  async #evening(midnight: number): Promise<string[]> {
    const { control } = this.#service;
    this.#now = await control.advance(Math.max(5 * MINUTE, midnight + 20 * HOUR - this.#now));
    const app = await this.#open();
    try {
      await app.call('sync.run', {});
      const truth = await control.truth(undefined, summed);
      const { complete, records } = await app.call('data.status', {});
      const { totals } = await app.call('report.run', { measures });
      const off = measures.filter((name) => (totals[name] ?? null) !== (truth.totals[name] ?? null));
      return [
        ...(complete ? [] : ['in the evening the records are not whole']),
        ...(records === truth.count ? [] : [`${records} records in the evening, not ${truth.count}`]),
        ...off.map((name) => `${name} is ${totals[name]} in the evening, not ${truth.totals[name]}`),
      ];
    } finally {
      await app.close();
    }
  }
}

export const dataFolder = (folder: string) => join(folder, 'data');
