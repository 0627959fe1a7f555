/** Reads records of the snapshot: pages of a table, values for filter pickers, and a filter's values that no record has. Spends no request. */
import type { Output } from '#contract/api.ts';
import type { MisspeltWord, UnheldValue } from '#contract/filters.ts';
import { chooseComparison } from '#domain/filter/operand.ts';
import {
  chooseFewerWords,
  findValues,
  listFilterValues,
  findNearValue,
  type NamedValue,
} from '#domain/filter/find-values.ts';
import type { FilterGroups } from '#domain/filter/model.ts';
import { findNearNames, isSearch } from '#domain/filter/search.ts';
import { foldCase } from '#domain/filter/text.ts';
import { isLocal, requireFilterable, requireReadable } from '#domain/local-properties.ts';
import { reportSchema } from '#domain/reports/definition/report.ts';
import { nameIds } from '#domain/people/directory.ts';
import type { Selection } from '#electron/snapshot/snapshot.ts';
import type { Workspace } from '#electron/workspace/workspace.ts';
import type { HandlersFor, HandlerContext } from './calls.ts';
import { answerReport } from './reports.ts';
import { chooseColumns, requireValidFilter, resolveSelection, toFilterableName, toReadableSort } from './selection.ts';

export function recordHandlers(context: HandlerContext): HandlersFor<'records' | 'filter'> {
  return {
    'records.page': async ({ columns, sort, offset, limit, ...input }, signal) => {
      const workspace = context.workspace();
      const order = toReadableSort(sort);
      const pageQuery = {
        ...(await resolveSelection(input, workspace)),
        columns: chooseColumns(columns),
        offset,
        limit,
        ...(order && { sort: order }),
      };
      return workspace.snapshot.page(pageQuery, signal);
    },
    'records.firstFound': async ({ columns, sort, limit, ...input }, signal) => {
      const workspace = context.workspace();
      const selection = await resolveSelection(input, workspace);
      const firstQuery = { ...selection, columns: chooseColumns(columns), sort: toReadableSort(sort), limit };
      return { rows: await workspace.snapshot.firstFound(firstQuery, signal) };
    },
    'records.sums': async ({ sort, offset, limit, measures, ...input }, signal) => {
      const report = reportSchema.parse({ ...input, measures });
      return answerReport(report, context.workspace(), signal, { sort: toReadableSort(sort), offset, limit });
    },
    'records.values': async ({ propertyName, contains, limit, ...input }, signal) => {
      const workspace = context.workspace();
      const selection = await resolveSelection(input, workspace);
      return listValues(
        workspace,
        { propertyName: toFilterableName(propertyName), contains, limit, selection },
        signal,
      );
    },
    'filter.unheld': async ({ filterGroups }, signal) => {
      const groups = requireValidFilter(filterGroups);
      return {
        values: await findUnheldValues(context.workspace(), groups, signal),
        misspelt: await findMisspeltWords(context.workspace(), groups, signal),
      };
    },
    'filter.fewerWords': async (input, signal) => {
      const workspace = context.workspace();
      const { words, matches: wordMatches } = await workspace.snapshot.countByWords(
        await resolveSelection(input, workspace),
        signal,
      );
      const sets = chooseFewerWords(words, wordMatches).filter(({ kept }) => kept < words.length);
      return {
        sets: sets
          .slice(0, MAX_OFFERED)
          .map(({ words: set, kept, count }) => ({ words: set, kept, of: words.length, records: count })),
      };
    },
  };
}

const MAX_OFFERED = 3;

/** If a property has more values, those that contain the longest word are searched besides the most frequent ones. */
const MAX_LOOKED_THROUGH = 5_000;

interface ValuesInput {
  readonly propertyName: string;
  readonly contains: string;
  readonly limit: number;
  readonly selection: Selection;
}

async function listValues(
  { snapshot, journal }: Workspace,
  { propertyName, contains, limit, selection }: ValuesInput,
  signal: AbortSignal | undefined,
): Promise<Output<'records.values'>> {
  const readValues = (part: string, max: number) => snapshot.distinctValues(propertyName, part, max, signal, selection);
  if (contains.trim() === '') return { ...(await readValues('', limit)), fewer: null };
  const frequent = await readValues('', MAX_LOOKED_THROUGH);
  const [longest = contains.trim()] = contains.split(/\s+/u).toSorted((a, b) => b.length - a.length);
  const further = frequent.distinct > MAX_LOOKED_THROUGH ? await readValues(longest, MAX_LOOKED_THROUGH) : undefined;
  // The two answers may spell one value differently.
  const fold = chooseComparison(requireFilterable(propertyName)) === 'string' ? foldCase : (value: string) => value;
  const known = new Set(frequent.values.map(({ value }) => fold(value)));
  const listed = [...frequent.values, ...(further?.values ?? []).filter(({ value }) => !known.has(fold(value)))];
  const nameOf = nameIds(journal.names());
  const { values, fewer } = findValues(contains, listed, ({ value, others }) => [
    nameOf(propertyName, value) ?? '',
    value,
    ...others,
  ]);
  return { values: values.slice(0, limit), distinct: values.length, fewer };
}

/** A property with more distinct values holds free text instead of a list, so nothing is suggested from it. */
const MAX_CANDIDATES = 2000;

/** Finds the values of a filter that no record has, and which value may have been meant. */
export async function findUnheldValues(
  { snapshot, journal }: Workspace,
  filterGroups: FilterGroups,
  signal: AbortSignal | undefined,
): Promise<UnheldValue[]> {
  const filterValues = listFilterValues(filterGroups);
  if (filterValues.size === 0) return [];
  const unheldValues: UnheldValue[] = [];
  for (const [propertyName, values] of filterValues) {
    const unheld = await snapshot.unheldValues(propertyName, values, signal);
    if (unheld.length === 0) continue;
    // Before the first download, no value has a record.
    if ((await snapshot.countSelected({ filterGroups: [], query: '', zone: 'UTC' }, signal)) === 0) return [];
    const recorded = await snapshot.distinctValues(propertyName, '', MAX_CANDIDATES, signal);
    const isList = recorded.distinct <= MAX_CANDIDATES;
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

/** Finds the words of a search that are taken for a name, or could stand for one of multiple names. */
export async function findMisspeltWords(
  { snapshot, journal }: Workspace,
  filterGroups: FilterGroups,
  signal: AbortSignal | undefined,
): Promise<MisspeltWord[]> {
  if (!filterGroups.some(({ filters }) => filters.some(isSearch))) return [];
  if ((await snapshot.countSelected({ filterGroups: [], query: '', zone: 'UTC' }, signal)) === 0) return [];
  const words = await snapshot.misspeltWords(filterGroups, signal);
  const near = words.map((word) => ({ word, names: [...findNearNames(word, journal.names()).values()] }));
  return near.filter(({ names }) => names.length > 0);
}

/** True for an option of the property, and for a client or team of the directory. */
function isValidWithoutRecord(propertyName: string, value: string, recorded: readonly NamedValue[]): boolean {
  const property = requireReadable(propertyName);
  if (property.options) return property.options.includes(value);
  return isLocal(property) && recorded.some((entry) => foldCase(entry.value) === foldCase(value));
}
