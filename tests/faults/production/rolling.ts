/** Instances behind the nginx of service/deploy/ are replaced one after the other under load, and no request fails. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { withPostgres } from '../edges/on-postgres.ts';
import { judge, type Result } from '../edges/result.ts';
import type { EdgeService } from '../edges/service.ts';
import { askOnce, oneConnection } from './asking.ts';
import { startCrm } from './fake-crm.ts';

const CONFIG = join(import.meta.dirname, '../../../service/deploy/nginx/nginx.conf');

export interface RollingSize {
  readonly instances: number;
  readonly callers: number;
}

export async function tryRolling({ instances, callers }: RollingSize): Promise<Result> {
  const crm = await startCrm({ milliseconds: () => 30 });
  const ports = await Promise.all(Array.from({ length: instances }, findPort));
  let nginx: Nginx | undefined;
  try {
    return await withPostgres(async ({ start, key }) => {
      const startAt = (port: number) =>
        start(
          [
            '--upstream',
            crm.url,
            '--call-limit',
            '2000/1',
            '--calls-at-once',
            '64',
            '--port',
            String(port),
            '--drain-delay',
            '2',
          ],
          'token',
        );
      const services: EdgeService[] = [];
      for (const port of ports) services.push(await startAt(port));
      // Before that it would know them as away, and one of them would have to answer first.
      const { url } = (nginx = await startNginx(ports.map((port) => `127.0.0.1:${port}`)));
      const over = new AbortController();
      const statuses = new Map<number, number>();
      const goOn = async () => {
        const agent = oneConnection();
        while (!over.signal.aborted) {
          const { status } = await askOnce(url, key, agent);
          statuses.set(status, (statuses.get(status) ?? 0) + 1);
          await wait(10);
        }
        agent.destroy();
      };
      const asked = Array.from({ length: callers }, goOn);
      await wait(1_000);
      const codes: (number | null)[] = [];
      for (const [place, port] of ports.entries()) {
        codes.push((await services[place]?.terminate())?.code ?? null);
        services[place] = await startAt(port);
        // nginx asks again whom it could not reach for a moment.
        await wait(1_500);
      }
      over.abort();
      await Promise.all(asked);
      const served = statuses.get(200) ?? 0;
      const others = [...statuses].filter(([status]) => status !== 200);
      return judge(
        `${instances} instances behind nginx replaced one after the other under ${callers} callers: ${served} requests served, ${others.length === 0 ? 'none failed' : others.map(([status, count]) => `${status} ${count}×`).join(', ')}`,
        [others.length === 0, 'requests failed'],
        [served > callers, 'hardly anything was asked'],
        [codes.every((code) => code === 0), `exit codes ${codes.join(', ')}`],
      );
    });
  } finally {
    await nginx?.stop();
    crm.close();
  }
}

async function findPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

export interface Nginx {
  readonly url: string;
  stop(): Promise<void>;
}

/** The shipped configuration, but for its addresses, its certificate, and a port and folders that need no root. */
export function writeConfig(folder: string, port: number, instances: readonly string[]): string {
  mkdirSync(join(folder, 'tls'));
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '1'];
  const files = [
    '-subj',
    '/CN=localhost',
    '-keyout',
    join(folder, 'tls/key.pem'),
    '-out',
    join(folder, 'tls/cert.pem'),
  ];
  execFileSync('openssl', ['req', ...kind, ...files], { stdio: 'ignore' });
  const shipped = readFileSync(CONFIG, 'utf8');
  const text = shipped
    .replaceAll('/etc/nginx/tls/', `${folder}/tls/`)
    .replaceAll('/run/nginx.pid', `${folder}/nginx.pid`)
    .replaceAll(/(access_log|error_log) \S+/g, `$1 ${folder}/nginx.log`)
    .replace(
      /server \S+ max_fails[^;]*;\n(\s*server \S+ max_fails[^;]*;\n)*/,
      (lines) =>
        instances.map((instance) => lines.split('\n')[0]?.replace(/server \S+/, `server ${instance}`)).join('\n') +
        '\n',
    )
    .replace('listen 443 ssl http2;', `listen 127.0.0.1:${port};`)
    .replaceAll(/^\s*listen \[::\].*\n/gm, '')
    .replace(/\n {2}server \{\n {4}listen 80[\s\S]*?\n {2}\}\n/, '\n')
    .replace(
      'http {',
      `http {\n  client_body_temp_path ${folder}/b; proxy_temp_path ${folder}/p; fastcgi_temp_path ${folder}/f; uwsgi_temp_path ${folder}/u; scgi_temp_path ${folder}/s;`,
    );
  const file = join(folder, 'nginx.conf');
  writeFileSync(file, text);
  return file;
}

export async function startNginx(instances: readonly string[]): Promise<Nginx> {
  const folder = mkdtempSync(join(tmpdir(), 'nginx-'));
  const port = await findPort();
  const file = writeConfig(folder, port, instances);
  const child = spawn('nginx', ['-c', file, '-g', 'daemon off;'], { stdio: ['ignore', 'ignore', 'inherit'] });
  const ended = once(child, 'exit');
  const url = `http://127.0.0.1:${port}`;
  for (let tries = 0; tries < 100; tries += 1) {
    if (
      await fetch(url).then(
        () => true,
        () => false,
      )
    )
      break;
    await wait(50);
  }
  return {
    url,
    async stop() {
      child.kill('SIGQUIT');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
