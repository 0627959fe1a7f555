/** Writes one pack over and over, each time as one of two: what kills and full disks interrupt. */
import { openExportWorld, type ExportWorld } from '#tests/exports/world.ts';

/** A zip file, a folder, and a folder parted by month. */
export const packKinds = ['zip', 'folder', 'months'] as const;
export type PackKind = (typeof packKinds)[number];

export const packName = (kind: PackKind) => (kind === 'zip' ? 'pack.zip' : 'pack');

export const openPackWorld = () => openExportWorld(11);

/** @param turn even turns write one pack, odd ones another with fewer records @returns how many records it has */
export async function writePackTurn(world: ExportWorld, path: string, kind: PackKind, turn: number): Promise<number> {
  world.writeTo(path);
  const fewer = [{ propertyName: 'assoc_obj_type', operator: 'EQ' as const, value: 'deal' }];
  const selection = { filterGroups: turn % 2 === 1 ? [{ filters: fewer }] : [] };
  const columns = ['record_id', 'client', 'month_year', 'total_minutes', 'billable_amount'];
  const written =
    kind === 'months'
      ? await world.call('export.run', { ...selection, columns, format: 'parquet', partition: 'month' })
      : await world.call('export.pack', { ...selection, columns, format: 'csv', as: kind });
  if (!written) throw new Error('no place');
  return written.records;
}
