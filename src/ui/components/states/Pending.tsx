/** A grey bar of the size of the expected content, so that nothing jumps when it arrives. */
import { uiTexts } from '#texts/screens/ui.ts';
import classes from './Pending.module.css';

export interface PendingProps {
  /** CSS lengths. */
  readonly width: string;
  readonly height?: string;
}

export function Pending({ width, height = '0.8em' }: PendingProps) {
  return (
    <span className={classes.pending} style={{ width, height }} data-pending>
      <span className="visually-hidden">{uiTexts.loading}</span>
    </span>
  );
}
