import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createApp, type App } from '#electron/app/app.ts';
import { createTerminalHost } from '#electron/cli/session.ts';
import { api } from '#contract/api.ts';
import { appErrorSchema } from '#contract/errors.ts';
import { calls, order } from '#tests/support/hosts/contract-calls.ts';
import { secondTier } from '#tests/support/tier.ts';

let folder: string;
let app: App;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'contract-terminal-'));
  const host = await createTerminalHost({
    key: false,
    out: join(folder, 'export.csv'),
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

/** The browser host answers the same calls in the first tier (contract.spec.ts). */
it('the terminal host answers every contract method as the other hosts do', secondTier, async () => {
  const answers: Record<string, string> = {};
  for (const method of order) {
    const result = await app.call(method, calls[method][0]);
    if (result.ok) expect(() => api[method].output.parse(result.value), method).not.toThrow();
    else expect(() => appErrorSchema.parse(result.error), method).not.toThrow();
    answers[method] = result.ok ? 'ok' : result.error.code;
  }
  expect(answers).toEqual(Object.fromEntries(order.map((method) => [method, calls[method][1]])));
});
