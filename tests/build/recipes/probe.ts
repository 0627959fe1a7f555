/** Run in a scratch copy: asks the whole what it lists and lets it do what the additions are for, over records of the sample's kind. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toSaveFilters } from '../../../electron/desktop/save-filters.ts';
import { api } from '../../../src/contract/api.ts';
import { exportFormats, fileTypes } from '../../../src/domain/export-formats.ts';
import { checks } from '../../../src/domain/checks/checks.ts';
import { periodPresets } from '../../../src/domain/time/period-presets.ts';
import { createService } from '../../../service/server.ts';
import { paths } from '../../../src/ui/routing/paths.ts';
import { openTerminal, runInProcess } from '../../support/hosts/terminal-in-process.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const folder = mkdtempSync(join(tmpdir(), 'recipes-probe-'));
const out = join(folder, 'proof.jsonl');
const service = await createService({ records: 400, seed: 7, asOf: '2026-11-20', now: () => NOW });
const place = { data: join(folder, 'data'), url: service.url, key: service.key ?? '' };

/** What a command prints with `--json`, or why it failed. */
async function ask(terminal: Awaited<ReturnType<typeof openTerminal>>, ...argv: string[]): Promise<unknown> {
  const { code, stdout, stderr } = await terminal.run([...argv, '--json']);
  return code === 0 ? (JSON.parse(stdout) as unknown) : { code, stderr, stdout };
}

const ofManySessions = JSON.stringify([{ filters: [{ propertyName: 'num_sessions', operator: 'GT', value: '2' }] }]);

async function askAll() {
  const terminal = await openTerminal(place, () => NOW);
  try {
    await ask(terminal, 'sync');
    const asked = {
      command: await ask(terminal, 'proof'),
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
  const reopened = await openTerminal(place, () => NOW);
  const settingLater = await reopened.call('settings.get', {});
  await reopened.close();
  const found = {
    ...asked,
    settingLater,
    help: (await runInProcess(['--help'])).stdout,
    commandHelp: (await runInProcess(['proof', '--help'])).stdout,
    exportHelp: (await runInProcess(['export', '--help'])).stdout,
    refusedFormat: (await runInProcess(['export', '--format', 'nonsense', '--out', out])).stderr,
    isFormatInContract: api['export.run'].input.safeParse({ format: 'proof-lines' }).success,
    isSettingInContract: api['settings.set'].input.safeParse({ proofLabel: 'x' }).success,
    saveFilters: toSaveFilters('time-logs.jsonl'),
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
