/** The Workspaces screen: all workspaces with their records, keys and disk usage, the key of the open one, and a form to add a service. */
import { useQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Alert, Button, Modal, Text, TextInput, Stack, Group, Box, SimpleGrid } from '@mantine/core';
import { uiTexts } from '#texts/screens/ui.ts';
import { workspacesTexts } from '#texts/screens/workspaces.ts';
import { handleSubmit } from '#ui/submit.ts';
import { Panel } from '#ui/components/Panel.tsx';
import { Screen } from '#ui/components/Screen.tsx';
import { ErrorState } from '#ui/components/states.tsx';
import { workspaces, workspaceState, dataStatus, useWorkspace } from '#ui/data/queries.ts';
import { bytesText, count, UNKNOWN } from '#ui/format/figures-and-times.ts';
import { notifySuccess } from '#ui/notifications.tsx';
import { useHashSearch, navigate } from '#ui/routing/hash-location.ts';
import { isAboutKey } from '#ui/sync/run-state.ts';
import { useSyncView } from '#ui/sync/use-sync.ts';
import { ENTER, paths } from '#ui/routing/paths.ts';
import { KeyPanel } from './KeyPanel.tsx';
import { enterWorkspace } from './entering.ts';
import { checkName, ServiceForm } from './ServiceForm.tsx';
import { SAMPLE_WORKSPACE, useOpenWorkspace } from './WorkspaceMenu.tsx';
import { call, explainFailure } from '#ui/data/client.ts';
import type { Output, WorkspaceState } from '#contract/api.ts';
import { Tag } from '#ui/components/values.tsx';
import { Table } from '#ui/grid/Table.tsx';
import classes from './WorkspacesScreen.module.css';
import tables from '#ui/components/tables.module.css';

const texts = workspacesTexts;

export function WorkspacesScreen() {
  const { kind } = useWorkspace();
  // Sizes change with every download, so they are measured again whenever the screen opens.
  const { data, error, refetch } = useQuery({ ...workspaces, refetchOnMount: 'always' });
  const [deleting, setDeleting] = useState<ListedWorkspace>();
  const [renaming, setRenaming] = useState<ListedWorkspace>();
  const listed = data?.workspaces ?? [];
  const size = listed.reduce((sum, { bytes }) => sum + bytes, 0);
  const taken = [
    SAMPLE_WORKSPACE,
    ...listed.filter(({ baseUrl }) => baseUrl !== null).flatMap(({ name, label }) => [name, label]),
  ];
  return (
    <Screen title={uiTexts.screens.workspaces.title}>
      <Panel
        title={texts.list.title}
        sub={texts.list.sub}
        controls={data && <span className="quiet">{texts.list.total(bytesText(size))}</span>}
      >
        {error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <WorkspacesTable listed={data?.workspaces} onRename={setRenaming} onDelete={setDeleting} />
        )}
      </Panel>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md" flex="none" style={{ alignItems: 'start' }}>
        {kind === 'service' && <OpenKey />}
        <AddPanel taken={taken} />
      </SimpleGrid>
      {renaming && <RenameDialog workspace={renaming} listed={listed} onClose={() => setRenaming(undefined)} />}
      {deleting && <DeleteDialog workspace={deleting} listed={listed} onClose={() => setDeleting(undefined)} />}
    </Screen>
  );
}

/** Reads which form the address asks to open. */
function useRequestedForm(): string | null {
  return new URLSearchParams(useHashSearch()).get(ENTER);
}

function OpenKey() {
  const { key } = useWorkspace();
  const { trouble } = useSyncView();
  const isAskedForKey = useRequestedForm() === 'key';
  const [asks, setAsks] = useState(0);
  const [isEntering, setEntering] = useState<boolean>();
  return (
    <KeyPanel
      key={String(isAskedForKey)}
      isEntering={isEntering ?? (isAskedForKey || key === 'none' || isAboutKey(trouble))}
      asks={asks + (isAskedForKey ? 1 : 0)}
      onEnter={() => {
        setEntering(true);
        setAsks(asks + 1);
      }}
      onDone={() => setEntering(false)}
    />
  );
}

function AddPanel({ taken }: { readonly taken: readonly string[] }) {
  const isAskedForService = useRequestedForm() === 'service';
  const form = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isAskedForService) form.current?.querySelector('textarea')?.focus();
  }, [isAskedForService]);
  return (
    <Panel title={texts.add.title} sub={texts.add.sub}>
      <Box pt="sm" px="lg" pb="lg" ref={form}>
        <ServiceForm taken={taken} onConnected={({ label }) => notifySuccess(texts.add.connected(label))} />
      </Box>
    </Panel>
  );
}

interface DialogProps {
  readonly workspace: ListedWorkspace;
  readonly listed: readonly ListedWorkspace[];
  readonly onClose: () => void;
}

const renameTexts = workspacesTexts.rename;

function RenameDialog({ workspace, listed, onClose }: DialogProps) {
  const client = useQueryClient();
  const [title, setTitle] = useState(workspace.label);
  const others = listed.filter(({ name }) => name !== workspace.name).flatMap(({ name, label }) => [name, label]);
  const problem = checkName(title, [SAMPLE_WORKSPACE, ...others]);
  const rename = useMutation({
    mutationFn: () => call('workspace.rename', { name: workspace.name, title }),
    onSuccess: async (state) => {
      onClose();
      client.setQueryData(workspaceState.queryKey, state);
      await client.invalidateQueries({ queryKey: workspaces.queryKey });
      notifySuccess(renameTexts.done(title.trim()));
    },
  });
  return (
    <Modal opened onClose={onClose} title={renameTexts.title(chooseLabel(workspace))}>
      <Stack component="form" onSubmit={handleSubmit(() => problem === undefined && rename.mutate())}>
        <TextInput
          label={texts.add.name}
          description={texts.add.nameHelp}
          value={title}
          error={problem ?? (rename.error && explainFailure(rename.error).sentence)}
          onChange={(event) => setTitle(event.currentTarget.value)}
          data-autofocus
        />
        <Group gap="sm" align="stretch" justify="flex-end" mt="sm">
          <Button onClick={onClose}>{uiTexts.cancel}</Button>
          <Button type="submit" variant="filled" disabled={problem !== undefined} loading={rename.isPending}>
            {renameTexts.do}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

const deleteTexts = workspacesTexts.delete;

/** Asks before a workspace is deleted, because only a saved file can restore it. */
function DeleteDialog({ workspace, listed, onClose }: DialogProps) {
  const client = useQueryClient();
  const open = useWorkspace();
  const openFirst = useOpenWorkspace();
  const { name, baseUrl, records, bytes, hasKey } = workspace;
  const label = chooseLabel(workspace);
  const remove = useMutation({
    mutationFn: () => call('workspace.remove', { name }),
    onSuccess: async (answer) => {
      onClose();
      if (open.name === name) {
        await enterWorkspace(client, answer.workspace);
        navigate(paths.workspaces);
      }
      await client.invalidateQueries({ queryKey: workspaces.queryKey });
      notifySuccess(deleteTexts.done(label));
    },
  });
  const sharing = listed.find((other) => other.name !== name && baseUrl !== null && other.baseUrl === baseUrl);
  const failure = remove.error && explainFailure(remove.error);
  return (
    <Modal opened onClose={onClose} title={deleteTexts.title(label)}>
      <Stack>
        <p>{deleteTexts.what(records === null ? null : count(records), bytesText(bytes))}</p>
        {hasKey && <p>{sharing ? deleteTexts.keyStays(chooseLabel(sharing)) : deleteTexts.key}</p>}
        <p>{deleteTexts.service}</p>
        <Text inherit fw={600}>
          {deleteTexts.forGood}
        </Text>
        {failure && (
          <Alert color="bad" role="alert">
            <strong>{failure.title}.</strong> {failure.sentence} {failure.action}
          </Alert>
        )}
        <Group gap="sm" align="stretch" justify="flex-end" mt="sm">
          {name !== SAMPLE_WORKSPACE && (
            <Button
              variant="subtle"
              onClick={() => {
                onClose();
                // Workspaces are saved on the Data screen.
                if (open.name === name) navigate(paths.data);
                else openFirst.mutate(name, { onSuccess: () => navigate(paths.data) });
              }}
            >
              {deleteTexts.save}
            </Button>
          )}
          <Button data-autofocus onClick={onClose}>
            {uiTexts.cancel}
          </Button>
          <Button variant="filled" color="var(--bad)" loading={remove.isPending} onClick={() => remove.mutate()}>
            {deleteTexts.do}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

type ListedWorkspace = Output<'workspace.list'>['workspaces'][number];

const listTexts = workspacesTexts.list;
const { heads } = listTexts;

interface WorkspacesTableProps {
  /** Undefined while they load. */
  readonly listed: readonly ListedWorkspace[] | undefined;
  readonly onRename: (workspace: ListedWorkspace) => void;
  readonly onDelete: (workspace: ListedWorkspace) => void;
}

function WorkspacesTable({ listed, onRename, onDelete }: WorkspacesTableProps) {
  const workspace = useWorkspace();
  const open = useOpenWorkspace();
  const { data: status } = useQuery(dataStatus);
  return (
    <div className={classes.scroll}>
      <Table
        columns={[
          heads.name,
          heads.service,
          { id: heads.records, isNumber: true },
          { id: heads.storage, isNumber: true },
          heads.key,
          { id: listTexts.actions, isHeaderHidden: true },
        ]}
        pendingRows={1}
        aria-label={listTexts.title}
      >
        {listed?.map((listedWorkspace) => {
          const { name, records, bytes } = listedWorkspace;
          const isOpen = name === workspace.name;
          // The count of the open workspace is current; those of others date from when they were closed.
          const held = isOpen ? (status?.records ?? records) : records;
          return (
            <tr key={name} aria-current={isOpen || undefined} data-testid="workspace-row">
              <th scope="row">
                <bdi>{chooseLabel(listedWorkspace)}</bdi> {isOpen && <Tag>{listTexts.isOpen}</Tag>}
              </th>
              <td className={`${tables.clip} ${classes.service}`} title={describeService(listedWorkspace)}>
                {describeService(listedWorkspace)}
              </td>
              <td className={tables.number}>{held === null ? UNKNOWN : count(held)}</td>
              <td className={tables.number}>{bytesText(bytes)}</td>
              <td>{describeKey(listedWorkspace, workspace)}</td>
              <td className={classes.actions}>
                {!isOpen && (
                  <Button
                    size="compact-sm"
                    aria-label={listTexts.openOne(chooseLabel(listedWorkspace))}
                    loading={open.isPending && open.variables === name}
                    onClick={() => open.mutate(name)}
                  >
                    {listTexts.open}
                  </Button>
                )}
                {name !== SAMPLE_WORKSPACE && (
                  <Button
                    size="compact-sm"
                    variant="subtle"
                    aria-label={renameTexts.one(chooseLabel(listedWorkspace))}
                    onClick={() => onRename(listedWorkspace)}
                  >
                    {renameTexts.open}
                  </Button>
                )}
                {(name !== SAMPLE_WORKSPACE || listed.some(({ baseUrl }) => baseUrl !== null)) && (
                  <Button
                    size="compact-sm"
                    variant="subtle"
                    aria-label={listTexts.deleteOne(chooseLabel(listedWorkspace))}
                    onClick={() => onDelete(listedWorkspace)}
                  >
                    {listTexts.delete}
                  </Button>
                )}
              </td>
            </tr>
          );
        })}
      </Table>
    </div>
  );
}

/** The sample has a fixed name; the others have the names that were given to them. */
function chooseLabel({ name, label }: Pick<ListedWorkspace, 'name' | 'label'>): string {
  return name === SAMPLE_WORKSPACE ? listTexts.sample : label;
}

function describeService({ name, baseUrl }: ListedWorkspace): string {
  if (name === SAMPLE_WORKSPACE) return listTexts.sampleService;
  return baseUrl === null ? listTexts.noService : new URL(baseUrl).host;
}

function describeKey({ name, hasKey }: ListedWorkspace, open: WorkspaceState): string {
  if (name === SAMPLE_WORKSPACE) return listTexts.key.none_needed;
  // The key is kept for this run only.
  if (name === open.name && open.key === 'memory') return listTexts.key.run;
  if (!hasKey) return listTexts.key.none;
  return open.keychainAvailable ? listTexts.key.stored : listTexts.key.run;
}
