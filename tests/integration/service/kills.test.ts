import { expect, test } from 'vitest';
import { killFileService, killPostgresService, QUOTA } from '#tests/faults/service-kills/campaign.ts';
import { chooseSize } from '#tests/support/tier.ts';

test('never more than the quota is served, whatever is killed: one instance on a file, three on PostgreSQL', async () => {
  const kills = chooseSize(1, 3);
  const file = await killFileService(kills, 7);
  expect(file).toMatchObject({ kills });
  expect(file.served).toBeLessThanOrEqual(QUOTA);
  const postgres = await killPostgresService({ instanceKills: 1, serverKills: 1 }, 7);
  expect(postgres).toMatchObject({ kills: 2 });
  expect(postgres.served).toBeLessThanOrEqual(QUOTA);
  // What was booked and not served is lost to the day: little of it.
  for (const { served } of [file, postgres]) expect(served).toBeGreaterThan(QUOTA / 2);
});
