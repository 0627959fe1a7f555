/** What the store cannot do by itself it does without: nothing is fetched for it, and nothing that lies about is loaded. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openConnections } from '#electron/snapshot/database/connections.ts';
import { startServer } from '#tests/service/upstream/platform.ts';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'extensions-'));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(home, { recursive: true });
});

/** Where this DuckDB would look for an extension that was installed for it. */
async function extensionFolder(): Promise<string> {
  const instance = await DuckDBInstance.create();
  const connection = await instance.connect();
  const found = await connection.run(
    'SELECT library_version, (SELECT platform FROM pragma_platform()) FROM pragma_version()',
  );
  const [version, platform] = (await found.getRows())[0] ?? [];
  connection.closeSync();
  instance.closeSync();
  return join(home, '.duckdb/extensions', String(version), String(platform));
}

it('a query that would need an extension fails: none is fetched, and none is loaded from the person’s folder', async () => {
  const asked: string[] = [];
  const proxy = await startServer((request, respond) => {
    asked.push(request.url ?? '');
    respond(404, '');
  });
  const folder = await extensionFolder();
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'httpfs.duckdb_extension'), 'this would run inside the program');
  // DuckDB looks for its folder and for a proxy in the surroundings.
  for (const [name, value] of [
    ['HOME', home],
    ['http_proxy', proxy],
    ['HTTP_PROXY', proxy],
  ] as const)
    vi.stubEnv(name, value);
  const connections = await openConnections(join(home, 'snapshot.duckdb'));
  try {
    for (const sql of [`FROM read_csv('${proxy}/x.csv')`, `FROM read_xlsx('${home}/x.xlsx')`]) {
      const refusal = await connections
        .read((connection) => connection.run(sql))
        .then(
          () => 'answered',
          (cause: Error) => cause.message,
        );
      expect(refusal).not.toBe('answered');
      expect(refusal).not.toContain(folder);
    }
  } finally {
    await connections.close();
  }
  expect(asked).toEqual([]);
});
