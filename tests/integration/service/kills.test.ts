import { expect, test } from 'vitest';
import { killFileService, killPostgresService, QUOTA } from '#tests/faults/service-kills/campaign.ts';
import { secondTier } from '#tests/support/tier.ts';

function expectServed(served: number): void {
  expect(served).toBeLessThanOrEqual(QUOTA);
  // What was booked and not served is lost to the day: little of it.
  expect(served).toBeGreaterThan(QUOTA / 2);
}

// Its example in the first tier is that no commit is answered before it is on the disk: tests/service/store/sqlite/store.test.ts.
test('never more than the quota is served, whatever is killed: one instance on a file', secondTier, async () => {
  const kills = 3;
  const file = await killFileService(kills, 7);
  expect(file).toMatchObject({ kills });
  expectServed(file.served);
});

// Its example in the first tier is that each booking is committed durably: tests/service/store/postgres/store.test.ts.
test('never more than the quota is served, whatever is killed: three on PostgreSQL', secondTier, async () => {
  const postgres = await killPostgresService({ instanceKills: 1, serverKills: 1 }, 7);
  expect(postgres).toMatchObject({ kills: 2 });
  expectServed(postgres.served);
});
