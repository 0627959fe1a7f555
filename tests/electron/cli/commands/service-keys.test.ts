import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { createService } from '#service/server.ts';
import { createEmbeddedUpstream } from '#service/upstream/embedded.ts';
import { runInProcess } from '#tests/support/hosts/terminal-in-process.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'service-keys-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
});

const run = (line: string) => runInProcess(['serve', 'keys', ...line.split(' '), '--data-dir', folder]);

// oxlint-disable-next-line typescript/no-explicit-any -- the document's shape is what the tests are about
async function ask(line: string): Promise<any> {
  const ended = await run(`${line} --json`);
  expect([ended.code, ended.stderr]).toEqual([0, expect.any(String)]);
  return JSON.parse(ended.stdout);
}

it('issues a key that is shown once, and lists it by its last characters', async () => {
  const ended = await run('issue --label Payroll --owner Ada --daily-quota 50 --expires 30d');
  const key = ended.stdout.trim();
  expect(key).toMatch(/^tlr_[\w-]{43}$/);
  expect(ended.stderr).toContain('cannot be shown again');
  await ask('issue');
  const { keys } = await ask('list');
  const lasting = { state: 'valid', createdAt: expect.stringMatching(/Z$/), deactivatedAt: null };
  const unused = { lastUsedAt: null, usedToday: 0 };
  expect(keys).toMatchObject([
    { id: 1, label: 'Payroll', owner: 'Ada', lastCharacters: key.slice(-4), dailyQuota: 50, ...lasting, ...unused },
    { id: 2, label: '', owner: '', dailyQuota: null, validUntil: null, ...lasting, ...unused },
  ]);
  const month = Date.parse(keys[0].validUntil) - Date.now();
  expect([month > 29.9 * 86_400_000, month < 30.1 * 86_400_000]).toEqual([true, true]);
  const { trail } = await ask('trail');
  expect(trail).toMatchObject([
    { action: 'issued', key: 1, label: 'Payroll', owner: 'Ada', actor: expect.stringMatching(/.@./), dailyQuota: 50 },
    { action: 'issued', key: 2 },
  ]);
  const listed = await run('list');
  expect(listed.stdout.split('\n')[2]).toMatch(
    new RegExp(`^ 1  Payroll  Ada +${key.slice(-4)} +until 20.*Z  never +0 +50$`),
  );
  const bytes = readdirSync(folder).map((name) => readFileSync(join(folder, name)).toString('latin1'));
  for (const text of [...bytes, listed.stdout, JSON.stringify(keys)]) expect(text).not.toContain(key);
  expect(JSON.stringify(keys)).not.toContain('digest');
});

it('changes what a running service serves: deactivated, rotated, another quota', async () => {
  const upstream = createEmbeddedUpstream({ records: [] });
  const service = await createService({ upstream, databasePath: join(folder, 'service.sqlite') });
  onTestFinished(() => service.close());
  const status = async (key: string) => {
    const address = `${service.url}/service/v1/timelogs`;
    return (await fetch(address, { headers: { authorization: `Bearer ${key}` } })).status;
  };
  const { key, id } = await ask('issue --label Payroll');
  await expect.poll(() => status(key)).toBe(200);
  const rotated = await ask(`rotate ${id} --grace 1h`);
  expect(rotated).toMatchObject({ label: 'Payroll', account: id });
  await expect.poll(() => status(rotated.key)).toBe(200);
  expect(await status(key)).toBe(200);
  await ask(`rotate ${rotated.id} --grace 0m`);
  await expect.poll(() => status(rotated.key)).toBe(403);
  await ask(`quota ${id} 1`);
  await expect.poll(() => status(key)).toBe(429);
  await ask(`quota ${id} default`);
  await expect.poll(() => status(key)).toBe(200);
  await ask(`deactivate ${id}`);
  await expect.poll(() => status(key)).toBe(403);
  const states = (await ask('list')).keys.map((each: { state: string }) => each.state);
  expect(states).toEqual(['valid', 'deactivated', 'ended', 'valid']);
  const { stdout } = await run('list');
  expect(stdout).toMatch(/Payroll .* deactivated 20/);
  expect(stdout).toMatch(/Payroll .* ended 20/);
});

it.each([
  ['', /Say what to do/],
  ['remove 1', /Say what to do/],
  ['list more', /Say what to do/],
  ['deactivate tlr_secret', /by its number/],
  ['deactivate 7', /no key 7/],
  ['rotate 7', /no key 7/],
  ['rotate 7 --grace soon', /--grace is a time/],
  ['rotate 7 --grace 91d', /--grace is a time/],
  ['quota 7 0', /The quota is/],
  ['quota 7 12', /no key 7/],
  ['issue --daily-quota 0', /whole number/],
  [`issue --label ${'x'.repeat(81)}`, /--label is at most/],
  ['list --port 80', /--port does not belong to serve keys list/],
])('"serve keys %s" is wrong use, in a sentence without a key', async (line, sentence) => {
  const { code, stderr, stdout } = await run(line);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(sentence);
  expect(stderr).not.toContain('secret');
});

it('does not rotate a key that is not valid any more', async () => {
  await ask('issue');
  await ask('deactivate 1');
  expect((await run('rotate 1')).stderr).toContain('not valid any more');
});

it('needs a store, and a file of this version', async () => {
  expect((await runInProcess(['serve', 'keys', 'list'])).stderr).toContain('--data-dir');
  expect((await runInProcess(['serve', '--grace', '1h'])).stderr).toContain('serve keys');
});

it('takes one store at a time, and says what is wrong with it', async () => {
  const both = await run('list --postgres');
  expect([both.code, both.stderr]).toEqual([2, expect.stringContaining('name one of')]);
  const file = join(folder, 'address');
  writeFileSync(file, 'postgres://u:secret@127.0.0.1:1/x', { mode: 0o600 });
  const away = await runInProcess(['serve', 'keys', 'list', '--postgres-file', file]);
  expect([away.code, away.stderr]).toEqual([2, expect.stringContaining('cannot be reached')]);
  chmodSync(file, 0o644);
  const open = await runInProcess(['serve', '--postgres-file', file]);
  expect([open.code, open.stderr]).toEqual([2, expect.stringContaining('chmod 600')]);
  expect(away.stderr + open.stderr).not.toContain('secret');
});
