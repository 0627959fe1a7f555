/** October's record that the CRM moves to November, told in the terminal; and what is not billed yet. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Output } from '#contract/api.ts';
import { toUnits, toHours } from '#domain/decimal.ts';
import { startProvingService, type NearService } from '#tests/support/hosts/proving-service.ts';
import { memorySecrets } from '#tests/support/hosts/quiet-host.ts';
import { KeptTerminal } from '#tests/support/hosts/kept-terminal.ts';
import { runInProcess } from '#tests/support/hosts/terminal-in-process.ts';
import { secondTier } from '#tests/support/tier.ts';
import { readPages } from '#tests/support/exports/pdf-reader.ts';
import { readWorkbook } from '#tests/support/exports/workbook.ts';

const START = Date.parse('2026-11-02T08:00:00Z');
const DAY = 86_400_000;

let folder: string;
let service: NearService;
let terminal: KeptTerminal;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sent-in-terminal-'));
  service = await startProvingService({
    records: 300,
    sampleMonths: 6,
    seed: 5,
    startAt: START,
    frozen: true,
    asOf: '2026-11-01',
  });
  terminal = new KeptTerminal({
    secrets: memorySecrets(),
    place: { data: join(folder, 'data'), url: service.url, key: service.key },
    now: service.now,
  });
  await terminal.call('workspace.connect', { baseUrl: service.url, key: service.key });
  await terminal.call('sync.run', {});
});
afterAll(async () => {
  await terminal.close();
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
});

const exporting = (month: string, ...more: string[]) =>
  terminal.run(['export', '--period', month, '--out', join(folder, `${month}.csv`), '--replace', ...more]);

it('names a record of October’s file before November’s bills it again, and takes a reason for it', async () => {
  expect(await exporting('2026-10', '--bills')).toMatchObject({ code: 0 });
  const { rows } = await terminal.call('records.page', { period: '2026-10', columns: ['title'], limit: 1 });
  const id = rows[0]?.id ?? '';
  await service.control.move({ kind: 'shift', ids: [id], to: '2026-11' });
  await service.control.advance(DAY);
  await terminal.call('sync.run', {});

  const sent = await terminal.run(['sent', '1']);
  expect(sent.stdout).toContain('1 record moved out.');
  expect(sent.stdout).toContain(id);
  const out = join(folder, 'changes.csv');
  const changes = await terminal.run(['history', '--since', '2026-11-02', '--period', '2026-10', '--out', out]);
  expect(changes.code).toBe(0);
  expect(readFileSync(out, 'utf8')).toContain(id);
  expect((await terminal.run(['history', '--out', out])).code).toBe(2);

  expect((await terminal.run(['checks', 'sent-changed'])).stdout).toMatch(
    /billed in “2026-10\.csv” · Recorded month 2026-10-01, now 2026-11-01/,
  );
  expect((await terminal.run(['checks', 'billed-twice'])).stdout).not.toContain(id);

  // One that bills nothing is written, and says so.
  const told = await exporting('2026-11');
  expect(told.code).toBe(0);
  expect(told.stderr).toContain('2026-11.csv has a record that is billed already by 2026-10.csv of 2026-11-02.');
  const refused = await exporting('2026-11', '--bills');
  expect(refused.code).toBe(2);
  expect((await terminal.call('sent.list', {})).files).toHaveLength(3);
  const again = await exporting('2026-11', '--bills', '--again', 'Moved by the client');
  expect(again.code).toBe(0);
  expect(again.stderr).toContain('billed already by 2026-10.csv');
  expect((await terminal.run(['checks', 'billed-twice'])).stdout).toContain(
    'billed in “2026-10.csv” and again in “2026-11.csv” because: Moved by the client',
  );
  // The last file has it as it is.
  expect((await terminal.run(['checks', 'sent-changed'])).stdout).not.toContain(id);
  const list = await terminal.run(['sent']);
  expect(list.stdout).toContain('saved, bills, again: Moved by the client, 1 billed before by 2026-10.csv');
  expect(list.stdout).toContain('By (not verified)');
});

/** Figures of the steps as they are printed: records, hours, billable hours and value. */
const listFigures = (lines: readonly string[]) =>
  lines.flatMap((line) => {
    const [, ...figures] = /\s([\d,]+)\s+([+-]?[\d.,]+)\s+([+-]?[\d.,]+)\s+([+-]?[\d.,]+)\s*$/.exec(line) ?? [];
    return figures.length > 0 ? [figures.map((figure) => figure.replace('+', ''))] : [];
  });

it('writes what changed in every format as the screen tells it, in steps that add up', secondTier, async () => {
  await service.control.move({ kind: 'mix', count: 20 });
  await service.control.advance(DAY);
  await terminal.call('sync.run', {});
  const since = ['history', '--since', '2026-11-02'];
  const screen = (await terminal.run(since)).stdout;
  const printed = listFigures(screen.slice(0, screen.indexOf('\n\nClient')).split('\n'));
  expect(printed.length).toBeGreaterThan(3);
  for (const at of [1, 2, 3]) {
    const steps = printed.map((figures) => toUnits(figures[at]?.replaceAll(',', '') ?? ''));
    expect(steps.slice(0, -1).reduce((sum, step) => sum + step, 0n)).toBe(steps.at(-1));
  }
  const write = async (format: string) => {
    const out = join(folder, `changes.${format}`);
    expect((await terminal.run([...since, '--out', out, '--replace'])).code).toBe(0);
    return readFileSync(out);
  };
  const [, steps = ''] = /<table id="t0">.*?<tbody>(.*?)<\/tbody>/s.exec((await write('html')).toString()) ?? [];
  expect(listFigures(steps.split('<tr>').map((row) => row.trim().replaceAll(/<[^>]*>/g, ' ')))).toEqual(printed);
  const [sheetFormat, pageFormat] = ['xlsx', 'pdf'] as const;
  if (pageFormat) {
    const pages = readPages(await write(pageFormat)).join('\n');
    expect(listFigures(pages.slice(0, pages.indexOf('Record by record')).split('\n'))).toEqual(printed);
  }

  const told = JSON.parse((await terminal.run([...since, '--json'])).stdout) as Output<'memory.changes'>;
  const isNear = (one: bigint, other: bigint, lines: number) => one - other <= lines && other - one <= lines;
  const expectSums = (rows: readonly (readonly string[])[]) => {
    const records = rows.filter(([, , id]) => id);
    const steps = rows.filter(([, count, id]) => count && !id);
    expect(steps).toHaveLength(printed.length);
    for (const [at, name] of [
      [9, 'logged'],
      [10, 'billable'],
      [11, 'value'],
    ] as const) {
      const exact = (sums: Record<typeof name, string>) =>
        name === 'value' ? toUnits(sums.value) : toHours(toUnits(sums[name]));
      const of = (row: readonly string[] | undefined) => toUnits(row?.[at] || '0');
      expect([of(steps[0]), of(steps.at(-1))]).toEqual([exact(told.before), exact(told.after)]);
      const change = of(steps.at(-1)) - of(steps[0]);
      for (const lines of [records, steps.slice(1, -1)]) {
        const sum = lines.reduce((all, row) => all + of(row), 0n);
        expect(isNear(sum, change, name === 'value' ? 0 : lines.length)).toBe(true);
      }
    }
  };
  expectSums(parse(await write('csv'), { bom: true }).slice(1));
  if (!sheetFormat) return;
  const sheet = readWorkbook(await write(sheetFormat)).sheets.get('Data');
  const places = [...(sheet?.keys() ?? [])].map((place) => Number(place.slice(1)));
  expectSums(
    Array.from({ length: Math.max(...places) - 1 }, (_, row) =>
      'A B C D E F G H I J K L'.split(' ').map((column) => sheet?.get(`${column}${row + 2}`)?.value ?? ''),
    ),
  );
});

it('sets for how long it is remembered what changed', async () => {
  const months = async () => (await terminal.call('settings.get', {})).historyMonths;
  expect(await months()).toBeNull();
  for (const wrong of ['2', 'abc'])
    expect(await runInProcess(['history', '--keep', wrong])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('or all'),
    });
  for (const more of [['7'], ['--since', '#1'], ['--out', join(folder, 'c.csv')], ['--limit', '3']])
    expect(await terminal.run(['history', '--keep', '24', ...more])).toMatchObject({ code: 2 });
  expect(await months()).toBeNull();
  const kept = await terminal.run(['history', '--keep', '24', '--workspace', 'default']);
  expect([kept.code, kept.stdout]).toEqual([0, expect.stringContaining('24 months')]);
  expect(await months()).toBe(24);
  expect((await terminal.run(['history', '--keep', 'all'])).code).toBe(0);
  expect(await months()).toBeNull();
});

it('reports what is not billed yet, marks it as billed elsewhere, and takes that back', async () => {
  const open = async (...more: string[]) => {
    const { stdout } = await terminal.run(['report', 'not-sent', '--json', ...more]);
    return (JSON.parse(stdout) as { records: number }).records;
  };
  const before = await open();
  expect(before).toBeGreaterThan(0);
  expect((await terminal.run(['sent', '--elsewhere'])).code).toBe(2);
  const marked = await terminal.run(['sent', '--elsewhere', '--reason', 'Invoice 12 on paper', '--period', '2026-09']);
  expect(marked).toMatchObject({ code: 0 });
  const [, records = '', number = ''] = /^(\d+) records? .* sent (\d+) --withdraw/.exec(marked.stdout) ?? [];
  expect(await open()).toBe(before - Number(records));
  // Another filter narrows its own.
  for (const [isBilled, left] of [
    ['false', 1],
    ['true', 0],
  ] as const) {
    const filters = [
      { propertyName: 'billable', operator: 'EQ' as const, value: 'true' },
      { propertyName: 'billed', operator: 'EQ' as const, value: isBilled },
    ];
    const { rows } = await terminal.call('records.page', { filterGroups: [{ filters }], columns: ['title'], limit: 1 });
    const only = { propertyName: 'sys_object_id', operator: 'EQ', value: rows[0]?.id };
    expect(await open('--filter', JSON.stringify([{ filters: [only] }]))).toBe(left);
  }
  expect((await terminal.run(['sent'])).stdout).toMatch(/Invoice 12 on paper .* billed elsewhere/);
  await terminal.run(['sent', number, '--withdraw']);
  expect(await open()).toBe(before);
});
