/**
 * Runs the steps of a workflow here, as far as they can be: `node tests/workflows/run.ts check|release`. The commands are those of the file,
 * for Linux; of Electron's runtime, which a closed network has not, the stub takes the place. What was not run is listed with its reason.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { makeStub } from '../support/electron-stub/make.ts';

interface Step {
  readonly name?: string;
  readonly uses?: string;
  readonly if?: string;
  readonly run?: string;
}

const root = join(import.meta.dirname, '../..');
const [name = 'check'] = process.argv.slice(2);
const workflow = parse(readFileSync(join(root, `.github/workflows/${name}.yml`), 'utf8')) as {
  jobs: Record<string, { steps: Step[] }>;
};

const values: Readonly<Record<string, string>> = {
  'matrix.platform': 'linux',
  'matrix.arch': 'x64',
  'matrix.program': 'timelog-reports',
};

function findObstacle(job: string, { uses, run = '', if: condition }: Step): string | undefined {
  if (uses !== undefined) return 'is an action of GitHub';
  if (job === 'others') return 'is for macOS and Windows';
  if (condition !== undefined && !condition.endsWith(`== 'Linux'`)) return `runs only where ${condition}`;
  if (/\bgh\b|github\.com/.test(run)) return 'asks GitHub';
  return undefined;
}

const folder = mkdtempSync(join(tmpdir(), 'workflow-'));
const stub = join(folder, 'stub.zip');
await makeStub(stub);
const env = {
  ...process.env,
  RUNNER_OS: 'Linux',
  RUNNER_TEMP: folder,
  GITHUB_ENV: join(folder, 'env'),
  RUNTIME_OPTIONS: `--stub ${stub}`,
  DESKTOP_PROJECT: 'desktop-stub',
};
const told: string[] = [];
for (const [job, { steps }] of Object.entries(workflow.jobs)) {
  for (const step of steps) {
    const title = `${job}: ${step.name ?? step.uses?.split('@')[0] ?? ''}`;
    const obstacle = findObstacle(job, step);
    if (obstacle !== undefined) {
      told.push(`not run  ${title}: it ${obstacle}`);
      continue;
    }
    const command = (step.run ?? '').replaceAll(/\$\{\{ ([\w.]+) \}\}/g, (_, key: string) => values[key] ?? '');
    console.log(`— ${title}\n${command}`);
    const { status } = spawnSync('bash', ['-eo', 'pipefail', '-c', command], { cwd: root, env, stdio: 'inherit' });
    told.push(
      `${status === 0 ? 'passed ' : 'FAILED '}  ${title}${command.includes('RUNTIME') || command.includes('ELECTRON_BIN') ? ' (on the stub, not on Electron)' : ''}`,
    );
    if (status !== 0) process.exitCode = 1;
  }
}
rmSync(folder, { recursive: true, force: true });
console.log(told.join('\n'));
