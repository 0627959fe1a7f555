/** A disk that is really full, at every step of the app: told by name, nothing lost that was held, and whole once there is room. */
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { inTransaction } from '#electron/host/sqlite-errors.ts';
import { nameSqliteFaults } from '#electron/host/sqlite-errors.ts';
import { startProvingService } from '#tests/support/hosts/proving-service.ts';
import { runOnSmallDisk } from '#tests/support/stores/small-disk.ts';
import type { FullDiskJob, FullDiskOutcome } from '#tests/support/stores/full-disk.ts';
import { truthNow } from '#tests/support/hosts/sync-desk.ts';
import { secondTier } from '#tests/support/tier.ts';

const CHILD = fileURLToPath(new URL('../../support/stores/full-disk.ts', import.meta.url));
/** KiB: from nothing at all to enough for a download and not for a second one beside it. */
const ROOMS = [0, 16, 64, 160, 300, 600, 1_000, 1_600, 4_000];

/** Holds the sample's store, its journal and a second store beside them, and not much more. */
const DISK_MEGABYTES = 48;
const ROWS = 1_500;

test('what SQLite has no room for is told by name and undone, also where it has undone it itself', () => {
  const database = new DatabaseSync(':memory:');
  database.exec('CREATE TABLE kept (value BLOB) STRICT; PRAGMA max_page_count = 8');
  const fill = () => {
    for (;;) database.exec('INSERT OR ROLLBACK INTO kept VALUES (zeroblob(4000))');
  };
  expect(() => nameSqliteFaults(':memory:', () => inTransaction(database, fill))).toThrow(
    expect.objectContaining({ error: { code: 'disk-full' } }) as Error,
  );
  expect(database.prepare('SELECT count(*) AS n FROM kept').get()).toEqual({ n: 0 });
  database.close();
});

test(
  'whatever room is left, is told by name; what was whole stays, and with room again all of it is right',
  secondTier,
  async () => {
    const service = await startProvingService({ records: ROWS, frozen: true });
    try {
      const { totals } = await truthNow(service.control);
      const printed = await runOnSmallDisk(DISK_MEGABYTES, CHILD, (folder): FullDiskJob => ({
        url: service.url,
        key: service.key,
        folder,
        rooms: ROOMS,
      }));
      const outcomes = printed as readonly FullDiskOutcome[];
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
