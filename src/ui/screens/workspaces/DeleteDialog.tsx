/** Asks before a workspace is deleted, because nothing brings it back but a saved file. */
import { Button, Modal } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { uiTexts } from '#texts/screens/ui.ts';
import { workspacesTexts } from '#texts/screens/workspaces.ts';
import { call } from '#ui/data/client.ts';
import { failureText } from '#ui/data/error-text.ts';
import { workspaces } from '#ui/data/queries.ts';
import { useWorkspace } from '#ui/data/open-workspace.ts';
import { bytesText } from '#ui/format/bytes.ts';
import { count } from '#ui/format/figures.ts';
import { sayDone } from '#ui/notifications/undo.tsx';
import { navigate } from '#ui/routing/hash-location.ts';
import { paths } from '#ui/routing/paths.ts';
import { enterWorkspace } from '#ui/workspaces/enter-workspace.ts';
import { SAMPLE_WORKSPACE, useOpenWorkspace } from '#ui/workspaces/WorkspaceMenu.tsx';
import { labelOf, type ListedWorkspace } from './WorkspacesTable.tsx';
import classes from './WorkspacesScreen.module.css';

const texts = workspacesTexts.delete;

export interface DeleteDialogProps {
  readonly workspace: ListedWorkspace;
  readonly listed: readonly ListedWorkspace[];
  readonly onClose: () => void;
}

export function DeleteDialog({ workspace, listed, onClose }: DeleteDialogProps) {
  const client = useQueryClient();
  const open = useWorkspace();
  const openFirst = useOpenWorkspace();
  const { name, baseUrl, records, bytes, hasKey } = workspace;
  const label = labelOf(workspace);
  const remove = useMutation({
    mutationFn: () => call('workspace.remove', { name }),
    onSuccess: async (answer) => {
      onClose();
      if (open.name === name) {
        await enterWorkspace(client, answer.workspace);
        navigate(paths.workspaces);
      }
      await client.invalidateQueries({ queryKey: workspaces.queryKey });
      sayDone(texts.done(label));
    },
  });
  const sharing = listed.find((each) => each.name !== name && baseUrl !== null && each.baseUrl === baseUrl);
  const failure = remove.error && failureText(remove.error);
  return (
    <Modal opened onClose={onClose} title={texts.title(label)} closeButtonProps={{ 'aria-label': uiTexts.close }}>
      <div className={classes.dialog}>
        <p>{texts.what(records === null ? null : count(records), bytesText(bytes))}</p>
        {hasKey && <p>{sharing ? texts.keyStays(labelOf(sharing)) : texts.key}</p>}
        <p>{texts.service}</p>
        <p className={classes.forGood}>{texts.forGood}</p>
        {failure && (
          <div className={classes.failure} role="alert">
            <strong>{failure.title}.</strong> {failure.sentence} {failure.action}
          </div>
        )}
        <div className={classes.buttons}>
          {name !== SAMPLE_WORKSPACE && (
            <Button
              variant="subtle"
              onClick={() => {
                onClose();
                // Where a workspace is saved as a file.
                if (open.name === name) navigate(paths.data);
                else openFirst.mutate(name, { onSuccess: () => navigate(paths.data) });
              }}
            >
              {texts.save}
            </Button>
          )}
          <Button data-autofocus onClick={onClose}>
            {uiTexts.cancel}
          </Button>
          <Button className={classes.danger} loading={remove.isPending} onClick={() => remove.mutate()}>
            {texts.do}
          </Button>
        </div>
      </div>
    </Modal>
  );
}
