/** Lists the rows of People & clients: the ids of all records with their hours, joined with the directory. */
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { parseObjectKey } from '#domain/people/directory.ts';
import { listObjects, listPeople, type CountedId, type NamedRow } from '#domain/people/named-rows.ts';
import { PERSON, OWNER_PROPERTY } from '#domain/properties.ts';
import { OBJECT_DIMENSION } from '#domain/reports/definition/dimensions.ts';
import type { ReportRow } from '#domain/reports/definition/report.ts';
import { names, report } from '../data/queries.ts';

export type Shown = 'people' | 'objects';

const HOURS = 'logged_hours';

export interface NamedRows {
  /** Undefined while loading. */
  readonly rows: readonly NamedRow[] | undefined;
  readonly error: Error | null;
  readonly retry: () => void;
}

export function useNamedRows(list: Shown): NamedRows {
  const dimension = list === 'people' ? OWNER_PROPERTY : OBJECT_DIMENSION;
  const directory = useQuery(names);
  const counted = useQuery(report({ measures: [HOURS], groupBy: [dimension] }));
  const rows = useMemo(() => {
    if (!directory.data || !counted.data) return undefined;
    const ids = counted.data.rows.flatMap((row) => toCounted(row, dimension));
    return list === 'people' ? listPeople(directory.data, ids) : listObjects(directory.data, ids);
  }, [directory.data, counted.data, dimension, list]);
  return {
    rows,
    error: directory.error ?? counted.error,
    retry: () => void Promise.all([directory.refetch(), counted.refetch()]),
  };
}

/** Omits records without a person or an object, which have nothing to name. */
function toCounted({ key, values, records }: ReportRow, dimension: string): CountedId[] {
  const id = key[dimension];
  if (id === null || id === undefined) return [];
  const hours = values[HOURS] ?? null;
  if (dimension === OWNER_PROPERTY) return [{ kind: PERSON, id, hours, records }];
  const object = parseObjectKey(id);
  return [{ kind: object.type, id: object.id, hours, records }];
}
