/** A disk that is really full, at every step of the app: told by name, nothing lost that was held, and whole once there is room. */
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { inTransaction } from '../../../electron/journal/tables/transaction.ts';
import { namingSqliteFaults } from '../../../electron/host/sqlite-errors.ts';
import { startProvingService, type ProvingService } from '../../support/hosts/proving-service.ts';
import type { FullDiskJob, FullDiskOutcome } from '../../support/stores/full-disk.ts';
import { truthNow } from '../../support/hosts/sync-desk.ts';

const CHILD = fileURLToPath(new URL('../../support/stores/full-disk.ts', import.meta.url));
/** KiB: from nothing at all to enough for a download and not for a second one beside it. */
const ROOMS = [0, 16, 64, 160, 300, 600, 1_000, 1_600, 4_000];

/** A file system of its own, seen by this process and its children alone and gone with them. It takes no rights but some systems forbid it. */
const UNSHARE = 'unshare';
const inSmallDisk = ['--user', '--map-root-user', '--mount', 'bash', '-c'];
const mount = 'mount -t tmpfs -o size=48m tmpfs "$1"';
const folder = mkdtempSync(join(tmpdir(), 'disk-full-'));
const canMount =
  process.platform === 'linux' && spawnSync(UNSHARE, [...inSmallDisk, mount, 'bash', folder]).status === 0;

const ROWS = 1_500;

afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function outcomesOf(service: ProvingService): Promise<readonly FullDiskOutcome[]> {
  const job: FullDiskJob = { url: service.url, key: service.key, folder, rooms: ROOMS };
  const run = `${mount} && exec "$2" "$3" "$4"`;
  const command = [...inSmallDisk, run, 'bash', folder, process.execPath, CHILD, JSON.stringify(job)];
  const child = spawn(UNSHARE, command, { stdio: ['ignore', 'pipe', 'pipe'] });
  const [out, complaints] = await Promise.all([text(child.stdout), text(child.stderr)]);
  expect(complaints).toBe('');
  return JSON.parse(out) as readonly FullDiskOutcome[];
}

/** Where a system forbids it, nothing is skipped that could have been run: it is said. */
const onSmallDisk: (name: string, options: { readonly timeout: number }, work: () => Promise<void>) => void = canMount
  ? test
  : (name) => process.stderr.write(`Not run, for no process may have a file system of its own here: ${name}\n`);

test('what SQLite has no room for is told by name and undone, also where it has undone it itself', () => {
  const database = new DatabaseSync(':memory:');
  database.exec('CREATE TABLE kept (value BLOB) STRICT; PRAGMA max_page_count = 8');
  const fill = () => {
    for (;;) database.exec('INSERT OR ROLLBACK INTO kept VALUES (zeroblob(4000))');
  };
  expect(() => namingSqliteFaults(':memory:', () => inTransaction(database, fill))).toThrow(
    expect.objectContaining({ error: { code: 'disk-full' } }) as Error,
  );
  expect(database.prepare('SELECT count(*) AS n FROM kept').get()).toEqual({ n: 0 });
  database.close();
});

onSmallDisk(
  'whatever room is left, is told by name; what was whole stays, and with room again all of it is right',
  { timeout: 300_000 },
  async () => {
    const service = await startProvingService({ records: ROWS, frozen: true });
    try {
      const { totals } = await truthNow(service.control);
      const outcomes = await outcomesOf(service);
      for (const { room, told, leftover, before, after, kept, totals: reported } of outcomes) {
        const where = `with ${room} KiB`;
        for (const [what, word] of Object.entries(told))
          expect(['done', 'disk-full'], `${what} ${where}`).toContain(word);
        expect(leftover, where).toEqual([]);
        const isWhole = told.download === 'done';
        expect(before?.complete ?? false, where).toBe(isWhole);
        if (isWhole) expect(before?.records, where).toBe(ROWS);
        const whole = { complete: true, records: ROWS };
        expect([after, kept], where).toEqual([whole, whole]);
        expect(reported, where).toEqual(Object.fromEntries(Object.keys(reported).map((name) => [name, totals[name]])));
      }
      // Each of them has met its end of the disk somewhere, and has gone through elsewhere or before it.
      for (const what of ['connect', 'download', 'names', 'export', 'full', 'reopen'] as const)
        expect(
          outcomes.map(({ told }) => told[what]),
          what,
        ).toContain('disk-full');
      expect(outcomes.map(({ told }) => told.download)).toContain('done');
    } finally {
      await service.stop();
    }
  },
);
