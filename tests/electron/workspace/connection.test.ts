/** Whose address a key is sent to: the journal's address is read and checked at each use, however it came there. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openLedger, type Ledger } from '#electron/client/ledger.ts';
import { openJournal, type Journal } from '#electron/journal/journal.ts';
import { ANSWERED, BASE_URL, connectService, type Connection } from '#electron/workspace/connection.ts';
import type { WorkspaceOptions } from '#electron/workspace/options.ts';
import { failure } from '#tests/support/failure.ts';
import { memorySecrets } from '#tests/support/hosts/quiet-host.ts';

const TRUE = 'https://records.example';
const OTHER = 'https://other.example';

let folder: string;
let journal: Journal;
let ledger: Ledger;
let keysRead: number;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'connection-'));
  journal = openJournal(join(folder, 'journal.sqlite'));
  ledger = openLedger({ path: ':memory:' });
  keysRead = 0;
});
afterEach(() => {
  journal.close();
  ledger.close();
  rmSync(folder, { recursive: true });
});

/** With a key on standard input, and in the keychain one for each address. */
function connect(given: Partial<WorkspaceOptions>, from?: string): Promise<Connection> {
  const keys = new Map([TRUE, OTHER].map((origin) => [origin, `key of ${origin}`]));
  const secrets = memorySecrets(keys);
  const options = { name: 'default', dataDirectory: folder, fetch, secrets, ledger, now: Date.now, ...given };
  return connectService(options, journal, from);
}

const keyFromInput = async () => {
  keysRead += 1;
  return 'the-key';
};

/** As a program of another make does. */
function writeBehind(address: string): void {
  const other = openJournal(join(folder, 'journal.sqlite'));
  other.saveSetting(BASE_URL, address);
  other.close();
}

const refused = ['http://other.example', `${TRUE}@other.example`, `${OTHER}/path`, 'javascript:alert(1)', 'HTTP:other'];

describe('an address that was written into the journal past the program', () => {
  it.each(refused)('is refused where no key may go there, before one is read: %s', async (address) => {
    journal.saveSetting(BASE_URL, address);
    expect(await failure(connect({ key: keyFromInput }))).toMatchObject({ code: 'address-refused' });
    expect(keysRead).toBe(0);
  });

  it.each(refused)('is refused while the workspace is in use: %s', async (address) => {
    journal.saveSetting(BASE_URL, TRUE);
    const connection = await connect({});
    expect(await connection.address()).toBe(TRUE);
    writeBehind(address);
    expect(await failure(connection.address())).toMatchObject({ code: 'address-refused' });
    expect(await failure(connection.key())).toMatchObject({ code: 'address-refused' });
  });

  it.each([
    ['was given for this run', { baseUrl: TRUE }, undefined],
    ['the records came from', {}, TRUE],
  ])('is refused where it is another than the one that %s', async (_, given, from) => {
    const connection = await connect(given, from);
    expect([await connection.address(), await connection.key()]).toEqual([TRUE, `key of ${TRUE}`]);
    writeBehind(OTHER);
    expect(await failure(connection.address())).toEqual({ code: 'workspace-bound', detail: OTHER });
    expect(await failure(connection.key())).toEqual({ code: 'workspace-bound', detail: OTHER });
  });
});

it('an address that is given beside another that has answered is refused before a key is read', async () => {
  journal.saveSetting(BASE_URL, TRUE);
  journal.saveSetting(ANSWERED, true);
  const asked = connect({ baseUrl: OTHER, key: keyFromInput });
  expect(await failure(asked)).toEqual({ code: 'workspace-bound', detail: TRUE });
  expect(keysRead).toBe(0);
});
