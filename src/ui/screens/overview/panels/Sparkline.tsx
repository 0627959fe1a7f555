/** A person's weeks as a thin line on its own scale, so that a dip shows; its last week is marked, its figures are in its label. */
import { toGeometry } from '../../../../domain/charts/drawn-length.ts';
import classes from '../OverviewScreen.module.css';

export interface SparklineProps {
  /** Oldest first; null: nothing logged. */
  readonly values: readonly (string | null)[];
  /** The last week is running or incomplete: its mark is hollow. */
  readonly isSoFar: boolean;
  readonly label: string;
}

export const SPARKLINE_WIDTH = 72;
const HEIGHT = 20;
const INSET = 3;
/** The line's scale starts at most at this part of its top: an hour more or less must not look like a collapse. */
const LEAST_RANGE = 0.7;

export function Sparkline({ values, isSoFar, label }: SparklineProps) {
  const lengths = values.map((value) => toGeometry(value));
  const most = Math.max(...lengths, 0);
  const least = Math.min(...lengths, LEAST_RANGE * most);
  const span = most - least || 1;
  const step = (SPARKLINE_WIDTH - 2 * INSET) / Math.max(values.length - 1, 1);
  const points = lengths.map((length, at) => ({
    x: INSET + at * step,
    y: HEIGHT - INSET - ((length - least) / span) * (HEIGHT - 2 * INSET),
  }));
  const last = points.at(-1);
  return (
    // A drawing cannot be a named image in another way.
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
    <svg className={classes.sparkline} width={SPARKLINE_WIDTH} height={HEIGHT} role="img" aria-label={label}>
      <line x1={INSET} x2={SPARKLINE_WIDTH - INSET} y1={HEIGHT - INSET} y2={HEIGHT - INSET} stroke="var(--line)" />
      <polyline
        points={points.map(({ x, y }) => `${x},${y}`).join(' ')}
        fill="none"
        stroke="var(--ink-3)"
        strokeWidth={1.25}
      />
      {last && (
        <circle
          cx={last.x}
          cy={last.y}
          r={2.5}
          fill={isSoFar ? 'var(--panel)' : 'var(--accent)'}
          stroke="var(--accent)"
        />
      )}
    </svg>
  );
}
