/** Changes the directory, updates all shown names at once, and offers to undo the change. */
import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { Input } from '#contract/api.ts';
import type { DirectoryChange } from '#domain/people/directory.ts';
import { invertChange } from '#domain/people/names-table.ts';
import { call } from '../data/client.ts';
import { names } from '../data/queries.ts';
import { notifySuccess } from '../notifications.tsx';

/** A host accepts a megabyte per call, and a character has at most three bytes. Few large parts are better, because each is compared with all names. */
const MAX_CHARACTERS_PER_CALL = 300_000;

function* splitChange({ owners, objects }: DirectoryChange): Generator<Input<'names.keep'>> {
  const entries = [
    ...Object.entries(owners).map(([key, entry]) => ({ isOwner: true, key, entry })),
    ...Object.entries(objects).map(([key, entry]) => ({ isOwner: false, key, entry })),
  ];
  for (let [from, to, characters] = [0, 0, 0]; from < entries.length; [from, characters] = [to, 0]) {
    for (; characters < MAX_CHARACTERS_PER_CALL && to < entries.length; to += 1)
      characters += JSON.stringify(entries[to]).length;
    const part = entries.slice(from, to);
    const pick = (isOwner: boolean) =>
      Object.fromEntries(part.filter((named) => named.isOwner === isOwner).map(({ key, entry }) => [key, entry]));
    yield { owners: pick(true), objects: pick(false) };
  }
}

/** @returns a function that resolves when the change is durable, and rejects with the reason if it fails */
export function useChangeNames(): (change: DirectoryChange, message: string) => Promise<void> {
  const client = useQueryClient();
  return useCallback(
    async (change, message) => {
      const before = await client.ensureQueryData(names);
      const save = async (next: DirectoryChange) => {
        for (const part of splitChange(next)) await call('names.keep', part);
        // The host's event reloads everything else; only the names are awaited here.
        await client.invalidateQueries({ queryKey: names.queryKey });
      };
      await save(change);
      notifySuccess(message, () => save(invertChange(before, change)));
    },
    [client],
  );
}
