import { DuckDBInstance } from '@duckdb/node-api';
import { createState, readState, serializeState } from '#electron/sync/state.ts';
import { markLoaded } from '#electron/sync/from-file.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openLedger, type Ledger } from '#electron/client/ledger.ts';
import { priceRebuild } from '#electron/features/sync.ts';
import { openWorkspace, SNAPSHOT_FILE, type Workspace } from '#electron/workspace/workspace.ts';
import { memorySecrets } from '#tests/support/hosts/quiet-host.ts';
import { recordOf } from '#tests/support/worlds/records.ts';

let folder: string;
let ledger: Ledger;
let workspace: Workspace;
let changes: number;

const open = () =>
  openWorkspace({
    name: 'default',
    dataDirectory: folder,
    fetch,
    secrets: memorySecrets(),
    ledger,
    now: () => Date.UTC(2026, 10, 20),
    onChanged: () => (changes += 1),
  });

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'workspace-'));
  ledger = openLedger({ path: join(folder, 'ledger.sqlite'), now: Date.now });
  changes = 0;
  workspace = await open();
});

afterEach(async () => {
  await workspace.close();
  ledger.close();
  rmSync(folder, { recursive: true, force: true });
});

test('settings, names and an empty store are told as a change of figures, once they hold', async () => {
  expect(workspace.saveSettings({ footing: 'round-lines' })).toMatchObject({ footing: 'round-lines' });
  expect([workspace.settings().footing, changes]).toEqual(['round-lines', 1]);
  await workspace.saveNames({ owners: {}, objects: {} });
  expect(changes).toBe(2);
  await workspace.rebuild();
  expect(changes).toBe(3);
});

test('the price of a new download is that of the larger of two numbers: what the service told, what the store held', async () => {
  expect(await priceRebuild(workspace)).toMatchObject({ records: null, min: 1, max: null });
  workspace.noteTotal(2);
  const upsert = ['1', '2', '3'].map((id) => recordOf(id, {}));
  await workspace.snapshot.commit({ upsert, remove: [], state: serializeState(createState(0)), publish: true });
  await workspace.close();
  workspace = await open();
  expect(workspace.recordsExpected()).toBe(3);
  await workspace.rebuild();
  expect([workspace.recordsExpected(), workspace.mentionedTotal()]).toEqual([3, 3]);
  workspace.noteTotal(60_000);
  const price = await priceRebuild(workspace);
  expect(price.records).toBe(60_000);
  expect(price.min).toBeGreaterThanOrEqual(300);
});

test('records that came from a file are said to after an update that adds a property', async () => {
  const now = Date.UTC(2026, 10, 20);
  const state = serializeState(markLoaded(createState(now), now, now));
  await workspace.snapshot.commit({ upsert: [recordOf('1', {})], remove: [], state, publish: true });
  await workspace.close();
  const path = join(folder, 'workspaces/default', SNAPSHOT_FILE);
  const instance = await DuckDBInstance.create(path);
  const connection = await instance.connect();
  // As a program left it that did not know the property yet.
  for (const table of ['records', 'waiting'])
    await connection.run(`ALTER TABLE ${table} DROP COLUMN a552213_category_text`);
  connection.closeSync();
  instance.closeSync();
  rmSync(`${path}.manifest`);
  workspace = await open();
  expect(readState((await workspace.snapshot.loadState()) ?? '').file).toMatchObject({ savedAt: now });
});
