/** The app's own program downloads a firm through two services, the front one bound to what a CRM takes. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from '#tests/support/hosts/terminal.ts';
import { exact, readTruth, sumOf } from '#tests/support/worlds/truth.ts';
import { withPostgres } from './on-postgres.ts';
import { judge, type Result } from './result.ts';
import { LIST, startService } from './service.ts';

const HOURS = 'a552213_total_hours';
const AMOUNT = 'a552213_billable_amount';
const MAX_SEARCHES = 5;

export interface HopOptions {
  readonly records: number;
  readonly mostRequests: number;
}

/** Everything arrives, to the last digit, in as few requests as without the hop, and the service behind sees no more searches than it takes. */
export async function tryTwoHops({ records, mostRequests }: HopOptions): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'hops-'));
  const log = join(folder, 'log');
  const behind = await startService(['--records', String(records), '--as-of', '2026-11-20', '--log', log]);
  const token = behind.headers['authorization']?.replace('Bearer ', '') ?? '';
  try {
    return await withPostgres(async ({ start, key }) => {
      const front = await start(['--upstream', behind.url + LIST], token);
      const data = ['--data-dir', join(folder, 'data'), '--json'];
      const began = performance.now();
      const sync = await run(['sync', '--base-url', front.url, '--key-stdin', '--rate', '0', ...data], { input: key });
      const seconds = (performance.now() - began) / 1_000;
      if (sync.code !== 0) return judge('a download through two hops', [false, sync.stderr || sync.stdout]);
      const done = JSON.parse(sync.stdout) as { status: string; records: number; requestsUsed: number };
      const busiest = countBusiest(log);
      const report = await run(['report', '--measures', `${HOURS},${AMOUNT}`, ...data]);
      const { totals } = JSON.parse(report.stdout) as { totals: Record<string, string> };
      const truth = await readTruth({ url: behind.url, key: token }, [HOURS, AMOUNT]);
      const wrong = [HOURS, AMOUNT].filter((name) => sumOf(truth, name) !== exact(totals[name] ?? '0'));
      return judge(
        `${done.records} of ${truth.length} records through two hops in ${done.requestsUsed} requests and ${seconds.toFixed(0)} s, at most ${busiest} searches in a second`,
        [done.status === 'complete' && done.records === truth.length, `${done.status}, ${done.records} records`],
        [truth.length === records, `the service behind has ${truth.length} records`],
        [done.requestsUsed <= mostRequests, `more than ${mostRequests} requests`],
        [busiest <= MAX_SEARCHES, `${busiest} searches in a second`],
        [wrong.length === 0, `other sums of ${wrong.join(', ')} than the service behind has`],
      );
    });
  } finally {
    await behind.terminate();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** By the log of the service behind: how many searches began within any second. */
function countBusiest(log: string): number {
  const lines = readFileSync(log, 'utf8').trim().split('\n');
  const begun = lines
    .map((line) => JSON.parse(line) as { time: string; operation?: string; ms?: number })
    .filter(({ operation }) => operation === 'search')
    .map(({ time, ms = 0 }) => Date.parse(time) - ms);
  return Math.max(0, ...begun.map((at) => begun.filter((each) => each >= at && each < at + 1_000).length));
}
