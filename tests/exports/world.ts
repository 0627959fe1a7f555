/** The app over a small world for exports: objects of several currencies, unreadable figures among readable ones, three months, names. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApp } from '#electron/app/app.ts';
import { createAppClient, type AppClient } from '#electron/cli/arguments/command.ts';
import { formatUnits, toUnits } from '#domain/decimal.ts';
import { createService } from '#service/server.ts';
import { createEmbeddedUpstream } from '#service/upstream/embedded.ts';
import { memorySecrets, quietHost } from '../support/hosts/quiet-host.ts';
import { NOW, worldRecords } from '../support/worlds/app-world.ts';
import { NUMBER } from './readers/figures.ts';
import { seeded, type Seeded } from '../support/worlds/seeded.ts';

const RECORDS = 240;

export interface ExportWorld extends Pick<AppClient, 'call'> {
  /** The next file is written there, or read from there. */
  writeTo(path: string): void;
  readonly folder: string;
  dispose(): Promise<void>;
}

const active = { activeFrom: null, activeTo: null };
const names = {
  owners: {
    '1': { name: 'Ada Roth', team: 'Audit', weeklyHours: '40', ...active },
    '2': { name: 'Bo Larsen', team: 'Tax', weeklyHours: '32.5', ...active },
    '3': { name: '=Cy', team: null, weeklyHours: null, ...active },
  },
  objects: {
    'deal:10': { name: 'Ledger', client: 'Acme', currency: 'USD' },
    'deal:11': { name: 'Close', client: 'Acme', currency: null },
    'company:10': { name: 'Brook AG', client: 'Brook', currency: 'CHF' },
  },
};

const unreadable = ['n/a', '1,234.50', '1e400', '12345678901234567890.5', '=1+1'] as const;

function figure(random: Seeded, plain: () => string): string | undefined {
  if (random.chance(0.06)) return undefined;
  return random.chance(0.06) ? random.pick(unreadable) : plain();
}

function recordIn(random: Seeded) {
  const day = String(random.between(1, 28)).padStart(2, '0');
  const month = random.pick(['09', '10', '11']);
  const cents = () => `${random.between(-500, 90_000) / 100}`;
  const minutes = random.between(0, 600);
  return {
    record_id: random.pick(['0042', '5E10', '12-11', String(random.between(1, 1e9))]),
    title: random.pick(['Call', '=cmd()', 'A;B', 'Line\nbreak', 'Ünï']),
    description: 'internal',
    category_text: random.pick(['Audit', 'audit', 'Tax', undefined]),
    service_name: random.pick(['Books', 'Advice', '-Review']),
    platform_owner_id: random.pick(['1', '2', '3', undefined]),
    assoc_obj_type: random.pick(['deal', 'company']),
    assoc_record_id: random.pick(['10', '11', '12']),
    month_year: `2026-${month}-01`,
    first_start_date: `2026-${month}-${day}T${String(random.between(0, 23)).padStart(2, '0')}:30:00Z`,
    total_minutes: figure(random, () => String(minutes)),
    total_hours: figure(random, () => (minutes / 60).toFixed(2)),
    billable_minutes: figure(random, () => String(random.between(0, minutes))),
    billable_amount: figure(random, cents),
    billable_rate: figure(random, () => String(random.between(50, 300))),
    cost_amount: figure(random, cents),
    margin_amount: figure(random, cents),
  };
}

/** One amount in the middle of those that can be read. */
function withCent(given: readonly ReturnType<typeof recordIn>[]) {
  const readable = given.filter(({ billable_amount: amount }) => amount !== undefined && NUMBER.test(amount));
  const changed = readable[Math.floor(readable.length / 2)];
  return given.map((each) =>
    each === changed
      ? { ...each, billable_amount: formatUnits(toUnits(each.billable_amount ?? '0') + toUnits('0.01')) }
      : each,
  );
}

/** @param hasCent whether one record has a cent more than in the world of the same seed without it */
export async function openExportWorld(seed: number, { hasCent = false } = {}): Promise<ExportWorld> {
  const random = seeded(seed);
  const given = Array.from({ length: RECORDS }, () => recordIn(random));
  const records = worldRecords(hasCent ? withCent(given) : given);
  const folder = mkdtempSync(join(tmpdir(), 'random-exports-'));
  const service = await createService({
    upstream: createEmbeddedUpstream({ records, now: () => NOW }),
    now: () => NOW,
  });
  let path = '';
  const host = quietHost({
    secrets: memorySecrets(),
    chooseDestination: async () => ({ path }),
    chooseFolder: async () => ({ path }),
    chooseSource: async () => ({ path }),
  });
  const options = { version: 'test', dataDirectory: join(folder, 'data'), workspace: 'default', rate: 0 };
  const app = await createApp({ host, ...options, now: () => NOW });
  const caller = createAppClient(app);
  await caller.call('workspace.connect', { baseUrl: service.url, key: service.key ?? '' });
  await caller.call('sync.run', {});
  await caller.call('names.keep', names);
  return {
    call: (method, input) => caller.call(method, input),
    writeTo: (place) => {
      path = place;
    },
    folder,
    dispose: async () => {
      await app.close();
      await service.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
