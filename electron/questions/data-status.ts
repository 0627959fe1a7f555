/** What is on this computer: coverage by month, what could not be read, the quota that is left, damage. Spends no request. */
import type { Output } from '../../src/contract/api.ts';
import { readStatus } from '../sync/status.ts';
import type { Workspace } from '../workspace/workspace.ts';

export async function readDataStatus(workspace: Workspace): Promise<Output<'data.status'>> {
  const { total: _, ...status } = await readStatus(workspace.snapshot);
  const { anomalies } = await workspace.snapshot.summary();
  const quota = await workspace.quota();
  const journal = workspace.journal.damage;
  return { ...status, quota, anomalies, journal };
}
