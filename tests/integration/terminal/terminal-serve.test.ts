import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createEmbeddedUpstream } from '#service/upstream/embedded.ts';
import { records } from '#tests/service/talk.ts';
import { startPlatform, TOKEN } from '#tests/service/upstream/platform.ts';
import { serve, type Served } from '#tests/support/hosts/terminal.ts';
import { startProvingService } from '#tests/support/hosts/proving-service.ts';
import { KeptTerminal } from '#tests/support/hosts/kept-terminal.ts';
import { runInProcess } from '#tests/support/hosts/terminal-in-process.ts';
import { chooseSize, secondTier } from '#tests/support/tier.ts';
import {
  document,
  expectFailure,
  expectNowhere,
  expectOneSentence,
  TerminalSession,
} from '#tests/support/hosts/terminal-session.ts';

interface Line {
  readonly event: string;
}

const kept = new KeptTerminal();
const session = new TerminalSession(kept.run);
afterAll(async () => {
  await kept.close();
  session.remove();
});

test('a stored key cannot be shown again but still works, and its count goes on', secondTier, async () => {
  const kept = session.folder();
  const first = await session.serve(`--records 10 --daily-quota 2 --data-dir ${kept}`);
  const place = { data: session.folder(), url: first.url, key: first.key };
  expect((await session.json(place, 'key test')).code).toBe(0);
  await first.stop();
  const { port } = new URL(first.url);
  const second = await session.serve(`--records 10 --daily-quota 2 --port ${port} --data-dir ${kept}`);
  expect(second.key).toBeNull();
  expect((await session.json(place, 'key test')).code).toBe(0);
  expectFailure(await session.json(place, 'key test'), 4, 'quota-exhausted');
  const ended = await second.stop();
  expect(ended.code).toBe(0);
  const said = ended.stderr.split('\n').filter((line) => !line.startsWith('{'));
  expectOneSentence({ ...ended, stderr: said.join('\n') });
  expect(ended.stderr).toContain('--new-key');
  session.expectNothingLeaked();
});

describe('two that run at once', () => {
  const started: Served[] = [];
  beforeAll(async () => {
    for (let at = 0; at < chooseSize(0, 2); at += 1) started.push(await session.serve('--records 50 --seed 11'));
  });
  afterAll(() => Promise.all(started.map((each) => each.stop())));

  test('without a data directory every start has a key of its own', secondTier, () => {
    const [one, two] = started;
    expect(one?.key).toBeTruthy();
    expect(two?.key).toBeTruthy();
    expect(two?.key).not.toBe(one?.key);
  });

  test('the same seed and day give the same records', secondTier, async () => {
    const pages = [];
    for (const { url, key } of started)
      pages.push(document(await session.json({ data: session.folder(), url, key }, 'list --limit 50')));
    expect(pages[0]).toEqual(pages[1]);
  });

  test('a port that is taken is wrong use', async () => {
    const near = await startProvingService({ records: 1, sampleMonths: 1, asOf: '2026-11-21' });
    onTestFinished(() => near.stop());
    const { port } = new URL(near.url);
    expectFailure(await runInProcess(['serve', '--json', '--port', port]), 2, 'usage');
  });
});

test('records of a file are served, with the switches that are asked for', async () => {
  const at = { createdAt: '2026-01-05T08:00:00.000Z', updatedAt: '2026-01-05T08:00:00.000Z', archived: false };
  const lines = [12, 11].map((id) => JSON.stringify({ id, ...at, properties: { a552213_title: `Call ${id}` } }));
  const file = join(session.folder(), 'records.jsonl');
  writeFileSync(file, lines.join('\n'));
  const service = await serve(['--records-file', file, '--switches', 'ids=strings,searchMaximum=1']);
  const search = async (body: object) => {
    const headers = { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' };
    const address = `${service.url}/service/v1/timelogs/search`;
    const answer = await fetch(address, { method: 'POST', headers, body: JSON.stringify(body) });
    return { status: answer.status, body: await answer.json() };
  };
  const first = await search({ limit: 1, properties: ['a552213_title'] });
  expect(first).toMatchObject({ status: 200, body: { total: 2, results: [{ id: '11' }] } });
  expect(first.body).toMatchObject({ results: [{ properties: { a552213_title: 'Call 11' } }] });
  expect((await search({ limit: 2 })).status).toBe(400);
  await service.stop();
});

test('--upstream serves a CRM’s records, its token from standard input only', async () => {
  const platform = await startPlatform(createEmbeddedUpstream({ records: records(5) }));
  const args = ['--upstream', platform.url, '--system-prefix', 'hs_', '--owner-prefix', 'hubspot_'];
  const kept = session.folder();
  const service = await serve([...args, '--new-key', '--data-dir', kept], { input: `${TOKEN}\n` });
  const place = { data: session.folder(), url: service.url, key: service.key };
  expect(document(await session.json(place, 'search --properties title'))).toMatchObject({ total: 5 });
  const ended = await service.stop();
  expect(ended.stdout + ended.stderr).not.toContain(TOKEN);
  expectNowhere(TOKEN, kept);
});

test('--log appends a line of JSON a request to a file, and standard error stays quiet', secondTier, async () => {
  const path = join(session.folder(), 'service.log');
  const service = await session.serve(`--records 10 --log ${path}`);
  const place = { data: session.folder(), url: service.url, key: service.key };
  expect((await session.json(place, 'key test')).code).toBe(0);
  const ended = await service.stop();
  expect(ended.stderr).toBe('');
  const events = readFileSync(path, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => (JSON.parse(line) as Line).event);
  expect([events.at(0), events.at(-1)]).toEqual(['listening', 'closed']);
  expect(events.slice(1, -1)).toContain('request');
  session.expectNothingLeaked();
});

test.each([
  ['serve', '--log', '/nowhere/service.log'],
  ['serve', '--port', '65536'],
  ['serve', '--as-of', '2026-02-30'],
  ['serve', '--upstream', 'http://crm.example/objects'],
  ['serve', '--upstream', 'https://crm.example/objects', '--records', '5'],
  ['serve', '--upstream', 'https://crm.example/objects'],
  ['serve', '--system-prefix', 'hs_'],
])('%s %s %s … is wrong use', async (...args) => {
  expectFailure(await runInProcess([...args, '--json']), 2, 'usage');
});
