/**
 * A month-end in the terminal, on a service of its own that moves while one works: `node tests/week/month-end.ts [--clients N]`. Each command
 * is a process of its own. It leaves a line for each in test-results/month-end.md, and ends with 1 where something is not as it must be.
 */
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { run } from '../support/hosts/terminal.ts';
import { startProvingService } from '../support/hosts/proving-service.ts';
import { listBillable, toClients } from '../support/worlds/billable.ts';
import { parseOptions } from '../support/parse-options.ts';

const MONTH = '2026-10';
const { values } = parseOptions({ options: { clients: { type: 'string', default: '40' } } });
const CLIENTS = Number(values.clients);
const CHANGED = Math.max(4, CLIENTS / 10);
const columns =
  'first_start_date,platform_owner_id,assoc_record_id,service_name,title,billable_hours,billable_rate,billable_amount';
const driftSchema = z.object({
  lines: z.array(z.object({ closing: z.number() })),
  equations: z.array(z.object({ holds: z.boolean() })),
  digest: z.string(),
});
const monthSchema = z.object({ lines: z.array(z.object({ client: z.string().nullable(), next: z.string() })) });
const statesSchema = z.object({ sums: z.array(z.object({ state: z.string() })) });

const folder = mkdtempSync(join(tmpdir(), 'month-end-'));
const results = join(import.meta.dirname, '../../test-results');
const service = await startProvingService({ seed: 7, asOf: '2026-11-20', records: 1_100 + 10 * CLIENTS, months: 3 });
const told: { readonly what: string; times: number; seconds: number }[] = [];

/** @param what names it in the table; several of one name are added up */
async function command(
  what: string,
  words: readonly string[],
  input = '',
  codes: readonly number[] = [0],
): Promise<unknown> {
  const begun = performance.now();
  const { code, stdout, stderr } = await run([...words, '--data-dir', join(folder, 'data'), '--json'], { input });
  const seconds = (performance.now() - begun) / 1000;
  if (!codes.includes(code ?? -1)) throw new Error(`${words.join(' ')} ended with ${code}: ${stderr}`);
  const known = told.find((one) => one.what === what);
  if (known) Object.assign(known, { times: known.times + 1, seconds: known.seconds + seconds });
  else told.push({ what, times: 1, seconds });
  return JSON.parse(stdout);
}
const refresh = () =>
  command('sync', ['sync', '--base-url', service.url, '--key-stdin', '--rate', '0', '--full'], `${service.key}\n`);

try {
  await service.control.move({ kind: 'shift', count: 10 * CLIENTS, to: MONTH });
  await refresh();
  const live = await service.control.liveRecords();
  const objects = [...toClients(live, MONTH, CLIENTS)].map(
    ([key, { name, client, currency }]) => `${key.replace(':', ',')},${name},${client},${currency}`,
  );
  writeFileSync(join(folder, 'objects.csv'), `type,id,name,client,currency\n${objects.join('\n')}\n`);
  await command('names import', ['names', 'import', join(folder, 'objects.csv')], '', [0, 6]);

  await command('closing month', ['closing', 'month', '--period', MONTH]);
  const accept = ['--accept', 'undated,unreadable,unassigned', '--reason', 'As agreed'];
  await command('closing create', ['closing', 'create', '--period', MONTH, ...accept]);
  await command('export --pack client --bills', [
    ...'export --pack client --pack-as zip --bills --audience client --format xlsx --period'.split(' '),
    MONTH,
    '--columns',
    columns,
    '--out',
    join(folder, 'pack.zip'),
  ]);
  // The world moves on, once more while one decides.
  const inMonth = listBillable(live, MONTH).map(({ id }) => id);
  const move = async (ids: string[]) => {
    await service.control.move({ kind: 'edit', ids: ids.slice(0, Math.ceil(ids.length / 2)) });
    if (ids.length > 1)
      await service.control.move({ kind: 'shift', ids: ids.slice(Math.ceil(ids.length / 2)), to: '2026-11' });
    await refresh();
  };
  await move(inMonth.slice(1, CHANGED + 1));
  let tables = 0;
  for (;;) {
    const { lines: open, equations } = driftSchema.parse(
      await command('closing drift --period', ['closing', 'drift', '--period', MONTH]),
    );
    if (!equations.every(({ holds }) => holds)) throw new Error('The equation does not hold');
    const [closing] = open.map((line) => line.closing);
    if (closing === undefined) break;
    for (const number of new Set(open.map((line) => line.closing))) {
      const { digest } = driftSchema.parse(await command('closing drift N', ['closing', 'drift', String(number)]));
      const as = ['--as', 'adjust', '--reason', 'Agreed on the phone', '--expected', digest];
      await command('closing decide N', ['closing', 'decide', String(number), ...as]);
      await command('closing adjust N', [
        'closing',
        'adjust',
        String(number),
        '--out',
        join(folder, `adjustments-${(tables += 1)}.csv`),
      ]);
      if (tables === 1) await move(inMonth.slice(0, 1));
    }
  }
  const { lines: clients } = monthSchema.parse(await command('closing month', ['closing', 'month', '--period', MONTH]));
  const left = clients.filter(({ client, next }) => client !== null && next !== 'done');
  if (left.length > 0) throw new Error(`Not done: ${JSON.stringify(left)}`);
  const { sums } = statesSchema.parse(await command('closing states', ['closing', 'states', '--period', MONTH]));
  if (!sums.some(({ state }) => state === 'adjusted')) throw new Error(`Nothing was adjusted: ${JSON.stringify(sums)}`);
  mkdirSync(results, { recursive: true });
  const title = `terminal · ${clients.filter(({ client }) => client !== null).length} clients`;
  const all = told.reduce((sum, { times, seconds }) => ({ times: sum.times + times, seconds: sum.seconds + seconds }), {
    times: 0,
    seconds: 0,
  });
  for (const { what, times, seconds } of [...told, { what: 'in all', ...all }]) {
    const line = `| ${title} | ${what} | ${times} | ${seconds.toFixed(1)} s |`;
    console.log(line);
    appendFileSync(join(results, 'month-end.md'), `${line}\n`);
  }
} finally {
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
}
