/** Every fault of a service as people run it leaves one line of its log that names the cause, and no key or token is anywhere but on the wire. */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { run } from '#tests/support/hosts/terminal.ts';
import { judge, type Result } from './result.ts';
import { EMPTY, LIST, SEARCH, startBefore, startPlatform, type EdgeService } from './service.ts';

interface Fault {
  readonly name: string;
  /** What the CRM answers. */
  readonly answer: (response: ServerResponse) => unknown;
  /** A search unless told otherwise. */
  readonly target?: string;
  readonly status: number;
  readonly cause: RegExp;
}

const says =
  (status: number, body: string, headers: Record<string, string> = {}) =>
  (response: ServerResponse) =>
    response.writeHead(status, headers).end(body);

const faults: readonly Fault[] = [
  { name: 'fails', answer: says(500, '{}'), status: 500, cause: /^upstream: answered 500$/ },
  { name: 'is being mended', answer: says(503, 'soon'), status: 502, cause: /^upstream: answered 503$/ },
  {
    name: 'refuses the token',
    answer: says(401, '{"category":"EXPIRED"}'),
    status: 502,
    cause: /answered 401 EXPIRED$/,
  },
  {
    name: 'has a limit of seconds',
    answer: says(429, '{"policyName":"SECONDLY"}'),
    status: 503,
    cause: /answered 429$/,
  },
  { name: 'has a limit of a day', answer: says(429, '{"policyName":"DAILY"}'), status: 502, cause: /answered 429$/ },
  { name: 'leads elsewhere', answer: says(302, '', { location: '/' }), status: 503, cause: /^upstream: Redirected$/ },
  { name: 'hangs up', answer: ({ socket }) => socket?.destroy(), status: 503, cause: /^upstream: Error ECONNRESET$/ },
  { name: 'answers a page', answer: says(200, '<html>'), status: 502, cause: /answered 200 in an unexpected shape/ },
  {
    name: 'answers too much',
    answer: says(200, ' '.repeat(17 * 1_048_576)),
    status: 502,
    cause: /answered 200 with more than 16777216 bytes$/,
  },
  { name: 'refuses a list', answer: says(404, '{}'), target: LIST, status: 500, cause: /^upstream: answered 404$/ },
  {
    name: 'is asked nothing, for the list cannot be read',
    answer: says(200, EMPTY),
    target: `${LIST}?archived=maybe`,
    status: 500,
    cause: /^request: archived is neither true nor false$/,
  },
];

type Line = Readonly<Record<string, unknown>>;

const linesOf = (file: string): Line[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line);

/** A caller's own mistake is no error of the service. */
const isToldOf = (line: Line | undefined) => line?.['level'] === 'error' || line?.['reason'] === 'caller';

/** @returns what is wrong with the line of one answer. */
async function lookUp(
  file: string,
  answer: Response,
  { name, status, cause }: Omit<Fault, 'answer'>,
): Promise<string[]> {
  await answer.arrayBuffer();
  const id = answer.headers.get('x-request-id');
  const find = () => linesOf(file).filter((line) => line['id'] === id);
  for (const until = performance.now() + 5_000; find().length === 0 && performance.now() < until;) await wait(20);
  const lines = find();
  const [line] = lines;
  return [
    ...(answer.status === status ? [] : [`${name}: answered ${answer.status}, not ${status}`]),
    ...(lines.length === 1 ? [] : [`${name}: ${lines.length} lines`]),
    ...(isToldOf(line) && cause.test(String(line?.['cause'])) ? [] : [`${name}: ${JSON.stringify(line)}`]),
  ];
}

export async function tryFaults(): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'edges-faults-'));
  const [data, log] = [join(folder, 'data'), join(folder, 'service.log')];
  const token = `canary-${randomUUID()}`;
  let answer = says(200, EMPTY);
  const platform = await startPlatform((request, response) => {
    request.resume();
    answer(response);
  });
  const service = await startBefore(platform, ['--data-dir', data, '--log', log], token);
  const issued = await run(['serve', 'keys', 'issue', '--data-dir', data, '--json']);
  const key = /tlr_[\w-]{43}/.exec(issued.stdout)?.[0] ?? '';
  const headers = { ...service.headers, authorization: `Bearer ${key}` };
  const ask = (target = SEARCH) =>
    fetch(service.url + target, target === SEARCH ? { method: 'POST', headers, body: '{}' } : { headers });
  const failures: string[] = [];
  try {
    // A new key is known within a second.
    for (const until = performance.now() + 5_000; (await ask(LIST)).status === 401 && performance.now() < until;)
      await wait(50);
    for (const fault of faults) {
      answer = fault.answer as typeof answer;
      failures.push(...(await lookUp(log, await ask(fault.target), { ...fault, name: `a CRM that ${fault.name}` })));
    }
    platform.close();
    failures.push(
      ...(await lookUp(log, await ask(), {
        name: 'no CRM',
        status: 503,
        cause: /^upstream: Error ECONNREFUSED$/,
      })),
      ...(await lockStore(data, () => ask(), log)),
    );
    failures.push(...findSecrets(service, folder, { token, key, 'first key': firstKey(service) }));
  } finally {
    const { stderr } = await service.terminate();
    if (stderr.includes(token) || stderr.includes(key)) failures.push('standard error holds a secret');
    platform.close();
    rmSync(folder, { recursive: true, force: true });
  }
  const count = faults.length + 2;
  return judge(
    `${count} faults: a line each that names the cause; log, store, arguments and environment without keys and token`,
    ...failures.map((failure) => [false, failure] as const),
  );
}

const firstKey = ({ headers }: EdgeService) => (headers['authorization'] ?? '').slice('Bearer '.length);

async function lockStore(data: string, ask: () => Promise<Response>, log: string): Promise<string[]> {
  const path = filesIn(data).find((file) => file.endsWith('service.sqlite'));
  if (path === undefined) return ['there is no file of keys and counts'];
  // What was booked ahead is handed back by then.
  await wait(1_500);
  const locker = new DatabaseSync(path);
  try {
    locker.exec('BEGIN IMMEDIATE');
    return await lookUp(log, await ask(), { name: 'a locked store', status: 503, cause: /^store: StoreAway/ });
  } finally {
    locker.close();
  }
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile());
}

/** Of the running service: its own files and what every program of this user can see of it. */
function findSecrets({ pid }: EdgeService, folder: string, secrets: Readonly<Record<string, string>>): string[] {
  const places = [...filesIn(folder), `/proc/${pid}/cmdline`, `/proc/${pid}/environ`];
  return Object.entries(secrets).flatMap(([name, secret]) => {
    if (secret.length < 20) return [`there was no ${name}`];
    const forms = [secret, Buffer.from(secret).toString('hex'), Buffer.from(secret).toString('base64').slice(0, -4)];
    const holds = (place: string) => forms.some((form) => readFileSync(place).includes(form));
    return places.filter(holds).map((place) => `${place} holds the ${name}`);
  });
}
