/** The way to the CRM as companies have it: through a proxy, to a certificate of the house's own authority. Both are Node's, named by its environment. */
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { connect, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { judge, type Result } from '../edges/result.ts';
import { EMPTY, LIST, startService } from '../edges/service.ts';

/** No name server knows it: only the proxy leads there. */
const HOST = 'crm.house.invalid';

export async function tryEgress(): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'egress-'));
  const [authority, key, cert] = certify(folder);
  const crm = createSecureServer({ key: readFileSync(key), cert: readFileSync(cert) }, (_, response) =>
    response.end(EMPTY),
  );
  const asked: string[] = [];
  const proxy = createServer().on('connect', ({ url = '' }, socket) => {
    asked.push(url);
    const far = connect(portOf(crm), '127.0.0.1', () => socket.write('HTTP/1.1 200 OK\r\n\r\n'));
    far.on('error', () => socket.destroy()).pipe(socket);
    socket.on('error', () => far.destroy()).pipe(far);
  });
  try {
    for (const server of [crm, proxy]) await once(server.listen(0, '127.0.0.1'), 'listening');
    const byProxy = { NODE_USE_ENV_PROXY: '1', HTTPS_PROXY: `http://127.0.0.1:${portOf(proxy)}` };
    const trusting = { NODE_EXTRA_CA_CERTS: authority };
    const url = `https://${HOST}:${portOf(crm)}/crm/v3/objects/2-1`;
    const both = await askOnce(url, { ...byProxy, ...trusting });
    const way = [...asked];
    const unknown = await askOnce(url, byProxy);
    const direct = await askOnce(url, trusting);
    return judge(
      `through a proxy to a certificate of the house ${both.status}; without its authority ${unknown.status} (${unknown.cause}); without the proxy ${direct.status} (${direct.cause})`,
      [both.status === 200, JSON.stringify(both)],
      [
        way.length > 0 && way.every((each) => each === `${HOST}:${portOf(crm)}`),
        `the proxy was asked for ${way.join()}`,
      ],
      [unknown.status === 503 && /CERT|VERIFY/.test(unknown.cause), JSON.stringify(unknown)],
      [direct.status === 503 && /ENOTFOUND|EAI_AGAIN/.test(direct.cause), JSON.stringify(direct)],
    );
  } finally {
    for (const server of [crm, proxy]) {
      server.closeAllConnections();
      server.close();
    }
    rmSync(folder, { recursive: true, force: true });
  }
}

const portOf = (server: Server) => (server.address() as AddressInfo).port;

/** @returns the files of the authority's certificate, and of a key and certificate that it has signed. */
function certify(folder: string): [string, string, string] {
  const place = (name: string) => join(folder, name);
  const make = (name: string, ...more: readonly string[]) =>
    execFileSync(
      'openssl',
      ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
        .concat(['-subj', `/CN=${name}`, '-keyout', place(`${name}.key`), '-out', place(`${name}.pem`)])
        .concat(more),
      { stdio: 'ignore' },
    );
  make('house');
  const signed = ['-CA', place('house.pem'), '-CAkey', place('house.key'), '-addext', `subjectAltName=DNS:${HOST}`];
  make('crm', ...signed, '-addext', 'basicConstraints=critical,CA:FALSE');
  return [place('house.pem'), place('crm.key'), place('crm.pem')];
}

async function askOnce(url: string, env: NodeJS.ProcessEnv): Promise<{ status: number; cause: string }> {
  const service = await startService(['--upstream', url, '--new-key'], 'token\n', undefined, env);
  const { status } = await fetch(service.url + LIST, { headers: service.headers });
  const { stderr } = await service.terminate();
  return { status, cause: /"cause":"([^"]*)"/.exec(stderr)?.[1] ?? '' };
}
