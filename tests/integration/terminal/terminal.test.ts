import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { api, statusSchema, syncPriceSchema, syncResultSchema } from '#contract/api.ts';
import { manifestSchema } from '#contract/exports.ts';
import { reportResultSchema } from '#domain/reports/definition/report.ts';
import { end, start, type Served } from '#tests/support/hosts/terminal.ts';
import { KeptTerminal } from '#tests/support/hosts/kept-terminal.ts';
import { document, documentOf, TerminalSession, type Place } from '#tests/support/hosts/terminal-session.ts';
import { exact, readTruth, sumOf, type TrueRecord } from '#tests/support/worlds/truth.ts';
import { chooseSize, secondTier } from '#tests/support/tier.ts';

const RECORDS = chooseSize(600, 24_000);
const HELD = RECORDS.toLocaleString('en');
const OWNER = 'platform_owner_id';
const MEASURES = ['total_hours', 'billable_hours', 'billable_amount', 'cost_amount'];
const full = (name: string) => `a552213_${name}`;
const page = api['service.search'].output;

const kept = new KeptTerminal();
const session = new TerminalSession(kept.run);
/** The document has what scripts need; what only a screen shows stays out of it. */
const printedStatus = z.strictObject(statusSchema.omit({ waiting: true, pending: true }).shape);

let service: Served;
let place: Place;
let truth: TrueRecord[];
const json = (words: string, ...more: string[]) => session.json(place, words, ...more);
/** The options of `json`, with which the workspace stays open. */
const at = () => ['--data-dir', place.data, '--base-url', place.url, '--key-stdin', '--rate', '0'];

beforeAll(async () => {
  service = await session.serve(`--port 0 --records ${RECORDS} --seed 7 --daily-quota 100000`);
  place = { data: session.folder(), url: service.url, key: service.key };
  truth = await readTruth(service, [OWNER, ...['record_id', 'month_year', 'title', ...MEASURES].map(full)]);
});

afterAll(async () => {
  await kept.close();
  expect((await service.stop()).code).toBe(0);
  session.remove();
});

/** What every report's document has. */
const printedReport = reportResultSchema.pick({
  asOf: true,
  complete: true,
  period: true,
  amounts: true,
  rows: true,
  totals: true,
  records: true,
});

test('serve prints one address and one key, on loopback, and serves as many records as asked', () => {
  expect(service.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect(service.key.length).toBeGreaterThan(20);
  expect(truth).toHaveLength(RECORDS);
});

test('an empty store is a status of nothing, and partial for a report', async () => {
  const status = await json('status');
  expect(status.code).toBe(0);
  expect(documentOf(printedStatus, status)).toMatchObject({ records: 0, complete: false, asOf: null });
  const report = await json('report --measures total_hours');
  expect(report.code).toBe(6);
  const totals = { [full('total_hours')]: null };
  const notes = [{ code: 'missing-data', records: null, text: expect.stringContaining('No record') }];
  const empty = { period: null, amounts: 'recorded', rows: [], totals, records: 0 };
  expect(document(report)).toEqual({ asOf: null, complete: false, ...empty, notes });
});

test('sync --dry-run says what the download costs, and the download keeps to it', async () => {
  const price = await json('sync --dry-run');
  expect(price.code).toBe(0);
  const tag = documentOf(syncPriceSchema, price);
  expect(tag).toMatchObject({ mode: 'download', total: RECORDS });
  expect(tag.requestsUsed).toBeLessThanOrEqual(1);
  const sync = await json('sync');
  expect(sync.code, sync.stderr).toBe(0);
  const result = documentOf(z.strictObject(syncResultSchema.omit({ stopped: true }).shape), sync);
  expect(result).toMatchObject({ status: 'complete', mode: 'download', records: RECORDS, total: RECORDS });
  expect(result).toMatchObject({ partitions: { open: 0 }, resumeAt: null });
  expect(result.requestsUsed).toBeLessThanOrEqual(RECORDS / 200 + 8);
  expect(result.requestsUsed).toBeLessThanOrEqual(tag.max ?? 0);
});

test('a refresh with nothing new costs one request', secondTier, async () => {
  const sync = await json('sync');
  expect(sync.code, sync.stderr).toBe(0);
  expect(document(sync)).toMatchObject({ status: 'complete', mode: 'refresh', requestsUsed: 1, records: RECORDS });
});

test('status tells coverage, quota and time', async () => {
  const status = await json('status');
  const found = documentOf(printedStatus, status);
  expect(Object.keys(found).toSorted()).toEqual(['anomalies', 'asOf', 'complete', 'partitions', 'quota', 'records']);
  expect(found).toMatchObject({ records: RECORDS, complete: true });
  expect(found.quota.used).toBeGreaterThan(RECORDS / 200);
  expect(found.partitions.reduce((sum, { held }) => sum + held, 0)).toBe(RECORDS);
});

test('a report’s totals and rows equal sums over the service’s own records to the last digit', async () => {
  const report = await json(`report --group-by ${OWNER} --measures ${MEASURES.join(',')}`);
  expect(report.code, report.stderr).toBe(0);
  const found = documentOf(printedReport, report);
  expect(found).toMatchObject({ complete: true, records: truth.length });
  expectSums(found.totals, truth);
  const byOwner = Map.groupBy(truth, ({ properties }) => properties[OWNER] || null);
  expect(found.rows).toHaveLength(byOwner.size);
  for (const { key, values, records } of found.rows) {
    const own = byOwner.get(key[OWNER] ?? null) ?? [];
    expect(records).toBe(own.length);
    expectSums(values, own);
  }
});

test('a filter and a period choose the same records as reading them all does', async () => {
  const filter = [{ filters: [{ propertyName: 'billable_amount', operator: 'GT', value: '500' }] }];
  const words = `report --period 2026-Q3 --measures ${MEASURES.join(',')} --filter`;
  const found = documentOf(printedReport, await json(`${words}=${JSON.stringify(filter)}`));
  const chosen = truth.filter(({ properties }) => {
    const month = monthOf(properties[full('month_year')]);
    const amount = properties[full('billable_amount')];
    return month >= '2026-07' && month <= '2026-09' && !!amount && exact(amount) > exact('500');
  });
  expect(chosen.length).toBeGreaterThan(0);
  expect(found.records).toBe(chosen.length);
  expectSums(found.totals, chosen);
});

test('a report file gives the same figures, and flags override it', async () => {
  const path = join(session.folder(), 'weekly.json');
  writeFileSync(path, JSON.stringify({ measures: ['total_hours'], groupBy: [OWNER], period: '2026-10' }));
  const fromFile = document(await json('report', path));
  const fromFlags = document(await json(`report --measures total_hours --group-by ${OWNER} --period 2026-10`));
  expect(fromFile).toEqual(fromFlags);
  const overridden = document(await json('report --period 2026-09', path));
  expect(overridden).not.toEqual(fromFile);
});

test('search gives a page, its total and a cursor that goes on', async () => {
  const words = 'search --limit 3 --sort total_hours:desc --properties total_hours';
  const first = documentOf(page, await json(words));
  expect(first.total).toBe(RECORDS);
  const second = documentOf(page, await json(words, '--after', first.paging?.next.after ?? ''));
  const results = [...first.results, ...second.results];
  const hours = results.map((each) => Number(each.properties[full('total_hours')]));
  expect(hours).toHaveLength(6);
  expect(hours).toEqual(hours.toSorted((a, b) => b - a));
  expect(new Set(results.map(({ id }) => id)).size).toBe(6);
});

test('list pages through the service’s own order', async () => {
  const first = documentOf(page, await json('list --limit 2'));
  const second = documentOf(page, await json('list --limit 2 --after', first.paging?.next.after ?? ''));
  const ids = [...first.results, ...second.results].map(({ id }) => id);
  expect(ids).toEqual(truth.slice(0, 4).map(({ id }) => id));
});

test('lookup tells found from missing, from arguments and from standard input', async () => {
  const chosen = truth.slice(0, 2);
  const [one = { id: '', properties: {} }] = chosen;
  const byId = await json(`lookup ${one.id} 999999999999 --properties title`);
  expect(byId.code).toBe(0);
  expect(document(byId)).toMatchObject({
    found: [{ id: one.id, properties: { [full('title')]: one.properties[full('title')] } }],
    missing: ['999999999999'],
    failed: [],
    requestsUsed: 1,
  });
  // The key is the first line, the ids are those after it; record ids have spaces in them.
  const lines = [place.key, ...chosen.map(({ properties }) => properties[full('record_id')])];
  const args = ['lookup', '-', '--id-property', 'record_id', '--json', ...at()];
  const fromInput = await session.run(args, { input: lines.join('\n') });
  const found = documentOf(api['lookup.run'].output, fromInput).found.map(({ id }) => id);
  expect(new Set(found)).toEqual(new Set(chosen.map(({ id }) => id)));
});

test('lookup takes a list as it was pasted: what is no id is said and not sent', secondTier, async () => {
  const [one = '', two = '', three = ''] = truth.map(({ id }) => id);
  const pasted = [`please check these:`, `- ${one},`, `* #${two}\r`, `"${three}";`, 'thanks, Anna'];
  const input = [place.key, ...pasted].join('\n');
  const args = ['lookup', '-', ...at()];
  const found = await session.run([...args, '--json'], { input });
  expect(document(found)).toMatchObject({
    missing: [],
    failed: [],
    ignored: ['please check these:', 'thanks Anna'],
    requestsUsed: 1,
  });
  expect(documentOf(api['lookup.run'].output, found).found.map(({ id }) => id)).toEqual([one, two, three]);
  expect([found.code, found.stderr]).toEqual([0, 'Not sent: “please check these:”, “thanks Anna” are not ids.\n']);
  const words = await session.run(args, { input: `${place.key}\nthanks\n` });
  expect([words.code, words.stdout]).toEqual([2, '']);
  expect(words.stderr).toMatch(/^Nothing to look up: “thanks” is not an id.*\n$/);
});

test('lookup reads a mail from standard input: both kinds of ids are asked, other numbers are told and not', async () => {
  await json('sync');
  const [one, two] = truth;
  const id = one?.id ?? '';
  const key = two?.properties[full('record_id')] ?? '';
  const owner = one?.properties[OWNER] ?? '';
  const mail = [
    `Hi, ${id} is wrong (owner ${owner}, invoice 10008000417),`,
    `> and ${key.replace(' -- ', ' --\n> ')}, too.`,
    `Call me: +49 30 12345678`,
  ];
  const args = ['lookup', '-', ...at()];
  const input = `${place.key}\n${mail.join('\n')}`;
  const read = await session.run([...args, '--json'], { input });
  const answer = documentOf(api['lookup.run'].output, read);
  expect(answer.found.map((record) => record.id)).toEqual([id, two?.id]);
  expect([answer.missing, answer.requestsUsed]).toEqual([[], 2]);
  expect(document(read)).toMatchObject({
    notAsked: [
      { text: owner, reason: 'ownerHere' },
      { text: '10008000417', reason: 'reference' },
      { text: '+49 30 12345678', reason: 'phone' },
    ],
  });
  expect(read.stderr).toContain(`Not asked: “${owner}” (a person on this computer), “10008000417” (an order,`);
  // Arguments are asked as they are, whatever they look like.
  expect(document(await json(`lookup ${owner}`))).toMatchObject({ missing: [owner] });
});

test('export writes every chosen record and a manifest that agrees with the file and the truth', async () => {
  const out = join(session.folder(), 'october.csv');
  const columns = ['record_id', 'total_hours', 'billable_amount'];
  const ended = await json(`export --format csv --period 2026-10 --columns ${columns.join(',')} --out`, out);
  expect(ended.code, ended.stderr).toBe(0);
  const manifest = documentOf(manifestSchema, ended);
  const chosen = truth.filter(({ properties }) => monthOf(properties[full('month_year')]) === '2026-10');
  const bytes = readFileSync(out);
  const [head, ...lines] = bytes.toString('utf8').replace('\uFEFF', '').trimEnd().split('\r\n');
  expect(manifest).toMatchObject({
    format: 'csv',
    period: { name: '2026-10', from: '2026-10-01', to: '2026-10-31' },
    calendar: 'recorded-month',
    complete: true,
    amounts: 'recorded',
  });
  const written = [full('record_id'), full('total_hours'), 'logged_hours', full('billable_amount')];
  expect(manifest).toMatchObject({ records: chosen.length, columns: written });
  expect(manifest.sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
  expect(exact(manifest.totals[full('total_hours')] ?? '')).toBe(sumOf(chosen, full('total_hours')));
  expect(exact(manifest.totals[full('billable_amount')] ?? '')).toBe(sumOf(chosen, full('billable_amount')));
  expect(head).toBe('Record ID,Total hours,Logged hours,Billable value');
  expect(lines).toHaveLength(chosen.length);
  const ids = lines.map((line) => line.split(',')[0]);
  expect(new Set(ids)).toEqual(new Set(chosen.map(({ properties }) => properties[full('record_id')])));
  expect(JSON.parse(readFileSync(`${out}.manifest.json`, 'utf8'))).toEqual(manifest);
});

test('verify agrees with the service', async () => {
  const verify = await json('verify');
  expect(verify.code, verify.stderr).toBe(0);
  expect(document(verify)).toEqual({ held: RECORDS, total: RECORDS, equal: true });
});

test('people get aligned tables that say whether they are whole', async () => {
  const report = await session.ask(place, `report --group-by ${OWNER} --measures total_hours`);
  expect(report.code).toBe(0);
  const lines = report.stdout.trimEnd().split('\n');
  expect(lines[0]).toMatch(/^Person +.*Records$/);
  expect(lines.find((line) => line.startsWith('Total'))).toMatch(new RegExp(`^Total +[\\d,]+\\.\\d\\d +${HELD}$`));
  expect(lines.at(-2)).toMatch(/^All of time, .*time zone .*rounded/);
  expect(lines.at(-1)).toMatch(/^Complete as of /);
  const status = await session.ask(place, 'status');
  expect(status.stdout).toContain(`${HELD} records held.\n`);
});

test('a reader that has seen enough ends a long report quietly', async () => {
  const args = [
    'report',
    '--measures',
    'records',
    '--group-by',
    'title,platform_owner_id,day',
    '--data-dir',
    place.data,
  ];
  await kept.close();
  const child = start(args);
  const ended = end(child);
  let size = 0;
  child.stdout.on('data', (chunk: Buffer) => {
    size += chunk.length;
    child.stdout.destroy();
  });
  const { code, stderr } = await ended;
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  // More was to come: whole it is above a megabyte.
  expect(size).toBeLessThan(200_000);
});

test('report, export and status need no key and no service', async () => {
  const bare = ['--data-dir', place.data, '--json'];
  const out = join(session.folder(), 'all.csv');
  expect((await session.run(['report', '--measures', 'records', ...bare])).code).toBe(0);
  expect((await session.run(['export', '--format', 'csv', '--out', out, ...bare])).code).toBe(0);
  expect((await session.run(['status', ...bare])).code).toBe(0);
});

test('no key in any file or output, no stack, no "Error:"', () => {
  session.expectNothingLeaked();
});

function expectSums(values: Readonly<Record<string, string | null>>, records: readonly TrueRecord[]): void {
  for (const name of MEASURES.map(full)) {
    const given = values[name];
    expect(given === null || given === undefined ? undefined : exact(given), name).toBe(sumOf(records, name));
  }
}

/** A recorded month as the service writes it, a date or epoch milliseconds, always at midnight UTC: `2026-10`. */
function monthOf(value: string | null | undefined): string {
  if (!value) return '';
  return new Date(/^\d+$/.test(value) ? Number(value) : value).toISOString().slice(0, 'YYYY-MM'.length);
}

test.each([
  ['report --measures records', 0],
  ['checks', 0],
  ['export --allow-empty --format csv --out', 0],
] as const)(
  'a value that no record has is said on standard error and nowhere else: %s',
  secondTier,
  async (command, code) => {
    const filter = JSON.stringify([{ filters: [{ propertyName: 'service_name', operator: 'EQ', value: 'Audt' }] }]);
    const out = command.endsWith('--out') ? [join(session.folder(), 'none.csv')] : [];
    const ended = await json(command, ...out, '--filter', filter);
    expect(ended.code, ended.stderr).toBe(code);
    expect(ended.stderr).toContain('No record here has “Audt”');
    expect(ended.stdout).not.toContain('No record here has');
    for (const path of out) rmSync(path);
  },
);

const nothingMatches = JSON.stringify([{ filters: [{ propertyName: 'service_name', operator: 'EQ', value: 'Audt' }] }]);

test('an export that matches nothing writes nothing and says so', async () => {
  const out = join(session.folder(), 'empty.csv');
  const refused = await json('export --format csv --out', out, '--filter', nothingMatches);
  expect([refused.code, existsSync(out)]).toEqual([6, false]);
  const said = 'No record here has “Audt” as its service. No record matches, so no file was written.';
  expect(document(refused)).toMatchObject({ error: { code: 'nothing-matched', message: said } });
  // People and scripts read the same, once.
  expect(refused.stderr.split('No record here has')).toHaveLength(2);
});

test('an empty export that is asked for names in its manifest the value that no record has', async () => {
  const out = join(session.folder(), 'empty.csv');
  const written = await json('export --allow-empty --format csv --out', out, '--filter', nothingMatches);
  expect(written.code, written.stderr).toBe(0);
  expect(documentOf(manifestSchema, written)).toMatchObject({
    records: 0,
    lines: 0,
    unheld: [{ property: full('service_name'), value: 'Audt' }],
  });
  expect(readFileSync(out, 'utf8').trimEnd().split('\r\n')).toHaveLength(1);
});

test('a file that is there is refused before anything is read, even where nothing matches', async () => {
  const out = join(session.folder(), 'kept.csv');
  writeFileSync(out, 'of last month');
  const nothing = ['--query', 'xyzzyplugh'];
  const refused = await json('export --format csv --out', out, ...nothing);
  expect([refused.code, document(refused)]).toMatchObject([2, { error: { code: 'file-exists' } }]);
  const report = await json('report --measures records --format csv --out', out);
  expect([report.code, document(report)]).toMatchObject([2, { error: { code: 'file-exists' } }]);
  expect(readFileSync(out, 'utf8')).toBe('of last month');
});

test('--replace gives a file that is there up', async () => {
  const out = join(session.folder(), 'kept.csv');
  writeFileSync(out, 'of last month');
  expect((await json('export --format csv --period 2026-10 --replace --out', out)).code).toBe(0);
  expect(readFileSync(out, 'utf8')).toMatch(/^\uFEFFRecord ID/);
});

test("a client's file has no column, sum, note or condition of what it costs; who exports it is told what was left out", async () => {
  const out = join(session.folder(), 'client.csv');
  const hidden = JSON.stringify([{ filters: [{ propertyName: 'cost_amount', operator: 'GT', value: '1.2345' }] }]);
  const ended = await json('export --audience client --sort cost_amount:desc --filter', hidden, '--out', out);
  expect(ended.code, ended.stderr).toBe(0);
  const told = documentOf(manifestSchema, ended);
  expect(told.withheld).toEqual(expect.arrayContaining([full('cost_amount'), full('description'), full('cost_rate')]));
  const manifest = readFileSync(`${out}.manifest.json`, 'utf8');
  for (const text of [manifest, readFileSync(out, 'utf8').slice(0, 2000)])
    expect(text).not.toMatch(/cost|margin|1\.2345|withheld/i);
  expect(JSON.parse(manifest)).toMatchObject({ audience: 'client', filter: [], internalFilter: true });
});
