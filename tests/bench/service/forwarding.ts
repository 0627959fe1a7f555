/**
 * The service as it is shipped beside nginx (`apt-get install nginx`), all before the same CRM: what keys, counts, names and checks of a page
 * cost. A program of Node that only passes bytes on says how much of that Node itself is.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { LIST, startService } from '#tests/faults/edges/service.ts';
import { startServed } from './served.ts';

const CONNECTIONS = 8;
const SECONDS = 2;
const MIN = 0.35;
const MAX_MIB = 200;

interface Ask {
  readonly method: 'GET' | 'POST';
  /** Behind the collection. */
  readonly path: string;
  readonly body?: string;
}

interface Rate {
  readonly perSecond: number;
  readonly p99: number;
}

/** @param requests after which memory is looked at. @returns whether every bound is held. */
export async function benchForwarding(rounds: number, requests: number): Promise<boolean> {
  const ids = Array.from({ length: 100 }, (_, n) => ({ id: String(n + 1) }));
  const list: Ask = { method: 'GET', path: '?limit=100' };
  const batch: Ask = { method: 'POST', path: '/batch/read', body: JSON.stringify({ inputs: ids }) };
  const page = makePage();
  const crm = await startServed({ kind: 'crm', records: 0, page });
  const folder = mkdtempSync(join(tmpdir(), 'bench-forwarding-'));
  const place = ['--data-dir', folder, '--log', join(folder, 'service.log'), '--daily-quota', '100000000'];
  const plenty = ['--call-limit', '999999/1', '--calls-at-once', '64'];
  const objects = `${crm.url}/crm/v3/objects/2-1`;
  const options = ['--upstream', objects, '--new-key', ...place, ...plenty];
  const service = await startService(options, 'token\n', undefined, { NODE_OPTIONS: readNodeOptions() });
  const nginx = await startNginx(crm.url);
  const passing = await startServed({ kind: 'passing', records: 0, upstream: crm.url });
  const fronts = { service: service.url + LIST, nginx: `${nginx.url}/crm`, passing: `${passing.url}/crm` };
  const measure = (url: string, ask: Ask) => countPerSecond(url, ask, service.headers);
  let held = true;
  try {
    for (const [what, ask] of Object.entries({ 'list 100': list, 'batch 100': batch })) {
      const rates: Record<keyof typeof fronts, Rate[]> = { service: [], nginx: [], passing: [] };
      for (let round = 0; round <= rounds; round += 1)
        for (const front of ['service', 'nginx', 'passing'] as const) {
          const rate = await measure(fronts[front], ask);
          // The first round warms up.
          if (round > 0) rates[front].push(rate);
        }
      // Within a round, for others may have the machine in another one.
      const toNginx = (given: readonly Rate[]) =>
        median(given.map(({ perSecond }, round) => perSecond / (rates.nginx[round]?.perSecond ?? 0)));
      const tell = (given: readonly Rate[]) =>
        `${median(given.map(({ perSecond }) => perSecond)).toFixed(0)} a second, p99 ${median(given.map(({ p99 }) => p99)).toFixed(1)} ms`;
      const ratio = toNginx(rates.service);
      console.log(
        `${what} (${page.length} characters): ${tell(rates.service)}; nginx ${tell(rates.nginx)}: ${ratio.toFixed(2)} (at least ${MIN}); bytes passed on by Node ${tell(rates.passing)}: ${toNginx(rates.passing).toFixed(2)}`,
      );
      held &&= ratio >= MIN;
    }
    for (let sent = 0; sent < requests;) sent += (await measure(fronts.service, list)).perSecond * SECONDS;
    const [now, most] = [service.memory(), service.peakMemory()].map((bytes) => bytes / 1_048_576);
    console.log(
      `memory after ${requests} more requests: ${now?.toFixed(0)} MiB, at most ${most?.toFixed(0)} (at most ${MAX_MIB})`,
    );
    return held && (now ?? Infinity) <= MAX_MIB;
  } finally {
    await Promise.all([service.terminate(), crm.stop(), nginx.stop(), passing.stop()]);
    rmSync(folder, { recursive: true, force: true });
  }
}

/** As the unit has them. */
function readNodeOptions(): string {
  const unit = readFileSync(join(import.meta.dirname, '../../../service/deploy/timelog-service.service'), 'utf8');
  return /^Environment="NODE_OPTIONS=(.*)"$/m.exec(unit)?.[1] ?? '';
}

/** A hundred records of some 430 characters, all values texts, as CRMs have them. */
function makePage(): string {
  const time = '2026-11-20T12:00:00.000Z';
  const results = Array.from({ length: 100 }, (_, n) => ({
    id: String(n + 1),
    properties: {
      a552213_title: `Work on matter ${n}`,
      a552213_total_minutes: '90',
      a552213_billable_amount: '142.50',
      a552213_first_start_date: time,
      a552213_month_year: '2026-11-01',
      a552213_record_id: `2827${n} -- ${time}`,
      sys_createdate: time,
      sys_lastmodifieddate: time,
      sys_object_id: String(n + 1),
    },
    createdAt: time,
    updatedAt: time,
    archived: false,
  }));
  return JSON.stringify({
    status: 'COMPLETE',
    startedAt: time,
    completedAt: time,
    results,
    paging: { next: { after: '101' } },
  });
}

type Headers = Readonly<Record<string, string>>;

async function countPerSecond(url: string, ask: Ask, headers: Headers): Promise<Rate> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const times: number[] = [];
  const began = performance.now();
  const one = async () => {
    while (performance.now() - began < SECONDS * 1_000) {
      const at = performance.now();
      await send(url, ask, headers, agent);
      times.push(performance.now() - at);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, one));
  agent.destroy();
  const p99 = times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0;
  return { perSecond: times.length / ((performance.now() - began) / 1_000), p99 };
}

function send(url: string, { method, path, body }: Ask, headers: Headers, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    const length = { 'content-length': Buffer.byteLength(body ?? '') };
    request(url + path, { method, agent, headers: { ...headers, ...length } }, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`${path} was answered ${answer.statusCode}`));
      answer.resume().on('end', resolve);
    })
      .on('error', reject)
      .end(body);
  });
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

/** As it forwards by itself: kept connections, no log, one process as the service is one. */
async function startNginx(crm: string) {
  const folder = mkdtempSync(join(tmpdir(), 'bench-nginx-'));
  const listener = createServer().listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const { port } = listener.address() as AddressInfo;
  listener.close();
  await once(listener, 'close');
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  const file = join(folder, 'nginx.conf');
  writeFileSync(
    file,
    `worker_processes 1; pid ${folder}/pid; error_log ${folder}/errors; daemon off;
     events { worker_connections 512; }
     http { access_log off; ${temporary.join(' ')} keepalive_requests 1000000;
       upstream crm { server ${new URL(crm).host}; keepalive 64; keepalive_requests 1000000; }
       server { listen 127.0.0.1:${port};
         location / { proxy_pass http://crm; proxy_http_version 1.1; proxy_set_header Connection ''; proxy_buffers 16 64k; proxy_buffer_size 64k; proxy_busy_buffers_size 128k; } } }`,
  );
  const child = spawn('nginx', ['-c', file], { stdio: 'ignore' });
  const ended = once(child, 'exit');
  const url = `http://127.0.0.1:${port}`;
  const answers = () =>
    fetch(url).then(
      (answer) => answer.ok,
      () => false,
    );
  while (!(await answers())) await wait(20);
  return {
    url,
    async stop() {
      child.kill();
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
