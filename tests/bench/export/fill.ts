/** Fills a folder's store with the sample's records, in a process of its own. */
import { openSnapshot } from '#electron/snapshot/snapshot.ts';
import { createSample } from '#service/sample.ts';
import { jobGiven, sendResult } from '../child.ts';
import { received, snapshotPath, type DataJob } from '../query/data.ts';

const PORTION = 10_000;

if (process.argv[1] === import.meta.filename) {
  const { folder, records } = jobGiven() as DataJob;
  const live = createSample({ seed: 1, asOf: '2026-11-21', records }).records.filter(
    ({ archivedAt }) => archivedAt === undefined,
  );
  const snapshot = await openSnapshot(snapshotPath(folder));
  for (let start = 0; start < live.length; start += PORTION)
    await snapshot.restore({ upsert: live.slice(start, start + PORTION).map(received), remove: [], publish: true });
  await snapshot.close();
  sendResult('filled');
}
