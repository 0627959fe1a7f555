/** Names ids by the local directory. */
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Output } from '#contract/api.ts';
import { nameIds, type NameOf } from '#domain/people/directory.ts';
import { PERSON, OWNER_PROPERTY } from '#domain/properties.ts';
import { nameByKind } from '#domain/reports/keys/key-text.ts';
import { createLabels, type Labels } from '#domain/charts/labels.ts';
import { names, settings } from './data/queries.ts';
import { pageLocale } from './locale.ts';

export type Names = Output<'names.list'>;

const noNames: Names = { owners: {}, objects: {} };

export function useNames(): { readonly directory: Names; readonly nameOf: NameOf } {
  const { data = noNames } = useQuery(names);
  return useMemo(() => ({ directory: data, nameOf: shareNamer(data) }), [data]);
}

const namers = new WeakMap<Names, NameOf>();

/** Shares one function per directory, because many parts of a screen name ids and indexing thousands of objects takes milliseconds. */
function shareNamer(directory: Names): NameOf {
  const shared = namers.get(directory);
  if (shared) return shared;
  const nameOf = nameIds(directory);
  namers.set(directory, nameOf);
  return nameOf;
}

/** Names a person as reports do: by name, or `Person 4711`. */
export const namePerson = (nameOf: NameOf, id: string): string =>
  nameOf(OWNER_PROPERTY, id) ?? nameByKind({ type: PERSON, id });

/** The words for groups of reports. */
export function useLabels(): Labels {
  const { data } = useQuery(settings);
  const { directory } = useNames();
  const fiscalYearStart = data?.fiscalYearStart ?? 1;
  return useMemo(
    () => createLabels(directory, { fiscalYearStart, locale: pageLocale() }),
    [directory, fiscalYearStart],
  );
}
