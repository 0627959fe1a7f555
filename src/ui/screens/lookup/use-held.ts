/** What this computer knows of pasted ids, without a request: what the numbers are, and the records that are here. */
import { useQuery } from '@tanstack/react-query';
import type { RecordRow } from '../../../contract/api.ts';
import { MOST_IDS } from '../../../domain/pasted-ids.ts';
import type { KnownNumbers } from '../../../domain/lookup/choose-ids.ts';
import { askKnownNumbers, nothingKnown } from '../../../domain/lookup/known-numbers.ts';
import type { LookedUpRecord } from '../../../domain/lookup/looked-up.ts';
import { propertyNames } from '../../../domain/property-names.ts';
import { call } from '../../data/client.ts';
import { scopes } from '../../data/queries.ts';
import { shownProperties } from './shown-properties.ts';

const IDS_AT_ONCE = 500;
const columns = [...shownProperties.map(({ name }) => name), propertyNames.objectType];

/** @returns undefined until it is known */
export function useKnownNumbers(numbers: readonly string[]): KnownNumbers | undefined {
  const { data, isError } = useQuery({
    queryKey: [scopes.data, 'known-numbers', numbers],
    queryFn: ({ signal }) => askKnownNumbers(numbers, (some) => call('lookup.known', { numbers: some }, signal)),
    enabled: numbers.length > 0,
  });
  return numbers.length === 0 || isError ? nothingKnown : data;
}

const noRecords: readonly LookedUpRecord[] = [];

/** @returns undefined until they are known; none where the store cannot tell, so that all can be asked */
export function useHeldRecords(ids: readonly string[], idProperty: string): readonly LookedUpRecord[] | undefined {
  const { data, isError } = useQuery({
    queryKey: [scopes.data, 'held-records', idProperty, ids],
    queryFn: ({ signal }) => readHeld(ids, idProperty, signal),
    enabled: ids.length > 0 && ids.length <= MOST_IDS,
  });
  return ids.length === 0 || isError ? noRecords : data;
}

async function readHeld(ids: readonly string[], idProperty: string, signal: AbortSignal): Promise<LookedUpRecord[]> {
  const rows: RecordRow[] = [];
  for (let at = 0; at < ids.length; at += IDS_AT_ONCE) {
    const values = ids.slice(at, at + IDS_AT_ONCE);
    const filterGroups = [{ filters: [{ propertyName: idProperty, operator: 'IN' as const, values }] }];
    // Several records may have one key: the pages end with the last of them.
    for (let offset = 0, total = 1; offset < total; offset += IDS_AT_ONCE) {
      const page = await call('records.page', { filterGroups, columns, offset, limit: IDS_AT_ONCE }, signal);
      rows.push(...page.rows);
      total = page.total;
    }
  }
  return rows.map(({ id, values, unreadable }) => ({ id, properties: { ...values, ...unreadable } }));
}
