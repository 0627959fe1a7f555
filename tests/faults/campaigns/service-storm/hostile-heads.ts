/** Heads of requests that try to decide where paging links lead: none of it may come back. */
import { connect } from 'node:net';
import type { Seeded } from '#tests/support/worlds/seeded.ts';
import type { ServedProcess } from './served-process.ts';

const EVIL = 'evil.example';
const PATH = '/service/v1/timelogs?limit=1';

const heads: readonly (readonly string[])[] = [
  [`Host: ${EVIL}`],
  [`Host: ${EVIL}:80`],
  ['Host: 127.0.0.1', `X-Forwarded-Host: ${EVIL}`],
  ['Host: 127.0.0.1', `X-Forwarded-Host: ${EVIL}, ${EVIL}`, 'X-Forwarded-Proto: https', 'X-Forwarded-Port: 444'],
  ['Host: 127.0.0.1', `Forwarded: host=${EVIL};proto=https;for=${EVIL}`],
  ['Host: 127.0.0.1', `X-Forwarded-Server: ${EVIL}`, `X-Forwarded-For: ${EVIL}`, `X-Forwarded-Prefix: /${EVIL}`],
  ['Host: 127.0.0.1', `X-Original-URL: http://${EVIL}/`, `X-Rewrite-URL: /${EVIL}`],
  ['Host: 127.0.0.1', `X-Host: ${EVIL}`, `X-HTTP-Host-Override: ${EVIL}`],
  ['Host: 127.0.0.1', `Origin: https://${EVIL}`, `Referer: https://${EVIL}/`],
  ['Host: 127.0.0.1', `Host: ${EVIL}`],
  [`Host: 127.0.0.1@${EVIL}`],
  [`Host: ${EVIL}#127.0.0.1`],
  ['Host:'],
  [`Host: ${EVIL}\u0000`],
];
const targets: readonly string[] = [PATH, `http://${EVIL}${PATH}`, `//${EVIL}${PATH}`, `${PATH}&after=0&base=${EVIL}`];

/** @returns what is wrong. The caller's own parameters come back in a link: there the name may appear, after the question mark. */
export async function tryHead({ url, key }: ServedProcess, random: Seeded): Promise<string[]> {
  const [head, target] = [random.pick(heads), random.pick(targets)];
  const answer = await speak(url, [
    `GET ${target} HTTP/1.1`,
    ...head,
    `Authorization: Bearer ${key}`,
    'Connection: close',
  ]);
  const what = `${target} with ${JSON.stringify(head)}`;
  const [status = ''] = answer.split('\r\n');
  if (!/^HTTP\/1\.1 (200|400|404|421) /.test(status)) return [`${what}: answered “${status}”`];
  const link = /"link":"([^"]*)"/.exec(answer)?.[1];
  const wrong =
    link !== undefined && !link.startsWith(`${url}/service/v1/timelogs?`) ? [`${what}: leads to ${link}`] : [];
  const reflected = link === undefined ? answer : answer.replace(link, '');
  return reflected.toLowerCase().includes(EVIL)
    ? [...wrong, `${what}: comes back in ${reflected.slice(0, 200)}`]
    : wrong;
}

/** Raw, because no client writes such heads. */
export function speak(url: string, lines: readonly string[], body = ''): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1', () =>
      socket.write(`${lines.join('\r\n')}\r\n\r\n${body}`),
    );
    let text = '';
    socket.on('data', (chunk) => (text += chunk.toString('latin1')));
    // A server that closes while a long body is still on its way has answered all the same.
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(text));
  });
}
