/**
 * Hostile addresses in a workspace's own files: each spelling once, over all places, in the first tier a third of them; `npm run campaign
 * -- hostile` tries two hundred.
 */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApp } from '#electron/app/app.ts';
import { createAppClient } from '#electron/cli/arguments/command.ts';
import { openJournal } from '#electron/journal/journal.ts';
import { startAddressCampaign, ways, type AddressCampaign } from '#tests/faults/hostile/stored-addresses.ts';
import { quietHost } from '#tests/support/hosts/quiet-host.ts';
import { chooseSize } from '#tests/support/tier.ts';

const TRIED = chooseSize(6, 36);
const SEED = 1;
/** Coprime to the number of spellings: every one of them comes, and every place. */
const STEP = 7;
let campaign: AddressCampaign;

beforeAll(async () => void (campaign = await startAddressCampaign()));
afterAll(() => campaign.close());

test(`${TRIED} addresses written past the program: no listener but the true one is ever asked, and no key read for another`, async () => {
  const wrong: string[] = [];
  for (let at = 0; at < TRIED; at += 1) wrong.push(...(await campaign.run(at * STEP, SEED, [ways[at % ways.length]!])));
  expect(wrong).toEqual([]);
  expect(campaign.foreignRequests()).toBe(0);
});

test('an address that is none is not shown among the workspaces, and hides none of them', async () => {
  const data = mkdtempSync(join(tmpdir(), 'listed-'));
  try {
    const options = { host: quietHost(), version: 'test', dataDirectory: data };
    await (await createApp({ ...options, workspace: 'spoilt' })).close();
    const journal = openJournal(join(data, 'workspaces/spoilt/journal.sqlite'));
    journal.saveSetting('baseUrl', 'javascript:alert(1)');
    journal.close();
    const app = await createApp({ ...options, workspace: 'other' });
    const { workspaces } = await createAppClient(app).call('workspace.list', {});
    await app.close();
    expect(workspaces).toMatchObject([
      { name: 'other', baseUrl: null },
      { name: 'spoilt', baseUrl: null },
    ]);
  } finally {
    rmSync(data, { recursive: true });
  }
});

test('a workspace opened last whose name leads out of the folder is not opened', async () => {
  const data = mkdtempSync(join(tmpdir(), 'last-'));
  try {
    const options = { host: quietHost(), version: 'test', dataDirectory: join(data, 'in/side') };
    await (await createApp({ ...options, workspace: 'default' })).close();
    const preferences = openJournal(join(data, 'in/side/app.sqlite'));
    preferences.saveSetting('lastWorkspace', '../../../escaped');
    preferences.close();
    const app = await createApp(options);
    expect(await createAppClient(app).call('workspace.state', {})).toMatchObject({ name: 'sample' });
    await app.close();
    expect(readdirSync(data)).toEqual(['in']);
  } finally {
    rmSync(data, { recursive: true });
  }
});
