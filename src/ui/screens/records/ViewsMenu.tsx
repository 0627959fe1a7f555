/** The menu of saved views: a click applies one, and each can be shared as a file and deleted with undo; the current view is saved under a name. */
import { ActionIcon, Button, FileButton, Text, TextInput, UnstyledButton, Stack, Group } from '@mantine/core';
import { IconBookmark, IconCheck, IconDownload, IconTrash } from '@tabler/icons-react';
import { useState, type FormEvent } from 'react';
import { notifications } from '@mantine/notifications';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { foldName } from '#domain/name-schema.ts';
import { recordsViewsTexts as texts } from '#texts/screens/record-columns.ts';
import { Disclosure } from '#ui/components/Disclosure.tsx';
import type { ChangeView, ViewState } from '#ui/routing/view-state.ts';
import { isSameView, type RecordsView, type ViewFile, viewFileSchema } from '#domain/records/view-file.ts';
import { call } from '#ui/data/client.ts';
import { preferences, useWorkspace } from '#ui/data/queries.ts';
import { notifyFailure, notifySuccess } from '#ui/notifications.tsx';
import { useTableLayout } from './use-table-layout.ts';
import { checkFilterGroups } from '#domain/filter/check.ts';
import { findReadable } from '#domain/local-properties.ts';
import { writeMarked } from '#domain/locale-forms.ts';
import { describeIssue } from '#domain/schema-problem.ts';
import { pageLocale } from '#ui/locale.ts';
import { isPeriod } from '#ui/period/view-period.ts';
import classes from './RecordsScreen.module.css';

export function ViewsMenu({ view, change }: { readonly view: ViewState; readonly change: ChangeView }) {
  const { views, current, apply, save, remove, share, open } = useRecordViews(view, change);
  const [opened, setOpened] = useState(false);
  const [name, setName] = useState('');
  const isTaken = views.some((saved) => foldName(saved.name) === foldName(name));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === '') return;
    save(name.trim());
    setName('');
    setOpened(false);
  };
  return (
    <Disclosure
      label={texts.list}
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      target={
        <Button
          leftSection={<IconBookmark size={14} stroke={1.6} aria-hidden />}
          aria-expanded={opened}
          onClick={() => setOpened(!opened)}
        >
          <Text span inherit truncate maw={120}>
            {current?.name ?? texts.open}
          </Text>
        </Button>
      }
    >
      <Stack gap="sm" w={300}>
        {views.length === 0 && (
          <Text size="xs" c="dimmed">
            {texts.none}
          </Text>
        )}
        <ul className={classes.viewsList} aria-label={texts.list}>
          {views.map((saved) => (
            <Group component="li" key={saved.name} gap={4} wrap="nowrap">
              <UnstyledButton
                className={classes.name}
                aria-label={texts.apply(saved.name)}
                aria-current={saved === current || undefined}
                onClick={() => {
                  apply(saved);
                  setOpened(false);
                }}
              >
                {saved.name}
                {saved === current && <IconCheck size={14} aria-hidden />}
              </UnstyledButton>
              <ActionIcon size={22} aria-label={texts.share(saved.name)} onClick={() => share(saved)}>
                <IconDownload size={14} aria-hidden />
              </ActionIcon>
              <ActionIcon size={22} aria-label={texts.remove(saved.name)} onClick={() => remove(saved)}>
                <IconTrash size={14} aria-hidden />
              </ActionIcon>
            </Group>
          ))}
        </ul>
        <Group component="form" gap="sm" wrap="nowrap" onSubmit={submit}>
          <TextInput
            flex="1"
            value={name}
            maxLength={120}
            placeholder={texts.name}
            aria-label={texts.name}
            onChange={(event) => setName(event.currentTarget.value)}
            data-autofocus
          />
          <Button type="submit" variant="filled" disabled={name.trim() === ''}>
            {isTaken ? texts.replace : texts.save}
          </Button>
        </Group>
        <FileButton accept="application/json,.json" onChange={(file) => file && open(file)}>
          {(props) => <Button {...props}>{texts.read}</Button>}
        </FileButton>
      </Stack>
    </Disclosure>
  );
}

interface RecordViews {
  readonly views: readonly ViewFile[];
  /** The saved view that is on screen, unless it was changed since. */
  readonly current: ViewFile | undefined;
  readonly apply: (view: ViewFile) => void;
  /** Saves the current view, which replaces one of the same name. */
  readonly save: (name: string) => void;
  readonly remove: (view: ViewFile) => void;
  readonly share: (view: ViewFile) => void;
  readonly open: (file: File) => void;
}

function useRecordViews(state: ViewState, change: ChangeView): RecordViews {
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
  const readViews = () => client.getQueryData(preferences.queryKey)?.recordViews?.[workspace] ?? [];
  const storeWithUndo = (next: readonly ViewFile[], message: string) => {
    const before = readViews();
    store(next).then(() => notifySuccess(message, () => store(before)), notifyFailure);
  };
  const add = (file: ViewFile) => [...readViews().filter(({ name }) => foldName(name) !== foldName(file.name)), file];
  const apply = ({ view }: ViewFile) => {
    changeLayout({ columns: view.columns, ...view.layout });
    const { period, filterGroups, query, sort } = view;
    change({ period, filterGroups, query, sort });
  };
  return {
    views,
    current: views.find(({ view }) => isSameView(view, current)),
    apply,
    save: (name) => storeWithUndo(add({ format: 'timelog-view', version: 1, name, view: current }), texts.saved(name)),
    remove: ({ name }) =>
      storeWithUndo(
        readViews().filter((other) => other.name !== name),
        texts.removed(name),
      ),
    share: (file) =>
      void call('views.export', { file }).then(
        (written) => written && notifications.show({ message: texts.written(written.file) }),
        notifyFailure,
      ),
    open: (file) => {
      const readAndApply = async () => {
        const read = await readFile(file);
        if (!read.ok) return notifyRejected(file.name, read.problem);
        storeWithUndo(add(read.file), texts.saved(read.file.name));
        apply(read.file);
      };
      readAndApply().catch(notifyFailure);
    },
  };
}

async function readFile(file: File): Promise<ReturnType<typeof readViewFile>> {
  return file.size > MAX_BYTES ? { ok: false, problem: texts.tooLarge } : readViewFile(await file.text());
}

function notifyRejected(name: string, problem: string): void {
  notifications.show({ title: texts.refused(name), message: problem, color: 'var(--bad)', autoClose: false });
}

/** A view is a page of text; a larger file is something else. */
const MAX_BYTES = 200_000;

type ReadView = { readonly ok: true; readonly file: ViewFile } | { readonly ok: false; readonly problem: string };

/** Reads a view file. @returns the view, or a sentence on what is wrong with it at which place */
export function readViewFile(text: string): ReadView {
  if (text.length > MAX_BYTES) return { ok: false, problem: texts.tooLarge };
  let json: unknown;
  try {
    // JSON does not allow a byte order mark.
    json = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return { ok: false, problem: texts.notJson };
  }
  const read = viewFileSchema.safeParse(json, { error: describeIssue });
  if (!read.success) {
    const [issue] = read.error.issues;
    return { ok: false, problem: texts.where(issue?.path.join('.') ?? '', issue?.message ?? '') };
  }
  const problem = findProblem(read.data);
  return problem === undefined ? { ok: true, file: read.data } : { ok: false, problem };
}

function findProblem({ view }: ViewFile): string | undefined {
  const filter = checkFilterGroups(view.filterGroups);
  if (!filter.ok) return texts.where(filter.problem.where, writeMarked(filter.problem.what, pageLocale()));
  if (view.period !== undefined && !isPeriod(view.period)) return texts.where('view.period', view.period);
  const names = [
    ...(view.columns ?? []),
    ...view.layout.pinned,
    ...(view.sort ?? []).map(({ propertyName }) => propertyName),
  ];
  const unknown = names.find((name) => findReadable(name)?.name !== name);
  return unknown === undefined ? undefined : texts.where('view', texts.noProperty(unknown));
}
