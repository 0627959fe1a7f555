/** What the app adds up is what the service holds, to the last digit: from the service's own records over HTTP into the store's sums. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClient } from '#electron/client/client.ts';
import { openLedger } from '#electron/client/ledger.ts';
import { openSnapshot, type Snapshot } from '#electron/snapshot/snapshot.ts';
import { createSample, type Sample } from '#service/sample.ts';
import type { Service } from '#service/server.ts';
import { openService } from '#tests/support/hosts/hops.ts';
import type { WireValue } from '#service/upstream/upstream.ts';
import { createEmbeddedUpstream } from '#service/upstream/embedded.ts';
import { checkReport } from '#domain/reports/definition/check.ts';
import { reportSchema } from '#domain/reports/definition/report.ts';

const RECORDS = 2_000;
const measured = ['total_minutes', 'total_hours', 'billable_hours', 'billable_amount', 'cost_amount', 'margin_amount'];

let folder: string;
let sample: Sample;
let service: Service;
let snapshot: Snapshot;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'report-totals-'));
  sample = createSample({ seed: 7, asOf: '2026-11-20', records: RECORDS, months: 6 });
  service = await openService({ upstream: createEmbeddedUpstream({ records: sample.records }), key: 'totals' });
  snapshot = await openSnapshot(join(folder, 'snapshot.duckdb'));
  const client = createClient({
    origin: service.url,
    key: 'totals',
    fetch,
    ledger: openLedger({ path: ':memory:' }),
    limit: 1000,
  });
  for (const archived of [false, true]) {
    let after: string | undefined;
    do {
      const page = await client.list({ limit: 100, archived, ...(after === undefined ? {} : { after }) });
      await snapshot.commit({ upsert: page.records, remove: [], state: '', publish: true });
      after = page.after;
    } while (after !== undefined);
  }
});

afterAll(async () => {
  await snapshot.close();
  await service.close();
  rmSync(folder, { recursive: true });
});

/** Adds decimal texts digit by digit, in hundred-millionths; the sample promises readable numbers. */
function sumOf(values: readonly unknown[]): string | null {
  const set = values.filter((value) => value !== undefined && value !== null && value !== '').map(String);
  if (set.length === 0) return null;
  const total = set.reduce((sum, text) => {
    if (!/^-?\d+(\.\d{1,8})?$/.test(text)) throw new Error(`The sample holds ${text}`);
    const [whole = '', fraction = ''] = text.split('.');
    return sum + BigInt(whole + fraction.padEnd(8, '0'));
  }, 0n);
  const digits = (total < 0n ? -total : total).toString().padStart(9, '0');
  const text = `${digits.slice(0, -8)}.${digits.slice(-8)}`.replace(/\.?0+$/, '');
  return total < 0n ? `-${text}` : text;
}

/** Dates travel as ISO times, as plain dates and as milliseconds. */
function dayOf(text: string): string {
  return new Date(/^-?\d+$/.test(text) ? Number(text) : text).toISOString().slice(0, 10);
}

function report(groupBy: readonly string[]) {
  const checked = checkReport(reportSchema.parse({ measures: measured, groupBy }));
  if (!checked.ok) throw new Error(checked.problem.detail);
  return snapshot.report(checked.value, { zone: 'Europe/Berlin' });
}

test.each([['platform_owner_id'], ['a552213_service_name'], ['a552213_month_year']])('by %s', async (property) => {
  const live = sample.records.filter(({ archivedAt }) => archivedAt === undefined);
  const sums = (records: typeof live) =>
    Object.fromEntries(
      measured.map((name) => [`a552213_${name}`, sumOf(records.map((each) => each.properties[`a552213_${name}`]))]),
    );
  const { rows, totals, records } = await report([property]);
  expect(records).toBe(RECORDS);
  expect(totals).toEqual(sums(live));
  const isMonth = property.endsWith('month_year');
  const keyOf = (value: WireValue) => {
    if (value === undefined || value === null || value === '') return null;
    return isMonth ? dayOf(String(value)) : String(value);
  };
  const groups = Map.groupBy(live, (each) => keyOf(each.properties[property]));
  expect(new Map(rows.map((row) => [row.key[property], row.values]))).toEqual(
    new Map([...groups].map(([key, all]) => [key, sums(all)])),
  );
  expect(sample.records.length).toBeGreaterThan(RECORDS);
});
