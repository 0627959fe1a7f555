/** Saved reports: save, rename, duplicate, delete, export, import; each announced, with undo where something could be lost. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { SavedReport } from '#contract/reports.ts';
import type { ReportFile } from '#domain/reports/definition/report.ts';
import { reportsTexts } from '#texts/screens/reports-screen.ts';
import { call } from '#ui/data/client.ts';
import { savedReports } from '#ui/data/queries.ts';
import { navigate, splitHash } from '#ui/routing/hash-location.ts';
import { parseReportView } from '#ui/routing/report-view.ts';
import { freeName } from './free-name.ts';
import { sayDone, notifyFailure } from '#ui/notifications.tsx';
import { addressOfReport } from './use-definition.ts';

const texts = reportsTexts.head;

export interface Saving {
  readonly reports: readonly SavedReport[] | undefined;
  /** Saves a new one; returns its id. */
  add(file: ReportFile, say?: (name: string) => string): Promise<string | undefined>;
  /** Replaces an existing one. */
  replace(before: SavedReport, file: ReportFile, say?: (name: string) => string): Promise<boolean>;
  duplicate(file: ReportFile): Promise<string | undefined>;
  remove(report: SavedReport): Promise<boolean>;
  export(file: ReportFile): Promise<void>;
}

export function useSaved(): Saving {
  const client = useQueryClient();
  const { data } = useQuery(savedReports);
  return useMemo(() => {
    const fresh = () => client.invalidateQueries({ queryKey: savedReports.queryKey });
    const keep = async (file: ReportFile, id?: string) => {
      const kept = await call('reports.save', { file, ...(id !== undefined && { id }) });
      await fresh();
      return kept;
    };
    const takeOut = async (id: string) => {
      await call('reports.remove', { id });
      await fresh();
    };
    const add: Saving['add'] = (file, say = texts.saved) =>
      notifyIfFailed(async () => {
        const kept = await keep(file);
        const { hash } = location;
        sayDone(say(kept.file.name), async () => {
          await takeOut(kept.id);
          const { base } = parseReportView(splitHash(location.hash).search);
          // A reader who still looks at it returns to its origin.
          if (base.kind === 'saved' && base.id === kept.id) navigate(hash.replace(/^#/, ''), { replace: true });
        });
        return kept.id;
      });
    return {
      reports: data?.reports,
      add,
      replace: async (before, file, say = texts.saved) =>
        (await notifyIfFailed(async () => {
          await keep(file, before.id);
          sayDone(say(file.name), async () => {
            await keep(before.file, before.id);
          });
          return true;
        })) ?? false,
      duplicate: (file) => {
        const name = freeName(
          file.name,
          (data?.reports ?? []).map(({ file }) => file.name),
        );
        return add({ ...file, name }, texts.duplicated);
      },
      remove: async (report) =>
        (await notifyIfFailed(async () => {
          const { removed } = await call('reports.remove', { id: report.id });
          await fresh();
          const back = removed ?? report;
          sayDone(texts.deleted(back.file.name), async () => {
            await keep(back.file, back.id);
            navigate(addressOfReport({ kind: 'saved', id: back.id }));
          });
          return true;
        })) ?? false,
      export: async (file) => {
        await notifyIfFailed(async () => {
          const written = await call('reports.export', { file });
          if (written) sayDone(texts.exported(written.file));
        });
      },
    };
  }, [client, data]);
}

/** A failure is announced; then nothing is returned. */
async function notifyIfFailed<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    notifyFailure(error);
    return undefined;
  }
}
