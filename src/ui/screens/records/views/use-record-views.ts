/** The saved views of this workspace, and the one that is on screen. */
import { notifications } from '@mantine/notifications';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { isSameView, type RecordsView, type ViewFile } from '../../../../domain/records/view-file.ts';
import { foldName } from '../../../../domain/name-schema.ts';
import { recordsViewsTexts as texts } from '#texts/screens/records/views.ts';
import { call } from '../../../data/client.ts';
import { useWorkspace } from '../../../data/open-workspace.ts';
import { preferences } from '../../../data/queries.ts';
import { notifyFailure } from '../../../notifications/notify-failure.ts';
import { sayDone } from '../../../notifications/undo.tsx';
import type { ChangeView } from '../../../routing/view.ts';
import type { ViewState } from '../../../routing/view-state.ts';
import { useTableLayout } from '../columns/use-table-layout.ts';
import { MOST_BYTES, readViewFile } from './read-view-file.ts';

export interface RecordViews {
  readonly views: readonly ViewFile[];
  /** The saved view that is shown, unless something was changed since. */
  readonly shown: ViewFile | undefined;
  readonly apply: (view: ViewFile) => void;
  /** Takes the place of a view of the same name. */
  readonly save: (name: string) => void;
  readonly remove: (view: ViewFile) => void;
  readonly share: (view: ViewFile) => void;
  readonly open: (file: File) => void;
}

export function useRecordViews(state: ViewState, change: ChangeView): RecordViews {
  const client = useQueryClient();
  const { name: workspace } = useWorkspace();
  const { data: preferred } = useQuery(preferences);
  const { layout, change: changeLayout } = useTableLayout();
  const views = preferred?.recordViews?.[workspace] ?? [];
  const current: RecordsView = {
    ...(state.period !== undefined && { period: state.period }),
    filterGroups: state.filterGroups,
    query: state.query,
    ...(state.sort && { sort: [...state.sort] }),
    columns: preferred?.columns ?? null,
    layout,
  };
  const store = async (next: readonly ViewFile[]) => {
    const recordViews = {
      ...client.getQueryData(preferences.queryKey)?.recordViews,
      [workspace]: next.toSorted((a, b) => a.name.localeCompare(b.name)),
    };
    client.setQueryData(preferences.queryKey, await call('preferences.set', { recordViews }));
  };
  const held = () => client.getQueryData(preferences.queryKey)?.recordViews?.[workspace] ?? [];
  const keep = (next: readonly ViewFile[], message: string) => {
    const before = held();
    store(next).then(() => sayDone(message, () => store(before)), notifyFailure);
  };
  const put = (file: ViewFile) => [...held().filter(({ name }) => foldName(name) !== foldName(file.name)), file];
  const apply = ({ view }: ViewFile) => {
    changeLayout({ columns: view.columns, ...view.layout });
    const { period, filterGroups, query, sort } = view;
    change({ period, filterGroups, query, sort });
  };
  return {
    views,
    shown: views.find(({ view }) => isSameView(view, current)),
    apply,
    save: (name) => keep(put({ format: 'timelog-view', version: 1, name, view: current }), texts.saved(name)),
    remove: ({ name }) =>
      keep(
        held().filter((each) => each.name !== name),
        texts.removed(name),
      ),
    share: (file) =>
      void call('views.export', { file }).then(
        (written) => written && notifications.show({ message: texts.written(written.file) }),
        notifyFailure,
      ),
    open: (file) => {
      const take = async () => {
        const read = await readFile(file);
        if (!read.ok) return refuse(file.name, read.problem);
        keep(put(read.file), texts.saved(read.file.name));
        apply(read.file);
      };
      take().catch(notifyFailure);
    },
  };
}

async function readFile(file: File): Promise<ReturnType<typeof readViewFile>> {
  return file.size > MOST_BYTES ? { ok: false, problem: texts.tooLarge } : readViewFile(await file.text());
}

function refuse(name: string, problem: string): void {
  notifications.show({ title: texts.refused(name), message: problem, color: 'var(--bad)', autoClose: false });
}
