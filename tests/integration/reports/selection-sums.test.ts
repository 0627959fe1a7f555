/** The sum in the status bar is the total of the report with the same filter and the sum of the exported file, over random views. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApp, type App } from '#electron/app/app.ts';
import { createAppClient, type AppClient } from '#electron/cli/arguments/command.ts';
import type { Service } from '#service/server.ts';
import { openService } from '#tests/support/hosts/hops.ts';
import { formatUnits, toUnits } from '#domain/decimal.ts';
import type { FilterGroups } from '#domain/filter/model.ts';
import { requireProperty } from '#domain/properties.ts';
import { toSort, type SortOrder } from '#domain/records/sort-order.ts';
import { quietHost } from '#tests/support/hosts/quiet-host.ts';
import { seeded, type Seeded } from '#tests/support/worlds/seeded.ts';
import { chooseSize } from '#tests/support/tier.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const RECORDS = 1_200;
const VIEWS = Number(process.env['VIEWS'] ?? chooseSize(1, 24));
const SEED = Number(process.env['SEED'] ?? 11);
const summed = ['a552213_total_hours', 'a552213_billable_amount', 'a552213_total_minutes', 'a552213_cost_amount'];
const sorted = [...summed, 'a552213_title', 'platform_owner_id', 'a552213_first_start_date', 'client', 'sys_object_id'];

let folder: string;
let service: Service;
let app: App;
const ask: AppClient['call'] = (method, input) => createAppClient(app).call(method, input);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sums-'));
  service = await openService({
    records: RECORDS,
    seed: 7,
    asOf: '2026-11-20',
    sampleMonths: 6,
    now: () => NOW,
    key: 'key',
  });
  app = await createApp({
    host: quietHost({ chooseDestination: async () => ({ path: join(folder, 'view.csv') }) }),
    version: 'test',
    dataDirectory: folder,
    workspace: 'default',
    baseUrl: service.url,
    key: 'key',
    rate: 0,
  });
  await ask('sync.run', {});
});
afterAll(async () => {
  await app.close();
  await service.close();
  rmSync(folder, { recursive: true, force: true });
});

function randomView(random: Seeded) {
  const filters = [
    { propertyName: 'a552213_total_hours', operator: 'GT' as const, value: String(random.between(0, 6)) },
    { propertyName: 'a552213_billable_rate', operator: 'HAS_PROPERTY' as const },
    { propertyName: 'a552213_toggle', operator: 'NEQ' as const, value: 'true' },
  ].filter(() => random.chance(0.4));
  const filterGroups: FilterGroups = filters.length > 0 ? [{ filters }] : [];
  const sort = toSort(
    Array.from({ length: random.between(1, 3) }, (): SortOrder => ({
      propertyName: random.pick(sorted),
      direction: random.chance(0.5) ? 'ASCENDING' : 'DESCENDING',
    })),
  );
  return {
    view: { filterGroups, query: random.chance(0.3) ? 'me' : '', ...(random.chance(0.3) && { period: '2026' }) },
    sort,
  };
}

const addUp = (values: readonly (string | null | undefined)[]): string =>
  formatUnits(values.reduce((sum, each) => sum + toUnits(each ?? '0'), 0n));
const exact = (value: string | null | undefined): string => formatUnits(toUnits(value ?? '0'));

test('over random views, orders and rows', { timeout: 120_000 }, async () => {
  const random = seeded(SEED);
  for (let at = 0; at < VIEWS; at += 1) {
    const { view, sort } = randomView(random);
    const report = await ask('report.run', { ...view, measures: summed });
    const { total } = await ask('records.page', { ...view, columns: summed, limit: 1 });
    if (total === 0) continue;
    const asked = { ...view, sort, measures: summed };
    const all = await ask('records.sums', { ...asked, limit: total });
    expect(all.totals, `view ${at}`).toEqual(report.totals);
    expect(all.records).toBe(total);

    const cut = random.between(1, total);
    const upper = await ask('records.sums', { ...asked, limit: cut });
    const lower = await ask('records.sums', { ...asked, offset: cut, limit: total });
    for (const name of summed) expect(addUp([upper.totals[name], lower.totals[name]])).toBe(exact(report.totals[name]));

    const offset = random.between(0, total - 1);
    const limit = random.between(1, 60);
    const some = await ask('records.sums', { ...asked, offset, limit });
    const { rows } = await ask('records.page', { ...view, sort, columns: summed, offset, limit });
    expect(some.records).toBe(rows.length);
    for (const name of summed) expect(exact(some.totals[name])).toBe(addUp(rows.map(({ values }) => values[name])));

    await ask('export.run', { ...view, sort, columns: summed, format: 'csv' });
    const [heads = '', ...lines] = readFileSync(join(folder, 'view.csv'), 'utf8')
      .replace('\uFEFF', '')
      .trim()
      .split(/\r?\n/);
    expect(lines).toHaveLength(total);
    for (const name of summed) {
      const column = heads.split(',').indexOf(requireProperty(name).label);
      expect(addUp(lines.map((line) => line.split(',')[column] || '0'))).toBe(exact(report.totals[name]));
    }
  }
});
