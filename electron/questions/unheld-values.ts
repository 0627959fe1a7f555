/** Finds the values of a filter that no record has, and what may have been meant. Spends no request. */
import type { UnheldValue } from '../../src/contract/filters.ts';
import { askedValues, nearValue, type NamedValue } from '../../src/domain/filter/asked-values.ts';
import type { FilterGroups } from '../../src/domain/filter/model.ts';
import { foldCase } from '../../src/domain/filter/text.ts';
import { isLocal, requireReadable } from '../../src/domain/local-properties.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** Most candidates to suggest from: a property with more has free text, not a list of values. */
const MOST = 2000;

export async function findUnheldValues(
  { snapshot, journal }: Workspace,
  filterGroups: FilterGroups,
  signal: AbortSignal | undefined,
): Promise<UnheldValue[]> {
  const asked = askedValues(filterGroups);
  if (asked.size === 0 || (await isEmpty(snapshot, signal))) return [];
  const values: UnheldValue[] = [];
  for (const [propertyName, wanted] of asked) {
    const unheld = await snapshot.unheldValues(propertyName, wanted, signal);
    if (unheld.length === 0) continue;
    const occurring = await snapshot.distinctValues(propertyName, '', MOST, signal);
    const isList = occurring.distinct <= MOST;
    const known = isList ? occurring.values.filter(({ records }) => records > 0).map(({ value }) => value) : [];
    values.push(
      ...unheld.map((value) => ({
        propertyName,
        value,
        isKnown: isKnownWithout(propertyName, value, occurring.values),
        near: nearValue(propertyName, value, known, journal.names()),
      })),
    );
  }
  return values;
}

async function isEmpty(snapshot: Snapshot, signal: AbortSignal | undefined): Promise<boolean> {
  return (await snapshot.countSelected({ filterGroups: [], query: '', zone: 'UTC' }, signal)) === 0;
}

/** Whether a value is valid but has no record: an option, or a client or team of the directory. */
function isKnownWithout(propertyName: string, value: string, occurring: readonly NamedValue[]): boolean {
  const property = requireReadable(propertyName);
  if (property.options) return property.options.includes(value);
  return isLocal(property) && occurring.some((each) => foldCase(each.value) === foldCase(value));
}
