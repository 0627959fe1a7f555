/** What a place shows instead of its content: why it is empty, what failed, or that the content is still loaded. */
import { type ReactNode, Component, Suspense } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Button, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { RefreshButton } from '../sync/RefreshButton.tsx';
import { uiTexts } from '#texts/screens/ui.ts';
import { dataStatus } from '../data/queries.ts';
import { useSyncView } from '../sync/use-sync.ts';
import { Panel } from './Panel.tsx';
import { dataTexts } from '#texts/screens/data.ts';
import { workspacesTexts } from '#texts/screens/workspaces.ts';
import { failureText, isStoreFailure, fieldOfFailure } from '../data/client.ts';
import { forgetFailedLoads, late } from '../late.ts';
import { navigate } from '../routing/hash-location.ts';
import { paths, addressOfKey } from '../routing/paths.ts';
import classes from './components.module.css';

export interface EmptyStateProps {
  readonly title: string;
  readonly detail?: string;
  readonly action?: ReactNode;
}

export function EmptyState({ title, detail, action }: EmptyStateProps) {
  return (
    <div className={classes.notice}>
      <Text inherit fw={600}>
        {title}
      </Text>
      {detail !== undefined && <p className={classes.detail}>{detail}</p>}
      {action}
    </div>
  );
}

interface EmptySoFarProps {
  readonly title: string;
  readonly detail: string;
  /** Removes the conditions, where there are some. */
  readonly clear: ReactNode;
}

/** Not all records are here yet, so the way to the others comes before the way to fewer conditions. */
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

/** Whether no record is here and none is coming. While a download runs, its first figures come soon, and a waiting state is shown. */
export function useNothingYet(): boolean {
  const { data: status } = useQuery(dataStatus);
  const { running } = useSyncView();
  return status !== undefined && status.records === 0 && !status.complete && !running;
}

/** The state before the first download: says once that there are no records yet, with the way to download them. */
export function NothingYet() {
  return (
    <Panel className={classes.whole}>
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

/** An error in the words of the error table, with what can be done about it. */
export function ErrorState({ error, onRetry, action }: ErrorStateProps) {
  const { title, sentence, action: advice } = failureText(error);
  // A retry cannot repair a file.
  const isStore = isStoreFailure(error);
  return (
    <div className={classes.notice} role="alert">
      <IconAlertTriangle className={classes.alert} size={20} stroke={1.6} aria-hidden />
      <Text inherit fw={600}>
        {title}
      </Text>
      <p className={classes.detail}>
        {sentence} {advice}
      </p>
      {action ?? (isStore && <Button onClick={() => navigate(paths.data)}>{dataTexts.damaged.elsewhere}</Button>)}
      {fieldOfFailure(error) === 'key' && (
        <Button variant="filled" onClick={() => navigate(addressOfKey)}>
          {workspacesTexts.enterKey}
        </Button>
      )}
      {onRetry && !isStore && <Button onClick={onRetry}>{uiTexts.retry}</Button>}
    </div>
  );
}

interface Props {
  readonly children: ReactNode;
  /** Around what opens over the screen: its error does, too, and closing it ends it. */
  readonly onClose?: () => void;
  /** Shown where an error is caught, in place of its words. */
  readonly instead?: ReactNode;
}

interface State {
  readonly caught: { readonly error: unknown } | undefined;
}

const Modal = late(async () => (await import('./dialogs.tsx')).Modal);

/** Catches errors of rendering, and of loading what is drawn, so that the rest of the page stays usable. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { caught: undefined };

  static getDerivedStateFromError(error: unknown): State {
    return { caught: { error } };
  }

  /** What is opened again loads its code again. */
  override componentWillUnmount(): void {
    if (this.state.caught) forgetFailedLoads();
  }

  override render(): ReactNode {
    const { caught } = this.state;
    const { children, onClose, instead } = this.props;
    if (!caught) return children;
    if (instead !== undefined) return instead;
    const retry = () => {
      forgetFailedLoads();
      this.setState({ caught: undefined });
    };
    const failure = <ErrorState error={caught.error} onRetry={retry} />;
    if (!onClose) return failure;
    // Where the program is gone, the dialog cannot be loaded either.
    const notice = (
      <div className={classes.overScreen}>
        {failure}
        <Button onClick={onClose}>{uiTexts.close}</Button>
      </div>
    );
    return (
      <ErrorBoundary instead={notice}>
        <Suspense fallback={null}>
          <Modal
            opened
            onClose={onClose}
            closeButtonProps={{ 'aria-label': uiTexts.close }}
            attributes={{ content: { 'aria-label': failureText(caught.error).title } }}
          >
            {failure}
          </Modal>
        </Suspense>
      </ErrorBoundary>
    );
  }
}

interface PendingProps {
  /** CSS lengths. */
  readonly width: string;
  readonly height?: string;
}

/** A grey bar as large as the expected content, so that nothing jumps when it arrives. */
export function Pending({ width, height = '0.8em' }: PendingProps) {
  return (
    <span className={classes.pending} style={{ width, height }} data-pending>
      <span className="visually-hidden">{uiTexts.loading}</span>
    </span>
  );
}

/** Stands for a text that is still loaded, or says in a sentence why it cannot be. */
export function Awaited({ error }: { readonly error: unknown }) {
  return error ? <span role="alert">{failureText(error).sentence}</span> : <Pending width="60%" />;
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
