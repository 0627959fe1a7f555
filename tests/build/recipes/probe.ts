/** Run in a scratch copy: asks the whole what it lists and lets it do what the additions are for, over records of the sample's kind. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { api } from '#contract/api.ts';
import { AppFailure } from '#contract/errors.ts';
import { listChartKinds } from '#domain/charts/charts-for.ts';
import { drawReport } from '#domain/charts/draw-report.ts';
import { checks } from '#domain/checks/checks.ts';
import { exportFormats, fileTypes } from '#domain/export-formats.ts';
import type { ChartKind } from '#domain/reports/definition/chart-kinds.ts';
import { measures } from '#domain/reports/definition/measures.ts';
import { reportSchema } from '#domain/reports/definition/report.ts';
import { periodPresets } from '#domain/time/period-presets.ts';
import { toSaveFilters } from '#electron/desktop/printouts.ts';
import { openSnapshot } from '#electron/snapshot/snapshot.ts';
import { createService } from '#service/server.ts';
import { calls } from '#tests/support/hosts/contract-calls.ts';
import { KeptTerminal } from '#tests/support/hosts/kept-terminal.ts';
import { runInProcess } from '#tests/support/hosts/terminal-in-process.ts';
import { reportResult } from '#tests/support/reports/report-result.ts';
import { paths } from '#ui/routing/paths.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const folder = mkdtempSync(join(tmpdir(), 'recipes-probe-'));
const out = join(folder, 'proof.proof');
const service = await createService({ records: 400, seed: 7, asOf: '2026-11-20', now: () => NOW });
const place = { data: join(folder, 'data'), url: service.url, key: service.key ?? '' };

/** What a command prints with `--json`, or why it failed. */
async function ask(terminal: KeptTerminal, ...argv: string[]): Promise<unknown> {
  const { code, stdout, stderr } = await terminal.run([...argv, '--json']);
  return code === 0 ? (JSON.parse(stdout) as unknown) : { code, stderr, stdout };
}

/** How the new chart draws two months of a report. */
function drawChart() {
  const report = reportSchema.parse({ measures: ['logged_hours'], groupBy: ['month'] });
  const isTime = (name: string) => name === 'month';
  const months = ['2026-09-01', '2026-10-01'];
  const drawn = drawReport('trend-proof' as Exclude<ChartKind, 'none'>, {
    report,
    result: reportResult({
      rows: months.map((month) => ({ key: { month }, values: { logged_hours: '8' }, records: 1 })),
      records: 2,
    }),
    measures: measures.filter(({ id }) => id === 'logged_hours'),
    today: '2026-11-20',
    labelOf: (_, key) => key ?? '',
    shortOf: (_, key) => key ?? '',
    spanOf: (_, key) => (key === null ? undefined : { from: key, to: `${key.slice(0, 8)}30` }),
    dimensionLabel: (name) => name,
    tailLabel: String,
  });
  return { charts: listChartKinds(report, isTime), shapes: drawn.shapes };
}

/** What becomes of a store of the schema version before, and of one of a newer version. */
async function openOtherVersions(path: string) {
  const asText = async (sql: string) => {
    const instance = await DuckDBInstance.create(path);
    const connection = await instance.connect();
    const rows = await (await connection.run(sql)).getRows();
    connection.closeSync();
    instance.closeSync();
    return String(rows[0]?.[0]);
  };
  const version = `SELECT value FROM meta WHERE key = 'schema-version'`;
  const before = await asText(version);
  const title = await asText('SELECT a552213_title FROM records WHERE a552213_title IS NOT NULL ORDER BY id LIMIT 1');
  await asText(`UPDATE meta SET value = '2' WHERE key = 'schema-version'`);
  await (await openSnapshot(path)).close();
  const rewritten = await asText(
    'SELECT a552213_title FROM records WHERE a552213_title IS NOT NULL ORDER BY id LIMIT 1',
  );
  const after = await asText(version);
  await asText(`UPDATE meta SET value = '4' WHERE key = 'schema-version'`);
  const newer: unknown = await openSnapshot(path).then(
    () => 'opened',
    (error: unknown) => (error instanceof AppFailure ? error.error.code : error),
  );
  return { before, after, isRewritten: rewritten === title.toUpperCase() && rewritten !== title, newer };
}

const ofManySessions = JSON.stringify([{ filters: [{ propertyName: 'num_sessions', operator: 'GT', value: '2' }] }]);

async function askAll() {
  const terminal = new KeptTerminal({ place, now: () => NOW });
  try {
    await ask(terminal, 'sync');
    const asked = {
      command: await ask(terminal, 'proof'),
      sentence: (await terminal.run(['proof'])).stdout,
      reports: await ask(terminal, 'report', '--list'),
      preset: await ask(
        terminal,
        'report',
        'proof-report',
        '--measures',
        'logged_hours,proof_hours,cost_amount,proof_amount',
      ),
      period: await ask(terminal, 'report', '--measures', 'records', '--period', 'last-6-months'),
      check: await ask(terminal, 'checks', 'many-sessions'),
      ofManySessions: await ask(terminal, 'report', '--measures', 'records', '--filter', ofManySessions),
      file: await ask(
        terminal,
        'export',
        '--format',
        'proof-lines',
        '--out',
        out,
        '--columns',
        'cost_amount,proof_amount',
      ),
      setting: await terminal.call('settings.get', {}),
      kept: await terminal.call('settings.set', { proofLabel: 'kept' } as object),
    };
    const lines = existsSync(out) ? readFileSync(out, 'utf8').trim().split('\n') : [];
    return { ...asked, lines };
  } finally {
    await terminal.close();
  }
}

try {
  const asked = await askAll();
  const reopened = new KeptTerminal({ place, now: () => NOW });
  const settingLater = await reopened.call('settings.get', {});
  const [input] = (calls as Readonly<Record<string, readonly [object, string]>>)['data.proof'] ?? [];
  const example: unknown = await reopened.call('data.proof' as 'data.status', input as Record<string, never>).then(
    (value) => ({ ok: true, value }),
    (error: unknown) => ({ ok: false, error: error instanceof AppFailure ? error.error : String(error) }),
  );
  await reopened.close();
  const found = {
    ...asked,
    settingLater,
    refused: await runInProcess(['proof', '--refuse', '--data-dir', place.data]),
    example,
    ...drawChart(),
    schema: await openOtherVersions(join(place.data, 'workspaces/default/snapshot.duckdb')),
    errorLine: readFileSync('docs/errors.md', 'utf8')
      .split('\n')
      .find((line) => line.includes('proof-refused')),
    help: (await runInProcess(['--help'])).stdout,
    commandHelp: (await runInProcess(['proof', '--help'])).stdout,
    flagHelp: (await runInProcess(['checks', '--help'])).stdout,
    flag: await runInProcess(['checks', '--most', '11', '--data-dir', place.data]),
    exportHelp: (await runInProcess(['export', '--help'])).stdout,
    refusedFormat: (await runInProcess(['export', '--format', 'nonsense', '--out', out])).stderr,
    isFormatInContract: api['export.run'].input.safeParse({ format: 'proof-lines' }).success,
    isSettingInContract: api['settings.set'].input.safeParse({ proofLabel: 'x' }).success,
    saveFilters: toSaveFilters('time-logs.proof'),
    mediaTypes: exportFormats.map((each) => fileTypes[each].mediaType),
    checks: checks.map(({ id }) => id),
    periodPresets,
    paths,
  };
  process.stdout.write(JSON.stringify(found));
} finally {
  await service.close();
  rmSync(folder, { recursive: true, force: true });
}
