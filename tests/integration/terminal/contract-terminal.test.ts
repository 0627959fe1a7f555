import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createApp, type App } from '../../../electron/app/app.ts';
import { terminalHost } from '../../../electron/cli/terminal-host.ts';
import { api } from '../../../src/contract/api.ts';
import { appErrorSchema } from '../../../src/contract/errors.ts';
import { calls, order } from '../../support/hosts/contract-calls.ts';

let folder: string;
let app: App;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'contract-terminal-'));
  const host = await terminalHost({
    keychain: false,
    out: join(folder, 'export.csv'),
    folder: undefined,
    replaces: true,
    source: join(folder, 'not-there'),
  });
  app = await createApp({
    host,
    version: 'test',
    dataDirectory: join(folder, 'data'),
    workspace: 'sample',
    sampleAsOf: '2026-11-20',
  });
  await app.call('sync.run', {});
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

it('the terminal host answers every contract method as the other hosts do', async () => {
  const answers: Record<string, string> = {};
  for (const method of order) {
    const result = await app.call(method, calls[method][0]);
    if (result.ok) expect(() => api[method].output.parse(result.value), method).not.toThrow();
    else expect(() => appErrorSchema.parse(result.error), method).not.toThrow();
    answers[method] = result.ok ? 'ok' : result.error.code;
  }
  expect(answers).toEqual(Object.fromEntries(order.map((method) => [method, calls[method][1]])));
});
