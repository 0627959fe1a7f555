/** Changes the directory, shows the change at once wherever names are shown, and offers to undo it. */
import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { Input } from '../../contract/api.ts';
import type { DirectoryChange } from '../../domain/people/directory.ts';
import { invertChange } from '../../domain/people/names-cell.ts';
import { call } from '../data/client.ts';
import { names } from '../data/queries.ts';
import { sayDone } from '../notifications/undo.tsx';

/** A host takes a megabyte at once. */
const ENTRIES_AT_ONCE = 1000;

function* inParts({ owners, objects }: DirectoryChange): Generator<Input<'names.keep'>> {
  const people = Object.entries(owners);
  const things = Object.entries(objects);
  for (let at = 0; at === 0 || at < Math.max(people.length, things.length); at += ENTRIES_AT_ONCE) {
    const to = at + ENTRIES_AT_ONCE;
    yield { owners: Object.fromEntries(people.slice(at, to)), objects: Object.fromEntries(things.slice(at, to)) };
  }
}

/** @returns a function that settles when the change is durable, and fails with the reason. */
export function useChangeNames(): (change: DirectoryChange, said: string) => Promise<void> {
  const client = useQueryClient();
  return useCallback(
    async (change, said) => {
      const before = await client.ensureQueryData(names);
      const keep = async (next: DirectoryChange) => {
        for (const part of inParts(next)) await call('names.keep', part);
        // The host's event asks everything else again; the names themselves are waited for.
        await client.invalidateQueries({ queryKey: names.queryKey });
      };
      await keep(change);
      sayDone(said, () => keep(invertChange(before, change)));
    },
    [client],
  );
}
