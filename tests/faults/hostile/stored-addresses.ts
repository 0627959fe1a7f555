/** Addresses written straight into a workspace's stores: whatever they say, the key reaches no listener but the true one. */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { DuckDBInstance } from '@duckdb/node-api';
import { createApp, type AppOptions } from '#electron/app/app.ts';
import { createAppClient } from '#electron/cli/arguments/command.ts';
import { openJournal } from '#electron/journal/journal.ts';
import { createService } from '#service/server.ts';
import { AppFailure } from '#contract/errors.ts';
import { startLoopbackServer } from '#tests/support/hosts/loopback-server.ts';
import { memorySecrets, quietHost } from '#tests/support/hosts/quiet-host.ts';
import { seeded } from '#tests/support/worlds/seeded.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const KEY = 'the-key-of-the-true-service';

/** Spellings of the foreign listener's address. @param at host and port of it */
const spellings: readonly ((at: string, port: string, truth: string) => string)[] = [
  (at) => `http://${at}`,
  (at) => `HTTP://${at}/`,
  (at) => `https://${at}`,
  (at) => ` http://${at}`,
  (at) => `http://${at}/path`,
  (at) => `http://${at}?q=1`,
  (at) => `http://${at}#frag`,
  (at) => `http://user:word@${at}`,
  (at, _, truth) => `${truth}@${at}`,
  (at, _, truth) => `${truth}\u0000.${at}`,
  (at, _, truth) => `${truth}\n//${at}`,
  (_, port) => `http://localhost:${port}`,
  (_, port) => `http://LOCALHOST:${port}`,
  (_, port) => `http://127.1:${port}`,
  (_, port) => `http://0x7f.0.0.1:${port}`,
  (_, port) => `http://0177.0.0.1:${port}`,
  (_, port) => `http://2130706433:${port}`,
  (_, port) => `http://127.0.0.1.:${port}`,
  (_, port) => `http://[::ffff:127.0.0.1]:${port}`,
  (_, port) => `http://[::1]:${port}`,
  (_, port) => `http://127.0.0.2:${port}`,
  (_, port) => `http://0.0.0.0:${port}`,
  (_, port) => `http://①②⑦.0.0.1:${port}`,
  (at) => `http:\\\\${at}`,
  (at) => `http:/${at}`,
  (at) => `http:${at}`,
  (at) => `//${at}`,
  (at) => at,
  (at) => `http://%31%32%37.0.0.1:${at.split(':')[1] ?? ''}`,
  (at) => `ftp://${at}`,
  (at) => `file://${at}/etc/passwd`,
  (at) => `javascript:fetch('http://${at}')`,
  (at) => `data:text/plain,http://${at}`,
  () => '',
  () => 'null',
  (at) => `http://${at}${'/'.repeat(5000)}`,
];

/** The place it is written to: straight into the files, past every check of the program. */
const places = {
  journal: putSetting,
  'journal, as one that never answered': (folder, address) => putSetting(folder, address, 'nothing that was'),
  'journal, past its digests': (folder, address) =>
    inJournal(folder, (database) => {
      database.prepare(`UPDATE setting SET value = ? WHERE key = 'baseUrl'`).run(JSON.stringify(address));
    }),
  'journal, by a trigger at each writing': async (folder, address) => {
    inJournal(folder, (database) => {
      const value = JSON.stringify(address).replaceAll("'", "''");
      database.exec(`DELETE FROM setting WHERE key LIKE 'baseUrl%'`);
      database.exec(`CREATE TRIGGER away AFTER INSERT ON setting WHEN NEW.key LIKE 'baseUrl%' BEGIN
        UPDATE setting SET value = '${value}' WHERE key = 'baseUrl';
        DELETE FROM setting WHERE key = 'baseUrl.answered';
      END`);
    });
    await inStore(folder, `DELETE FROM meta WHERE key = 'app:address'`);
  },
  'store of the records': (folder, address) => inSnapshot(folder, address),
  'journal and store': async (folder, address) => {
    putSetting(folder, address);
    await inSnapshot(folder, address);
  },
} as const satisfies Record<string, (folder: string, address: string) => void | Promise<void>>;
const placeNames = Object.keys(places) as (keyof typeof places)[];

function inJournal(folder: string, work: (database: DatabaseSync) => void): void {
  const database = new DatabaseSync(join(folder, 'workspaces/default/journal.sqlite'));
  work(database);
  database.close();
}

/** With the digests that belong to it: they are no secret. */
function putSetting(folder: string, address: string, answered?: string): void {
  const journal = openJournal(join(folder, 'workspaces/default/journal.sqlite'));
  journal.saveSetting('baseUrl', address);
  if (answered !== undefined) journal.saveSetting('baseUrl.answered', answered);
  journal.close();
}

function inSnapshot(folder: string, address: string): Promise<void> {
  const text = address.replaceAll('\u0000', '').replaceAll("'", "''");
  return inStore(folder, `UPDATE meta SET value = '${text}' WHERE key = 'app:address'`);
}

async function inStore(folder: string, sql: string): Promise<void> {
  const instance = await DuckDBInstance.create(join(folder, 'workspaces/default/snapshot.duckdb'));
  const connection = await instance.connect();
  await connection.run(sql);
  connection.closeSync();
  instance.closeSync();
}

/** The true address named with the key, or no address and the key in the keychain. */
export const ways = ['named', 'from the keychain'] as const;
type Way = (typeof ways)[number];

export interface AddressCampaign {
  /** @returns what is wrong; nothing, when all is well. */
  run(at: number, seed: number, ways?: readonly Way[]): Promise<string[]>;
  /** How often a foreign listener was contacted, with or without a key. */
  foreignRequests(): number;
  close(): Promise<void>;
}

/** `usage`: a damaged journal has lost the address. */
const REFUSALS = new Set([
  'address-refused',
  'workspace-bound',
  'file-damaged',
  'journal-damaged',
  'key-missing',
  'usage',
]);
const OF_THE_ADDRESS = new Set(['address-refused', 'workspace-bound', 'file-damaged']);

export async function startAddressCampaign(): Promise<AddressCampaign> {
  const folder = mkdtempSync(join(tmpdir(), 'stored-addresses-'));
  const service = await createService({ records: 30, seed: 3, asOf: '2026-11-20', now: () => NOW, key: KEY });
  const foreign = await startLoopbackServer((response) => void response.end('{"results":[],"total":0}'));
  const at = new URL(foreign.origin);
  const open = (data: string, given: Partial<AppOptions>) =>
    createApp({ host: quietHost(), version: 'test', dataDirectory: data, workspace: 'default', rate: 0, ...given });
  const first = await open(join(folder, 'true'), { key: KEY, baseUrl: service.url });
  await createAppClient(first).call('sync.run', {});
  await first.close();

  async function attempt(data: string, given: Partial<AppOptions>): Promise<string> {
    let reads = 0;
    const key = given.baseUrl === undefined ? {} : { key: async () => ((reads += 1), KEY) };
    try {
      const app = await open(data, { ...given, ...key });
      try {
        const { status } = await createAppClient(app).call('sync.run', {});
        return status === 'complete' ? '' : `ended ${status}`;
      } finally {
        await app.close();
      }
    } catch (error) {
      if (!(error instanceof AppFailure) || !REFUSALS.has(error.error.code)) return String(error);
      return OF_THE_ADDRESS.has(error.error.code) && reads > 0 ? 'a key was read before the address was refused' : '';
    }
  }

  return {
    async run(index, seed, tried = ways) {
      const random = seeded(seed * 100_003 + index);
      const spelling = spellings[index % spellings.length]!;
      const place = placeNames[Math.floor(index / spellings.length) % placeNames.length] ?? random.pick(placeNames);
      const address = spelling(at.host, at.port, service.url);
      const before = foreign.requests.length;
      const wrong: string[] = [];
      for (const how of tried) {
        const data = mkdtempSync(join(folder, 'one-'));
        cpSync(join(folder, 'true'), data, { recursive: true });
        await places[place](data, address);
        const keys = new Map([[service.url, KEY]]);
        const given =
          how === 'named' ? { baseUrl: service.url } : { host: quietHost({ secrets: memorySecrets(keys) }) };
        const said = await attempt(data, given);
        if (said !== '') wrong.push(`${JSON.stringify(address.slice(0, 80))} in ${place}, ${how}: ${said}`);
        rmSync(data, { recursive: true });
      }
      if (foreign.requests.length > before)
        wrong.push(`${JSON.stringify(address.slice(0, 80))} in ${place}: was asked`);
      return wrong;
    },
    foreignRequests: () => foreign.requests.length,
    async close() {
      await foreign.close();
      await service.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
