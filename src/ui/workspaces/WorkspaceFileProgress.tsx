/** The progress of saving or loading a workspace, as records. */
import { useEffect, useState, type ReactNode } from 'react';
import type { EventPayload } from '#contract/events.ts';
import { dataTexts } from '#texts/screens/data.ts';
import { subscribe } from '../data/client.ts';
import { count } from '../format/figures.ts';
import { ProgressBar } from '../sync/SyncProgressLine.tsx';
import classes from './LoadDialog.module.css';

export interface WorkspaceFileProgressProps {
  readonly what: 'saving' | 'loading';
  /** Shown until a file was chosen. */
  readonly children?: ReactNode;
}

export function WorkspaceFileProgress({ what, children }: WorkspaceFileProgressProps) {
  const [progress, setProgress] = useState<EventPayload<'workspace.progress'>>();
  useEffect(() => subscribe('workspace.progress', setProgress), []);
  if (!progress) return children;
  const { done, total } = progress;
  return (
    <div className={classes.progress} data-testid="workspace-progress">
      <output className="figure">{dataTexts.file[what](count(done), count(total))}</output>
      <ProgressBar held={done} total={total} wide />
    </div>
  );
}
