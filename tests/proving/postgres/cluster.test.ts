import { expect, it, onTestFinished } from 'vitest';
import { makeCluster } from '#tests/support/postgres/cluster.ts';

it('fails with the server’s own words where PostgreSQL does not start', async () => {
  const cluster = makeCluster();
  onTestFinished(() => cluster.remove());
  await expect(cluster.start({ no_such_setting: '1' })).rejects.toThrow(
    /PostgreSQL does not start: .*no_such_setting/s,
  );
});
