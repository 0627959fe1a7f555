/** Saved reports: save, rename, duplicate, delete, export, import; each announced, with undo if something could be lost. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { SavedReport } from '#contract/reports.ts';
import type { ReportFile } from '#domain/reports/definition/report.ts';
import { reportsTexts } from '#texts/screens/reports-screen.ts';
import { call } from '#ui/data/client.ts';
import { savedReports } from '#ui/data/queries.ts';
import { navigate, splitHash } from '#ui/routing/hash-location.ts';
import { parseReportView } from '#ui/routing/report-view.ts';
import { pickName } from './free-name.ts';
import { notifySuccess, notifyFailure } from '#ui/notifications.tsx';
import { addressOfReport } from './use-definition.ts';

const texts = reportsTexts.head;

export interface Saving {
  readonly reports: readonly SavedReport[] | undefined;
  /** Saves a new report and returns its id. */
  add(file: ReportFile, say?: (name: string) => string): Promise<string | undefined>;
  replace(before: SavedReport, file: ReportFile, say?: (name: string) => string): Promise<boolean>;
  duplicate(file: ReportFile): Promise<string | undefined>;
  remove(report: SavedReport): Promise<boolean>;
  export(file: ReportFile): Promise<void>;
}

export function useSaved(): Saving {
  const client = useQueryClient();
  const { data } = useQuery(savedReports);
  return useMemo(() => {
    const refetch = () => client.invalidateQueries({ queryKey: savedReports.queryKey });
    const store = async (file: ReportFile, id?: string) => {
      const stored = await call('reports.save', { file, ...(id !== undefined && { id }) });
      await refetch();
      return stored;
    };
    const removeStored = async (id: string) => {
      await call('reports.remove', { id });
      await refetch();
    };
    const add: Saving['add'] = (file, say = texts.saved) =>
      notifyIfFailed(async () => {
        const stored = await store(file);
        const { hash } = location;
        notifySuccess(say(stored.file.name), async () => {
          await removeStored(stored.id);
          const { base } = parseReportView(splitHash(location.hash).search);
          // If it is still on screen, the page returns to its origin.
          if (base.kind === 'saved' && base.id === stored.id) navigate(hash.replace(/^#/, ''), { replace: true });
        });
        return stored.id;
      });
    return {
      reports: data?.reports,
      add,
      replace: async (before, file, say = texts.saved) =>
        (await notifyIfFailed(async () => {
          await store(file, before.id);
          notifySuccess(say(file.name), async () => {
            await store(before.file, before.id);
          });
          return true;
        })) ?? false,
      duplicate: (file) => {
        const name = pickName(
          file.name,
          (data?.reports ?? []).map(({ file }) => file.name),
        );
        return add({ ...file, name }, texts.duplicated);
      },
      remove: async (report) =>
        (await notifyIfFailed(async () => {
          const { removed } = await call('reports.remove', { id: report.id });
          await refetch();
          const restored = removed ?? report;
          notifySuccess(texts.deleted(restored.file.name), async () => {
            await store(restored.file, restored.id);
            navigate(addressOfReport({ kind: 'saved', id: restored.id }));
          });
          return true;
        })) ?? false,
      export: async (file) => {
        await notifyIfFailed(async () => {
          const written = await call('reports.export', { file });
          if (written) notifySuccess(texts.exported(written.file));
        });
      },
    };
  }, [client, data]);
}

/** Announces a failure, and then returns undefined. */
async function notifyIfFailed<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    notifyFailure(error);
    return undefined;
  }
}
