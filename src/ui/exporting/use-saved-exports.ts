/** Saved exports: save, delete, write and open their files; each announced, with undo where something could be lost. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ListedExport, SavedExport } from '#contract/saved-exports.ts';
import type { NamedDefinitionInput } from '#domain/exports/definition.ts';
import { exportsScreenTexts as texts } from '#texts/exports/screen.ts';
import { call } from '../data/client.ts';
import { savedExports } from '../data/queries.ts';
import { notifyFailure, sayDone } from '../notifications.tsx';

export interface SavedExports {
  readonly exports: readonly ListedExport[] | undefined;
  readonly error: Error | null;
  readonly reload: () => Promise<unknown>;
  /** @param before the one it takes the place of @throws what the host refuses */
  readonly save: (
    definition: NamedDefinitionInput,
    before?: SavedExport,
    say?: (name: string) => string,
  ) => Promise<void>;
  readonly remove: (saved: ListedExport) => Promise<void>;
  readonly writeFile: (saved: ListedExport) => Promise<void>;
}

export function useSavedExports(): SavedExports {
  const client = useQueryClient();
  const { data, error } = useQuery(savedExports);
  return useMemo(() => {
    const fresh = () => client.invalidateQueries({ queryKey: savedExports.queryKey });
    const putBack = async ({ id, definition, state }: SavedExport) => {
      await call('exports.save', { id, definition, state });
      await fresh();
    };
    return {
      exports: data?.exports,
      error,
      reload: fresh,
      save: async (definition, before, say = texts.saved) => {
        const kept = await call('exports.save', { definition, ...(before && { id: before.id }) });
        await fresh();
        sayDone(say(kept.definition.name), async () => {
          if (before) await putBack(before);
          else await call('exports.remove', { id: kept.id }).then(fresh);
        });
      },
      remove: (saved) =>
        announceFailure(async () => {
          const { removed } = await call('exports.remove', { id: saved.id });
          await fresh();
          if (removed) sayDone(texts.deleted(removed.definition.name), () => putBack(removed));
        }),
      writeFile: ({ definition }) =>
        announceFailure(async () => {
          const written = await call('exports.export', { definition });
          if (written) sayDone(texts.exported(written.file));
        }),
    };
  }, [client, data, error]);
}

async function announceFailure(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    notifyFailure(error);
  }
}
