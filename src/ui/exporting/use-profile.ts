/** The profile of the client that a filter is of alone. */
import { useQuery } from '@tanstack/react-query';
import { findOnlyClient, findProfile, type ClientProfile } from '../../domain/exports/saved/profile.ts';
import type { z } from 'zod';
import { filterGroupsSchema } from '../../domain/filter/model.ts';
import { settings } from '../data/queries.ts';

export function useProfile(filterGroups: z.input<typeof filterGroupsSchema> = []): ClientProfile | undefined {
  const { data } = useQuery(settings);
  return data && findProfile(data.clientProfiles, findOnlyClient(filterGroupsSchema.parse(filterGroups)));
}
