/** Names of ids: people and objects from the local directory, everything else unchanged. */
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Output } from '../contract/api.ts';
import { nameIds, type NameOf } from '../domain/people/id-names.ts';
import { names } from './data/queries.ts';

export type Names = Output<'names.list'>;

const nobody: Names = { owners: {}, objects: {} };

export function useNames(): { readonly directory: Names; readonly nameOf: NameOf } {
  const { data = nobody } = useQuery(names);
  return useMemo(() => ({ directory: data, nameOf: nameIds(data) }), [data]);
}
