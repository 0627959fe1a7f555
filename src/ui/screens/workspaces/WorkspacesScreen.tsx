/** Workspaces: every service by its name, with its records, key and room on the disk; the key of the open one; another service. */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { uiTexts } from '#texts/screens/ui.ts';
import { workspacesTexts } from '#texts/screens/workspaces.ts';
import { Panel } from '#ui/components/frame/Panel.tsx';
import { Screen } from '#ui/components/frame/Screen.tsx';
import { ErrorState } from '#ui/components/states/ErrorState.tsx';
import { Pending } from '#ui/components/states/Pending.tsx';
import { workspaces } from '#ui/data/queries.ts';
import { useWorkspace } from '#ui/data/open-workspace.ts';
import { bytesText } from '#ui/format/bytes.ts';
import { sayDone } from '#ui/notifications/undo.tsx';
import { useHashSearch } from '#ui/routing/hash-location.ts';
import { isAboutKey } from '#ui/sync/run-state.ts';
import { useSyncView } from '#ui/sync/use-sync.ts';
import { ENTER } from '#ui/key/addresses.ts';
import { KeyPanel } from '#ui/workspaces/KeyPanel.tsx';
import { ServiceForm } from '#ui/workspaces/ServiceForm.tsx';
import { SAMPLE_WORKSPACE } from '#ui/workspaces/WorkspaceMenu.tsx';
import { DeleteDialog } from './DeleteDialog.tsx';
import { WorkspacesTable, type ListedWorkspace } from './WorkspacesTable.tsx';
import classes from './WorkspacesScreen.module.css';

const texts = workspacesTexts;

export function WorkspacesScreen() {
  const { kind } = useWorkspace();
  // Sizes change with every download: they are counted anew whenever the screen opens.
  const { data, error, refetch } = useQuery({ ...workspaces, refetchOnMount: 'always' });
  const [deleting, setDeleting] = useState<ListedWorkspace>();
  const listed = data?.workspaces ?? [];
  const size = listed.reduce((sum, { bytes }) => sum + bytes, 0);
  const taken = [SAMPLE_WORKSPACE, ...listed.filter(({ baseUrl }) => baseUrl !== null).map(({ name }) => name)];
  return (
    <Screen title={uiTexts.screens.workspaces.title}>
      <Panel
        title={texts.list.title}
        sub={texts.list.sub}
        controls={data && <span className="quiet">{texts.list.total(bytesText(size))}</span>}
      >
        {error && <ErrorState error={error} onRetry={() => void refetch()} />}
        {!data && !error && <Pending width="100%" />}
        {data && <WorkspacesTable listed={listed} onDelete={setDeleting} />}
      </Panel>
      <div className={classes.columns}>
        {kind === 'service' && <OpenKey />}
        <AddPanel taken={taken} />
      </div>
      {deleting && <DeleteDialog workspace={deleting} listed={listed} onClose={() => setDeleting(undefined)} />}
    </Screen>
  );
}

/** What the address asks for, until it was done. */
function useAsked(): string | null {
  return new URLSearchParams(useHashSearch()).get(ENTER);
}

function OpenKey() {
  const { key } = useWorkspace();
  const { trouble } = useSyncView();
  const asked = useAsked() === 'key';
  const [asks, setAsks] = useState(0);
  const [isEntering, setEntering] = useState<boolean>();
  return (
    <KeyPanel
      key={String(asked)}
      isEntering={isEntering ?? (asked || key === 'none' || isAboutKey(trouble))}
      asks={asks + (asked ? 1 : 0)}
      onEnter={() => {
        setEntering(true);
        setAsks(asks + 1);
      }}
      onDone={() => setEntering(false)}
    />
  );
}

function AddPanel({ taken }: { readonly taken: readonly string[] }) {
  const asked = useAsked() === 'service';
  const form = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (asked) form.current?.querySelector('textarea')?.focus();
  }, [asked]);
  return (
    <Panel title={texts.add.title} sub={texts.add.sub}>
      <div className={classes.body} ref={form}>
        <ServiceForm taken={taken} onConnected={({ name }) => sayDone(texts.add.connected(name))} />
      </div>
    </Panel>
  );
}
