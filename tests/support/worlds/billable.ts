/** What of a world is billable in a month. */
import { propertyNames } from '#domain/properties.ts';
import { readMonth, type WorldRecord } from '#service/upstream/world.ts';

export function listBillable<R extends Pick<WorldRecord, 'properties'>>(records: readonly R[], month: string): R[] {
  return records.filter((record) => {
    const time = readMonth(record);
    const isOfMonth = !Number.isNaN(time) && new Date(time).toISOString().startsWith(month);
    return isOfMonth && Number(record.properties[propertyNames.billableHours]) > 0;
  });
}

/** Which client each object is of, as `type:id`: so many clients, each with something billable in the month. */
export function toClients(
  records: readonly Pick<WorldRecord, 'properties'>[],
  month: string,
  clients: number,
): Map<string, { readonly name: string; readonly client: string; readonly currency: string }> {
  const toKey = ({ properties }: Pick<WorldRecord, 'properties'>) =>
    `${String(properties[propertyNames.objectType])}:${String(properties[propertyNames.objectId])}`;
  const ofObjects = records.filter(({ properties }) => properties[propertyNames.objectId] != null);
  const objects = new Set([...listBillable(ofObjects, month), ...ofObjects].map(toKey));
  return new Map(
    [...objects].map((key, at) => {
      const client = `Client ${String((at % clients) + 1).padStart(3, '0')}`;
      return [key, { name: `Project ${at}`, client, currency: at % 5 ? 'EUR' : 'CHF' }];
    }),
  );
}
