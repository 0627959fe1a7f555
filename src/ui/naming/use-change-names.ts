/** Changes the directory, shows the change at once wherever names are shown, and offers to undo it. */
import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { DirectoryChange } from '../../domain/people/directory.ts';
import { invertChange } from '../../domain/people/names-cell.ts';
import { call } from '../data/client.ts';
import { names } from '../data/queries.ts';
import { sayDone } from '../notifications/undo.tsx';

/** @returns a function that settles when the change is durable, and fails with the reason. */
export function useChangeNames(): (change: DirectoryChange, said: string) => Promise<void> {
  const client = useQueryClient();
  return useCallback(
    async (change, said) => {
      const before = await client.ensureQueryData(names);
      const keep = async (next: DirectoryChange) => {
        await call('names.keep', { owners: { ...next.owners }, objects: { ...next.objects } });
        // The host's event asks everything else again; the names themselves are waited for.
        await client.invalidateQueries({ queryKey: names.queryKey });
      };
      await keep(change);
      sayDone(said, () => keep(invertChange(before, change)));
    },
    [client],
  );
}
