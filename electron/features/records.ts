/** The records of the snapshot: pages of a table, values for filter pickers, and a filter's values that no record has. Spends no request. */
import type { UnheldValue } from '#contract/filters.ts';
import { listFilterValues, findNearValue, type NamedValue } from '#domain/filter/asked-values.ts';
import type { FilterGroups } from '#domain/filter/model.ts';
import { foldCase } from '#domain/filter/text.ts';
import { isLocal, requireReadable } from '#domain/local-properties.ts';
import { reportSchema } from '#domain/reports/definition/report.ts';
import type { Workspace } from '#electron/workspace/workspace.ts';
import type { HandlersFor, Parts } from './calls.ts';
import { answerReport } from './reports.ts';
import { chooseColumns, requireValidFilter, resolveSelection, toReadableName, toReadableSort } from './selection.ts';

export function recordHandlers(parts: Parts): HandlersFor<'records' | 'filter'> {
  return {
    'records.page': async ({ columns, sort, offset, limit, ...input }, signal) => {
      const workspace = parts.workspace();
      const order = toReadableSort(sort);
      const question = {
        ...(await resolveSelection(input, workspace)),
        columns: chooseColumns(columns),
        offset,
        limit,
        ...(order && { sort: order }),
      };
      return workspace.snapshot.page(question, signal);
    },
    'records.firstFound': async ({ columns, sort, limit, ...input }, signal) => {
      const workspace = parts.workspace();
      const selection = await resolveSelection(input, workspace);
      const question = { ...selection, columns: chooseColumns(columns), sort: toReadableSort(sort), limit };
      return { rows: await workspace.snapshot.firstFound(question, signal) };
    },
    'records.sums': async ({ sort, offset, limit, measures, ...input }, signal) => {
      const report = reportSchema.parse({ ...input, measures });
      return answerReport(report, parts.workspace(), signal, { sort: toReadableSort(sort), offset, limit });
    },
    'records.values': async ({ propertyName, contains, limit }, signal) =>
      parts.workspace().snapshot.distinctValues(toReadableName(propertyName), contains, limit, signal),
    'filter.unheld': async ({ filterGroups }, signal) => ({
      values: await findUnheldValues(parts.workspace(), requireValidFilter(filterGroups), signal),
    }),
  };
}

/** A property with more distinct values holds free text instead of a list, so nothing is suggested from it. */
const MOST_CANDIDATES = 2000;

/** Finds the values of a filter that no record has, and which value may have been meant. */
export async function findUnheldValues(
  { snapshot, journal }: Workspace,
  filterGroups: FilterGroups,
  signal: AbortSignal | undefined,
): Promise<UnheldValue[]> {
  const filterValues = listFilterValues(filterGroups);
  if (filterValues.size === 0) return [];
  if ((await snapshot.countSelected({ filterGroups: [], query: '', zone: 'UTC' }, signal)) === 0) return [];
  const unheldValues: UnheldValue[] = [];
  for (const [propertyName, values] of filterValues) {
    const unheld = await snapshot.unheldValues(propertyName, values, signal);
    if (unheld.length === 0) continue;
    const recorded = await snapshot.distinctValues(propertyName, '', MOST_CANDIDATES, signal);
    const isList = recorded.distinct <= MOST_CANDIDATES;
    const candidates = isList ? recorded.values.filter(({ records }) => records > 0).map(({ value }) => value) : [];
    unheldValues.push(
      ...unheld.map((value) => ({
        propertyName,
        value,
        isKnown: isValidWithoutRecord(propertyName, value, recorded.values),
        near: findNearValue(propertyName, value, candidates, journal.names()),
      })),
    );
  }
  return unheldValues;
}

/** True for an option of the property, and for a client or team of the directory. */
function isValidWithoutRecord(propertyName: string, value: string, recorded: readonly NamedValue[]): boolean {
  const property = requireReadable(propertyName);
  if (property.options) return property.options.includes(value);
  return isLocal(property) && recorded.some((entry) => foldCase(entry.value) === foldCase(value));
}
