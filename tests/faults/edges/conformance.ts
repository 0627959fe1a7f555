/** Whether the service as people run it is what the interface says, the rules that use the quota up among them: in each way to run it. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { end, run } from '#tests/support/hosts/terminal.ts';
import { withPostgres } from './on-postgres.ts';
import { judge, type Result } from './result.ts';
import { LIST, startService, type EdgeService } from './service.ts';

const PROGRAM = fileURLToPath(new URL('../../../service/conformance/run.ts', import.meta.url));
const QUOTA = 1_000;
/** Rules that nothing on this computer gives occasion to try: HTTPS is for others, and no request ends as 500. */
const UNTRIED = ['1-7a', '7-6'];

/** Few enough to be listed to the end. */
const sample = ['--records', '300', '--as-of', '2026-11-20'];
const quota = ['--daily-quota', String(QUOTA)];

export function tryConformanceOnFile(): Promise<Result> {
  return inFolder(async (folder) => {
    const place = ['--data-dir', folder];
    const service = await startService([...place, ...sample, ...quota]);
    try {
      return await measure('a file', service, await issueDeactivated(place));
    } finally {
      await service.terminate();
    }
  });
}

export function tryConformanceOnPostgres(): Promise<Result> {
  return withPostgres(async ({ start, place }) =>
    measure('PostgreSQL', await start([...sample, ...quota]), await issueDeactivated(place)),
  );
}

/** The front one on a file, bound to what a CRM takes; its links name itself. */
export function tryConformanceThroughTwoHops(): Promise<Result> {
  return inFolder(async (folder) => {
    const behind = await startService(sample);
    const place = ['--data-dir', folder];
    const limits = ['--call-limit', '10000/1', '--search-limit', '10000/1'];
    const options = [...place, ...quota, '--upstream', behind.url + LIST, '--new-key', ...limits];
    const front = await startService(options, `${readKey(behind)}\n`);
    try {
      return await measure('two hops', front, await issueDeactivated(place));
    } finally {
      await front.terminate();
      await behind.terminate();
    }
  });
}

async function inFolder(work: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'conformance-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const readKey = ({ headers }: EdgeService) => headers['authorization']?.replace('Bearer ', '') ?? '';

async function issueDeactivated(place: readonly string[]): Promise<string> {
  const { stdout } = await run(['serve', 'keys', 'issue', '--json', ...place]);
  const { id, key } = JSON.parse(stdout) as { id: number; key: string };
  await run(['serve', 'keys', 'deactivate', String(id), ...place]);
  return key;
}

interface Report {
  readonly requests: number;
  readonly results: readonly { readonly rule: string; readonly outcome: string; readonly evidence: string }[];
}

async function measure(where: string, service: EdgeService, deactivated: string): Promise<Result> {
  const options = ['--base-url', service.url, '--key-stdin', '--deactivated-key-stdin', '--spend-quota', '--json'];
  const child = spawn(process.execPath, [PROGRAM, ...options]);
  child.stdin.end(`${readKey(service)}\n${deactivated}\n`);
  const { stdout, stderr } = await end(child);
  if (stdout === '') return judge(`conformance on ${where}`, [false, stderr]);
  const { requests, results } = JSON.parse(stdout) as Report;
  const held = results.filter(({ outcome }) => outcome === 'held').length;
  const broken = results.filter(({ outcome }) => outcome === 'broken');
  const untried = results.filter(({ outcome, rule }) => outcome === 'untried' && !UNTRIED.includes(rule));
  const spent = results.find(({ rule }) => rule === '8-2')?.evidence ?? 'the quota was not spent';
  return judge(
    `conformance on ${where}: ${held} of ${held + broken.length} rules held, those of the quota among them, in ${requests} requests; ${spent}`,
    ...broken.map(({ rule, evidence }) => [false, `${rule} is broken: ${evidence}`] as const),
    ...untried.map(({ rule, evidence }) => [false, `${rule} was not tried: ${evidence}`] as const),
    [results.length > 0, 'no rule was tried'],
  );
}
