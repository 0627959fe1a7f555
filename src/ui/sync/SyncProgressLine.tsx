/** The progress of a running download, in one line of the status bar. */
import { uiTexts } from '#texts/screens/ui.ts';
import { count } from '../format/figures.ts';
import { spanText } from '../format/times.ts';
import { useSyncView } from './use-sync.ts';
import classes from './sync.module.css';

export function SyncProgressLine() {
  const view = useSyncView();
  if (!view.running) return null;
  return (
    <output className={classes.line}>
      <ProgressBar held={view.progress?.held ?? 0} total={view.progress?.total ?? null} />
      <span className="figure">{progressText(view)}</span>
    </output>
  );
}

/** Its width is a share; without a total it only shows that something is running. */
export function ProgressBar({ held, total, wide = false }: { held: number; total: number | null; wide?: boolean }) {
  const share = total === null || total === 0 ? 0.08 : Math.min(1, held / total);
  return (
    <span className={classes.track} data-wide={wide || undefined} aria-hidden>
      <span className={classes.done} style={{ width: `${share * 100}%` }} />
    </span>
  );
}

export function progressText({ progress, secondsLeft }: ReturnType<typeof useSyncView>): string {
  const texts = uiTexts.sync;
  if (!progress) return texts.running;
  const held = count(progress.held);
  const far = progress.total === null ? texts.progressOpen(held) : texts.progress(held, count(progress.total));
  return secondsLeft === undefined ? far : `${far} · ${uiTexts.span.left(spanText(secondsLeft))}`;
}
