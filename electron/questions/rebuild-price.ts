/** What it costs to download everything again into an empty store. Spends no request. */
import type { Output } from '../../src/contract/api.ts';
import { priceOfRecords } from '../sync/price.ts';
import type { Workspace } from '../workspace/workspace.ts';

export async function priceRebuild(workspace: Workspace): Promise<Output<'data.rebuildPrice'>> {
  const records = workspace.recordsExpected();
  const price = records === null ? { min: 1, max: null } : priceOfRecords(records);
  return { records, ...price, quota: await workspace.quota() };
}
