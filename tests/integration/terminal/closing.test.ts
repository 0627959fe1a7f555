/** A month-end in the terminal: closed, drifted, decided, adjusted, cancelled; each with its document and exit code. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Output } from '#contract/api.ts';
import type { Figures } from '#domain/closing-steps.ts';
import { formatUnits, toUnits, toHours } from '#domain/decimal.ts';
import { startProvingService, type NearService } from '#tests/support/hosts/proving-service.ts';
import { KeptTerminal } from '#tests/support/hosts/kept-terminal.ts';

const START = Date.parse('2026-11-02T08:00:00Z');
let folder: string;
let service: NearService;
let terminal: KeptTerminal;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'closing-'));
  service = await startProvingService({
    records: 150,
    sampleMonths: 6,
    seed: 5,
    startAt: START,
    frozen: true,
    asOf: '2026-11-01',
  });
  terminal = new KeptTerminal({ place: { data: folder, url: service.url, key: service.key }, now: service.now });
  await terminal.call('sync.run', {});
  const { ids } = await terminal.call('names.recorded', {});
  const objects = ids.filter(({ kind }) => kind !== 'person');
  await terminal.call('names.keep', {
    owners: {},
    objects: Object.fromEntries(
      objects.map(({ kind, id }, at) => [`${kind}:${id}`, { name: id, client: `Client ${at % 3}`, currency: 'EUR' }]),
    ),
  });
});
afterEach(async () => {
  await terminal.close();
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function closing<T>(code: number, ...words: readonly string[]): Promise<T> {
  const ended = await terminal.run(['closing', ...words, '--json']);
  expect(ended.code, `${words.join(' ')}: ${ended.stderr}`).toBe(code);
  return (code === 2 ? ended.stderr : JSON.parse(ended.stdout)) as T;
}

/** The hours and the value of a table of adjustments, added up. */
function addUp(path: string) {
  const rows: Record<string, string>[] = parse(readFileSync(path), { columns: true, bom: true });
  const sum = (head: string) => rows.reduce((total, row) => total + toUnits(row[head] || '0'), 0n);
  return { rows: rows.length, hours: sum('Billable hours'), value: formatUnits(sum('Value')) };
}

/** Hours have no thirds, so each line may be rounded. */
function expectFooted(path: string, [totals]: readonly Pick<Figures, 'minutes' | 'value'>[]): void {
  const { rows, hours, value } = addUp(path);
  expect(value).toBe(totals?.value);
  const off = Number(hours - toHours(toUnits(totals?.minutes ?? '0')));
  expect(Math.abs(off)).toBeLessThanOrEqual(rows);
}

it('plays a month-end from closing to cancelling', async () => {
  const accept = ['--accept', 'undated,unreadable,unassigned', '--reason', 'As agreed'];
  const { closings } = await closing<Output<'closings.create'>>(0, 'create', '--period', '2026-10', ...accept);
  expect(closings.map(({ number, client }) => [number, client])).toEqual([
    [1, 'Client 0'],
    [2, 'Client 1'],
    [3, 'Client 2'],
  ]);
  const page = { period: '2026-10', columns: ['title'], limit: 1, offset: 0 };
  const filterGroups = [{ filters: [{ propertyName: 'client', operator: 'EQ' as const, value: 'Client 1' }] }];
  const { rows } = await terminal.call('records.page', { ...page, filterGroups });
  const [{ id } = { id: '' }] = rows;
  await terminal.call('sent.elsewhere', { period: '2026-10', filterGroups, reason: 'Invoice 1 on paper' });
  await service.control.move({ kind: 'edit', ids: [id] });
  await service.control.advance(3_600_000);
  await terminal.call('sync.run', {});

  const drift = await closing<Output<'closings.drift'>>(0, 'drift', '--period', '2026-10');
  expect(drift).toMatchObject({ total: 1, lines: [{ closing: 2, id, kind: 'changed' }] });
  expect(drift.equations.every(({ holds }) => holds)).toBe(true);
  const month = await closing<Output<'closings.month'>>(0, 'month', '--period', '2026-10');
  expect(month.lines.map(({ client, next }) => [client, next])).toEqual([
    ['Client 0', 'send'],
    ['Client 1', 'decide'],
    ['Client 2', 'send'],
  ]);
  await closing(2, 'decide', '2', '--as', 'adjust');
  expect((await terminal.run(['closing', 'drift', '2'])).stdout).toContain(
    `the 1 open line: closing decide 2 --expected ${drift.digest} …`,
  );
  const other = ['decide', '#2', '--as', 'ignore', '--reason', 'Seen before', '--expected', '0123456789ab'];
  await closing(2, ...other);
  const decided = ['decide', '#2', '--expected', drift.digest, '--ids', id, '--as', 'adjust', '--reason', 'Corrected'];
  expect(await closing(0, ...decided)).toMatchObject({ decided: 1, left: 0 });
  await closing(2, ...decided);
  const out = join(folder, 'adjustments.csv');
  const adjusted = await closing<{ totals: Figures[] }>(0, 'adjust', '2', '--out', out);
  expect(adjusted).toMatchObject({ file: 'adjustments.csv', lines: 2, totals: [{ currency: 'EUR' }] });
  expectFooted(out, adjusted.totals);
  await closing(2, 'adjust', '2', '--out', join(folder, 'second.csv'));
  const copy = await terminal.run(['closing', 'adjust', '2', '--out', join(folder, 'second.csv'), '--all']);
  const [total] = adjusted.totals;
  const hours = formatUnits(toHours(toUnits(total?.minutes ?? '')));
  expect(copy.stdout).toContain(`In sum ${hours} billable hours, ${total?.value} EUR.`);
  expect(readFileSync(join(folder, 'second.csv'), 'utf8')).toBe(readFileSync(out, 'utf8'));
  const { files } = await terminal.call('sent.list', {});
  expect(files.map(({ file, bills }) => [file, bills]).slice(0, 2)).toEqual([
    ['second.csv', false],
    ['adjustments.csv', true],
  ]);

  const minus = await closing<Output<'closings.cancel'>>(0, 'cancel', '2', '--reason', 'Wrong firm');
  expect(minus).toMatchObject({ number: 4, status: 'minus', cancels: 2 });
  const credit = join(folder, 'credit.csv');
  const { totals } = await closing<{ totals: Figures[] }>(0, 'adjust', '4', '--out', credit);
  expect(totals).toMatchObject(minus.totals.map(({ minutes, value }) => ({ minutes, value })));
  expect(totals[0]?.value).toMatch(/^-/);
  expectFooted(credit, totals);
  expect(readFileSync(credit, 'utf8').match(/,reversal,/g)).toHaveLength((closings[1]?.totals[0]?.records ?? 0) + 1);
  await closing(2, 'adjust', '4', '--out', join(folder, 'second-credit.csv'));
  const { records = [] } = await closing<Output<'closings.show'>>(0, 'show', '4', '--with-records');
  expect(records.find((record) => record['id'] === id)).toMatchObject({ currency: 'EUR', month: '2026-10-01' });
  const sumOf = (name: string) => formatUnits(records.reduce((sum, record) => sum + toUnits(record[name] ?? ''), 0n));
  expect([records.length, sumOf('minutes'), sumOf('value')]).toEqual(
    [closings[1]?.totals[0]].flatMap((frozen) => [frozen?.records, frozen?.minutes, frozen?.value]),
  );
  expect(await closing(0, 'reopen', '1', '--reason', 'Too early')).toMatchObject({ number: 1, status: 'reopened' });
  const states = await closing<Output<'closings.states'>>(0, 'states', '--period', '2026-10');
  expect(states.sums.map(({ state }) => state).toSorted()).toEqual(['billed', 'closed', 'open']);
  const { steps } = await closing<Output<'closings.log'>>(0, 'log');
  expect(steps.map(({ kind }) => kind)).toEqual([
    'close',
    'close',
    'close',
    'decide',
    'adjusted',
    'close',
    'adjusted',
    'reopen',
  ]);
  await closing(2, 'show', '9');
  const none = await terminal.run(['closing', 'drift', '--period', '2026-07']);
  expect(none.stdout.trim()).toBe('No closing of this period stands.');

  const shown = await terminal.run(['closing', 'show', '3']);
  expect(shown.stdout).toContain('The parts add up to today exactly.');
  await service.control.move({ kind: 'insert', count: 5, month: '2026-11' });
  await service.control.advance(3_600_000);
  await terminal.call('sync.run', {});
  const november = await terminal.run(['closing', 'create', '--period', '2026-11', ...accept]);
  expect([november.code, november.stderr]).toEqual([6, expect.stringContaining('the period has not ended')]);
});
