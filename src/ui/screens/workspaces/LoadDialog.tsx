/** Opens a saved workspace under a new name beside the existing ones. It costs no request. */
import { Alert, Button, FileInput, TextInput, Stack, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useIsMutating, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, useEffect, type ReactNode } from 'react';
import { dataTexts } from '#texts/screens/data.ts';
import { uiTexts } from '#texts/screens/ui.ts';
import { handleSubmit } from '#ui/submit.ts';
import { call, subscribe, offerFile, explainFailure, isFailure } from '#ui/data/client.ts';
import { count } from '#ui/format/figures-and-times.ts';
import { appInfo, workspaces } from '#ui/data/queries.ts';
import { Modal } from '#ui/components/dialogs.tsx';
import { enterWorkspace } from './entering.ts';
import { checkName, chooseFreeName } from './ServiceForm.tsx';
import type { EventPayload } from '#contract/events.ts';
import { ProgressBar } from '#ui/sync/RefreshButton.tsx';
import { notifyFailure } from '#ui/notifications.tsx';

const texts = dataTexts.load;
const loading = ['load-workspace'];

interface LoadDialogProps {
  readonly onClose: () => void;
}

export function LoadDialog({ opened, onClose }: LoadDialogProps & { readonly opened: boolean }) {
  const isLoading = useIsMutating({ mutationKey: loading }) > 0;
  return (
    <Modal opened={opened} onClose={() => (isLoading ? cancelFile() : onClose())} title={texts.title}>
      <LoadForm onClose={onClose} />
    </Modal>
  );
}

function LoadForm({ onClose }: LoadDialogProps) {
  const client = useQueryClient();
  const { data: info } = useQuery(appInfo);
  const { data: listed } = useQuery(workspaces);
  const taken =
    listed?.workspaces.filter(({ baseUrl }) => baseUrl !== null).flatMap(({ name, label }) => [name, label]) ?? [];
  const [typed, setTyped] = useState<string>();
  const [file, setFile] = useState<File | null>(null);
  const name = typed ?? chooseFreeName(taken);
  const inPage = info?.host === 'browser';
  const problem = checkName(name, taken);
  const load = useMutation({
    mutationKey: loading,
    mutationFn: async () => {
      if (inPage && file) await sendFile(file);
      return call('workspace.load', { name });
    },
    onSuccess: async (loaded) => {
      if (!loaded) return;
      onClose();
      await enterWorkspace(client, loaded.workspace);
      const state = loaded.complete ? texts.complete : texts.partial;
      const { signature } = loaded;
      const signed = signature ? texts.signedBy(signature.fingerprint, signature.own) : '';
      notifications.show({ message: texts.opened(count(loaded.records), state) + signed });
    },
  });
  const failure = load.error && !isFailure(load.error, 'cancelled') ? explainFailure(load.error) : undefined;
  return (
    <Stack component="form" onSubmit={handleSubmit(() => load.mutate())}>
      <p className="quiet">{texts.detail}</p>
      {inPage && (
        <FileInput
          label={texts.file}
          placeholder={texts.choose}
          accept=".timelog"
          value={file}
          onChange={(chosen) => {
            setFile(chosen);
            if (load.isError) load.reset();
          }}
          data-testid="saved-file"
        />
      )}
      <TextInput
        label={texts.name}
        description={texts.nameHelp}
        value={name}
        error={problem}
        onChange={(event) => setTyped(event.currentTarget.value)}
        spellCheck={false}
        autoComplete="off"
      />
      {failure && (
        <Alert color="bad" role="alert">
          <strong>{failure.title}.</strong> {failure.sentence}{' '}
          {isFailure(load.error, 'usage') ? texts.chooseAnother : failure.action}
        </Alert>
      )}
      {load.isPending && <WorkspaceFileProgress what="loading" />}
      <Group gap="sm" align="stretch" justify="flex-end" wrap="nowrap" mt="sm">
        <Button onClick={() => (load.isPending ? cancelFile() : onClose())} data-testid="cancel-load">
          {uiTexts.cancel}
        </Button>
        <Button
          type="submit"
          variant="filled"
          disabled={problem !== undefined || (inPage && file === null)}
          loading={load.isPending}
        >
          {inPage ? texts.open : texts.chooseAndOpen}
        </Button>
      </Group>
    </Stack>
  );
}

interface WorkspaceFileProgressProps {
  readonly what: 'saving' | 'loading';
  /** Shown until a file is chosen. */
  readonly children?: ReactNode;
}

/** The progress of saving or loading a workspace, in records. */
export function WorkspaceFileProgress({ what, children }: WorkspaceFileProgressProps) {
  const [progress, setProgress] = useState<EventPayload<'workspace.progress'>>();
  useEffect(() => subscribe('workspace.progress', setProgress), []);
  if (!progress) return children;
  const { done, total } = progress;
  return (
    <Stack gap="sm" data-testid="workspace-progress">
      <output className="figure">{dataTexts.file[what](count(done), count(total))}</output>
      <ProgressBar held={done} total={total} />
    </Stack>
  );
}

let sending: AbortController | undefined;

/** Sends the host a file to open. @throws AppFailure `cancelled` if it is cancelled meanwhile, and the failures of `offerFile`. */
export async function sendFile(file: File): Promise<void> {
  const controller = new AbortController();
  sending = controller;
  try {
    // The host accepts only names that are valid in every file system.
    await offerFile(file, controller.signal, file.name.replaceAll(/[\p{Cc}/\\:*?"<>|]|[. ]+$/gu, '_'));
  } finally {
    if (sending === controller) sending = undefined;
  }
}

/** Cancels saving or loading a workspace, whose call then fails as `cancelled`. */
export function cancelFile(): void {
  // While the file is being sent, the host has nothing to cancel yet.
  if (sending) sending.abort();
  else call('workspace.cancel', {}).catch(notifyFailure);
}
