/** What is shipped to run the service with, tried by the programs that read it: nginx, Prometheus, systemd and compose, each of Debian's packages. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { judge, type Result } from '../edges/result.ts';
import { LIST, startService } from '../edges/service.ts';
import { startNginx, writeConfig } from './rolling.ts';

const DEPLOY = join(import.meta.dirname, '../../../service/deploy');
/** Of ten: the less, the less a unit may do. */
const MAX_EXPOSURE = 3.6;

function run(command: string, args: readonly string[], cwd = DEPLOY) {
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd, encoding: 'utf8' });
  return { ok: status === 0, text: error ? error.message : `${stdout}${stderr}`.trim() };
}

export async function tryDeployment(): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'deployment-'));
  try {
    const front = run('nginx', ['-t', '-c', writeConfig(folder, 8_443, ['127.0.0.1:1', '127.0.0.1:2'])]);
    const alarms = run('promtool', ['test', 'rules', 'rules.test.yml'], join(DEPLOY, 'prometheus'));
    const unit = run('systemd-analyze', ['security', '--offline=true', join(DEPLOY, 'timelog-service.service')]);
    const exposure = Number(/exposure level for .*: ([\d.]+)/.exec(unit.text)?.[1] ?? Infinity);
    // Debian's compose knows no name for the whole, which newer ones want.
    const compose = run(
      'sh',
      ['-c', "sed '/^name:/d' compose.yaml | SECRETS=/run docker-compose -f - config -q"],
      join(DEPLOY, 'compose'),
    );
    const [plain, zipped] = await measurePage();
    return judge(
      `nginx -t, promtool test rules, docker-compose config and systemd-analyze security (${exposure}, at most ${MAX_EXPOSURE}) over service/deploy/; a page of 100 records has ${plain} bytes, compressed ${zipped}`,
      [zipped < plain / 5, 'hardly anything is compressed'],
      [front.ok, front.text],
      [alarms.ok, alarms.text],
      [compose.ok, compose.text],
      [exposure <= MAX_EXPOSURE, unit.text.slice(-300)],
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @returns the bytes of a page of 100 records behind nginx, to a caller who takes none compressed and to one who does. */
async function measurePage(): Promise<[plain: number, zipped: number]> {
  const service = await startService(['--records', '200']);
  const nginx = await startNginx([new URL(service.url).host]);
  const names = ['title', 'total_minutes', 'billable_amount', 'first_start_date', 'month_year', 'record_id'];
  const url = `${nginx.url}${LIST}?limit=100&properties=${names.map((name) => `a552213_${name}`).join()}`;
  const read = (encoding: string) =>
    new Promise<number>((resolve, reject) => {
      get(url, { headers: { ...service.headers, 'accept-encoding': encoding } }, (answer) => {
        let size = 0;
        answer.on('data', (chunk: Buffer) => (size += chunk.length)).on('end', () => resolve(size));
      }).on('error', reject);
    });
  try {
    return [await read('identity'), await read('gzip')];
  } finally {
    await nginx.stop();
    await service.terminate();
  }
}
