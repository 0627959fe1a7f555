/** Saves, deletes and exports definitions of saved exports, with a notice for each and an undo for changes. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ListedExport, SavedExport } from '#contract/saved-exports.ts';
import type { NamedDefinitionInput } from '#domain/exports/definition.ts';
import { exportsScreenTexts as texts } from '#texts/exports/screen.ts';
import { call } from '../data/client.ts';
import { savedExports } from '../data/queries.ts';
import { notifyFailure, notifySuccess } from '../notifications.tsx';

export interface SavedExports {
  readonly exports: readonly ListedExport[] | undefined;
  readonly error: Error | null;
  readonly reload: () => Promise<unknown>;
  /** @param before the saved export to replace. @throws the host's failure */
  readonly save: (
    definition: NamedDefinitionInput,
    before?: SavedExport,
    describe?: (name: string) => string,
  ) => Promise<void>;
  readonly remove: (saved: ListedExport) => Promise<void>;
  readonly writeFile: (saved: ListedExport) => Promise<void>;
}

export function useSavedExports(): SavedExports {
  const client = useQueryClient();
  const { data, error } = useQuery(savedExports);
  return useMemo(() => {
    const refetch = () => client.invalidateQueries({ queryKey: savedExports.queryKey });
    const putBack = async ({ id, definition, state }: SavedExport) => {
      await call('exports.save', { id, definition, state });
      await refetch();
    };
    return {
      exports: data?.exports,
      error,
      reload: refetch,
      save: async (definition, before, describe = texts.saved) => {
        const saved = await call('exports.save', { definition, ...(before && { id: before.id }) });
        await refetch();
        notifySuccess(describe(saved.definition.name), async () => {
          if (before) await putBack(before);
          else await call('exports.remove', { id: saved.id }).then(refetch);
        });
      },
      remove: (saved) =>
        notifyOnFailure(async () => {
          const { removed } = await call('exports.remove', { id: saved.id });
          await refetch();
          if (removed) notifySuccess(texts.deleted(removed.definition.name), () => putBack(removed));
        }),
      writeFile: ({ definition }) =>
        notifyOnFailure(async () => {
          const written = await call('exports.export', { definition });
          if (written) notifySuccess(texts.exported(written.file));
        }),
    };
  }, [client, data, error]);
}

async function notifyOnFailure(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    notifyFailure(error);
  }
}
