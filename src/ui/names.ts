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

const nobody: Names = { owners: {}, objects: {} };

export function useNames(): { readonly directory: Names; readonly nameOf: NameOf } {
  const { data = nobody } = useQuery(names);
  return useMemo(() => ({ directory: data, nameOf: nameOnce(data) }), [data]);
}

const namers = new WeakMap<Names, NameOf>();

/** Makes one function a directory: many parts of a screen name ids, and going through thousands of objects takes milliseconds. */
function nameOnce(directory: Names): NameOf {
  const known = namers.get(directory);
  if (known) return known;
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
