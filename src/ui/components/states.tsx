/** Placeholders for content that is empty, has failed or is still loading. */
import { type ReactNode, Component, Suspense } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Button, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { RefreshButton } from '../sync/RefreshButton.tsx';
import { uiTexts } from '#texts/screens/ui.ts';
import { dataStatus } from '../data/queries.ts';
import { useSyncView } from '../sync/use-sync.ts';
import { Panel } from './Panel.tsx';
import { dataTexts } from '#texts/screens/data.ts';
import { workspacesTexts } from '#texts/screens/workspaces.ts';
import { explainFailure, isStoreFailure, findFailedField } from '../data/client.ts';
import { forgetFailedLoads, lazyComponent } from '../late.ts';
import { navigate } from '../routing/hash-location.ts';
import { paths, addressOfKey } from '../routing/paths.ts';
import classes from './components.module.css';

const notice = { gap: 'sm', align: 'center', justify: 'center', flex: 1, px: 'xl', py: 32, ta: 'center' } as const;

export interface EmptyStateProps {
  readonly title: string;
  readonly detail?: string;
  readonly action?: ReactNode;
}

export function EmptyState({ title, detail, action }: EmptyStateProps) {
  return (
    <Stack {...notice}>
      <Text inherit fw={600}>
        {title}
      </Text>
      {detail !== undefined && <p className={classes.detail}>{detail}</p>}
      {action}
    </Stack>
  );
}

interface EmptySoFarProps {
  readonly title: string;
  readonly detail: string;
  /** A button that removes the conditions, if there are any. */
  readonly clear: ReactNode;
}

/** Offers a refresh before fewer conditions, because not all records are here yet. */
export function EmptySoFar({ title, detail, clear }: EmptySoFarProps) {
  return (
    <EmptyState
      title={title}
      detail={detail}
      action={
        <>
          <RefreshButton primary />
          {clear}
        </>
      }
    />
  );
}

/** Whether there are no records and no download, whose first figures would appear soon. */
export function useNothingYet(): boolean {
  const { data: status } = useQuery(dataStatus);
  const { running } = useSyncView();
  return status !== undefined && status.records === 0 && !status.complete && !running;
}

/** The state before the first download, with the button that starts it. */
export function NothingYet() {
  return (
    <Panel style={{ flex: 1 }}>
      <EmptyState
        title={uiTexts.nothingYet.title}
        detail={uiTexts.nothingYet.detail}
        action={<RefreshButton primary />}
      />
    </Panel>
  );
}

interface ErrorStateProps {
  readonly error: unknown;
  readonly onRetry?: (() => void) | undefined;
  readonly action?: ReactNode;
}

/** An error in the words of the error table, with the action that solves it. */
export function ErrorState({ error, onRetry, action }: ErrorStateProps) {
  const { title, sentence, action: advice } = explainFailure(error);
  // A retry cannot repair a file.
  const isStore = isStoreFailure(error);
  return (
    <Stack {...notice} role="alert">
      <IconAlertTriangle color="var(--bad)" size={20} stroke={1.6} aria-hidden />
      <Text inherit fw={600}>
        {title}
      </Text>
      <p className={classes.detail}>
        {sentence} {advice}
      </p>
      {action ?? (isStore && <Button onClick={() => navigate(paths.data)}>{dataTexts.damaged.elsewhere}</Button>)}
      {findFailedField(error) === 'key' && (
        <Button variant="filled" onClick={() => navigate(addressOfKey)}>
          {workspacesTexts.enterKey}
        </Button>
      )}
      {onRetry && !isStore && <Button onClick={onRetry}>{uiTexts.retry}</Button>}
    </Stack>
  );
}

interface Props {
  readonly children: ReactNode;
  /** For overlays: the error also appears over the screen, and closing it calls this. */
  readonly onClose?: () => void;
  /** Shown instead of the explanation of an error. */
  readonly fallback?: ReactNode;
}

interface State {
  readonly caught: { readonly error: unknown } | undefined;
}

const Modal = lazyComponent(async () => (await import('./dialogs.tsx')).Modal);

/** Catches errors of rendering and of loading code, so that the rest of the page stays usable. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { caught: undefined };

  static getDerivedStateFromError(error: unknown): State {
    return { caught: { error } };
  }

  /** An overlay that failed to load is loaded again when it is next opened. */
  override componentWillUnmount(): void {
    if (this.state.caught) forgetFailedLoads();
  }

  override render(): ReactNode {
    const { caught } = this.state;
    const { children, onClose, fallback } = this.props;
    if (!caught) return children;
    if (fallback !== undefined) return fallback;
    const retry = () => {
      forgetFailedLoads();
      this.setState({ caught: undefined });
    };
    const failure = <ErrorState error={caught.error} onRetry={retry} />;
    if (!onClose) return failure;
    // If the program is gone, the dialog cannot be loaded either.
    const notice = (
      <div className={classes.overScreen}>
        {failure}
        <Button onClick={onClose}>{uiTexts.close}</Button>
      </div>
    );
    return (
      <ErrorBoundary fallback={notice}>
        <Suspense fallback={null}>
          <Modal
            opened
            onClose={onClose}
            attributes={{ content: { 'aria-label': explainFailure(caught.error).title } }}
          >
            {failure}
          </Modal>
        </Suspense>
      </ErrorBoundary>
    );
  }
}

/** A grey bar as large as the expected content, so that nothing jumps when it arrives. */
export function Pending({ width, height = '0.8em' }: { readonly width: string; readonly height?: string }) {
  return (
    <span className={classes.pending} style={{ width, height }} data-pending>
      <span className="visually-hidden">{uiTexts.loading}</span>
    </span>
  );
}

/** A placeholder for a text that is loading, or a sentence on why it cannot be loaded. */
export function LoadingText({ error }: { readonly error: unknown }) {
  return error ? <span role="alert">{explainFailure(error).sentence}</span> : <Pending width="60%" />;
}

const widths = ['62%', '48%', '74%', '55%', '67%'];

/** Placeholder rows of a table that is being loaded, as high as the real ones. */
export function PendingRows({ rows, columns }: { readonly rows: number; readonly columns: number }) {
  return Array.from({ length: rows }, (_, row) => (
    <tr key={row}>
      {Array.from({ length: columns }, (_, column) => (
        <td key={column}>
          <Pending width={widths[(row + column) % widths.length] ?? '60%'} />
        </td>
      ))}
    </tr>
  ));
}
