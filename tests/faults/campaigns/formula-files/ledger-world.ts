/** Records with payloads as texts and signed amounts as numbers, in the real app: its exports and its sums. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApp } from '#electron/app/app.ts';
import { createAppClient } from '#electron/cli/arguments/command.ts';
import { createService } from '#service/server.ts';
import { createEmbeddedUpstream } from '#service/upstream/embedded.ts';
import { memorySecrets, quietHost } from '#tests/support/hosts/quiet-host.ts';
import { seeded, type Seeded } from '#tests/support/worlds/seeded.ts';
import { payloads, places } from './payloads.ts';

export const amountColumns = [
  'a552213_billable_amount',
  'a552213_cost_amount',
  'a552213_margin_amount',
  'a552213_total_minutes',
] as const;
export const textColumns = Object.keys(places);
export const columns = ['sys_object_id', ...textColumns, ...amountColumns];

export interface Exported {
  /** Everything below it is thrown away in the end. */
  readonly folder: string;
  readonly path: string;
  readonly text: string;
  /** Of each amount column, as the report says. */
  readonly totals: Readonly<Record<string, string | null>>;
  /** As they were given to the service, by record. */
  readonly given: readonly Readonly<Record<string, string>>[];
  dispose(): void;
}

const NOW = Date.parse('2026-11-20T12:00:00Z');
const START = Date.UTC(2026, 8, 1);

/** @param texts how many of the payloads; @param amounts how many signed amounts. */
export async function exportWorld(texts: number, amounts: number, seed: number): Promise<Exported> {
  const random = seeded(seed);
  const records = Math.max(texts, Math.ceil(amounts / amountColumns.length));
  const given = Array.from({ length: records }, (_, at) => ({
    ...(at < texts && textsOf(payloads[at % payloads.length] ?? '')),
    ...Object.fromEntries(amountColumns.map((name) => [name, signedAmount(random)])),
  }));
  const folder = mkdtempSync(join(tmpdir(), 'formulas-'));
  const path = join(folder, 'records.csv');
  const upstream = createEmbeddedUpstream({
    records: given.map((properties, at) => ({
      id: at + 1,
      createdAt: START + at * 1000,
      updatedAt: START + at * 1000,
      properties,
    })),
    now: () => NOW,
  });
  const service = await createService({ upstream, now: () => NOW, dailyQuota: 1_000_000 });
  const host = quietHost({ secrets: memorySecrets(), chooseDestination: async () => ({ path }) });
  const app = await createApp({
    host,
    version: 'test',
    dataDirectory: join(folder, 'data'),
    workspace: 'default',
    rate: 0,
    now: () => NOW,
  });
  try {
    const caller = createAppClient(app);
    await caller.call('workspace.connect', { baseUrl: service.url, key: service.key ?? '' });
    await caller.call('sync.run', {});
    await caller.call('export.run', { columns: [...columns], names: false });
    const { totals } = await caller.call('report.run', { measures: [...amountColumns] });
    return {
      folder,
      path,
      text: readFileSync(path, 'utf8'),
      totals,
      given,
      dispose: () => rmSync(folder, { recursive: true, force: true }),
    };
  } finally {
    await app.close();
    await service.close();
  }
}

function textsOf(payload: string): Record<string, string> {
  return Object.fromEntries(Object.entries(places).map(([name, place]) => [name, place(payload)]));
}

/** Signed, of up to fifteen digits: a spreadsheet's doubles hold each of them exactly. */
function signedAmount(random: Seeded): string {
  const decimals = random.between(0, 8);
  const whole = random.between(0, 10 ** random.between(0, 15 - 8 - 1));
  const fraction = decimals === 0 ? '' : `.${String(random.between(0, 10 ** decimals - 1)).padStart(decimals, '0')}`;
  return `${random.chance(0.5) ? '-' : ''}${whole}${fraction}`;
}
