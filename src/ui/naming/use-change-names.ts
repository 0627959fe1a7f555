/** Changes the directory, shows the change at once wherever names are shown, and offers to undo it. */
import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { Input } from '#contract/api.ts';
import type { DirectoryChange } from '#domain/people/directory.ts';
import { invertChange } from '#domain/people/names-table.ts';
import { call } from '../data/client.ts';
import { names } from '../data/queries.ts';
import { sayDone } from '../notifications.tsx';

/** A host takes a megabyte at once, and a letter has at most three bytes. Larger parts are better, because each is compared with all names. */
const LETTERS_AT_ONCE = 300_000;

function* splitChange({ owners, objects }: DirectoryChange): Generator<Input<'names.keep'>> {
  const entries = [
    ...Object.entries(owners).map(([key, entry]) => ({ isOwner: true, key, entry })),
    ...Object.entries(objects).map(([key, entry]) => ({ isOwner: false, key, entry })),
  ];
  for (let [from, to, letters] = [0, 0, 0]; from < entries.length; [from, letters] = [to, 0]) {
    for (; letters < LETTERS_AT_ONCE && to < entries.length; to += 1) letters += JSON.stringify(entries[to]).length;
    const part = entries.slice(from, to);
    const pick = (isOwner: boolean) =>
      Object.fromEntries(part.filter((named) => named.isOwner === isOwner).map(({ key, entry }) => [key, entry]));
    yield { owners: pick(true), objects: pick(false) };
  }
}

/** @returns a function that settles when the change is durable, and fails with the reason. */
export function useChangeNames(): (change: DirectoryChange, said: string) => Promise<void> {
  const client = useQueryClient();
  return useCallback(
    async (change, said) => {
      const before = await client.ensureQueryData(names);
      const keep = async (next: DirectoryChange) => {
        for (const part of splitChange(next)) await call('names.keep', part);
        // The host's event reloads everything else; only the names are awaited here.
        await client.invalidateQueries({ queryKey: names.queryKey });
      };
      await keep(change);
      sayDone(said, () => keep(invertChange(before, change)));
    },
    [client],
  );
}
