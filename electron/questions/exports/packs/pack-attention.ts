/** What of a pack's files for clients a person looks at before they are sent. Pure. */
import type { Manifest, PackManifest } from '../../../../src/contract/exports.ts';
import { toUnits } from '../../../../src/domain/decimal.ts';
import { CLIENT_PROPERTY } from '../../../../src/domain/local-properties.ts';
import type { ReportResult } from '../../../../src/domain/reports/definition/report.ts';

/** The measure by which a file has something to bill. */
export const BILLABLE = 'billable_logged_hours';

/**
 * @param rows the records by client
 * @param manifests of their files, in the same order
 * @returns undefined where there is nothing to look at
 */
export function findAttention(
  { rows }: Pick<ReportResult, 'rows'>,
  manifests: readonly Pick<Manifest, 'file' | 'audience'>[],
): PackManifest['attention'] {
  const sent = manifests.flatMap(({ file, audience }, at) => {
    const row = rows[at];
    return row && audience === 'client' ? [{ file, row }] : [];
  });
  const unassigned = sent.find(({ row }) => (row.key[CLIENT_PROPERTY] ?? null) === null)?.file ?? null;
  const notBillable = sent
    .filter(({ file, row }) => file !== unassigned && toUnits(row.values[BILLABLE] ?? '0') === 0n)
    .map(({ file }) => file);
  return unassigned === null && notBillable.length === 0 ? undefined : { unassigned, notBillable };
}
