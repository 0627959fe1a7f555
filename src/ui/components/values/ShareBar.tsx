/** A share as a short bar with its percentage beside it. */
import { toGeometry } from '../../../domain/charts/drawn-length.ts';
import { uiTexts } from '#texts/screens/ui.ts';
import tables from './tables.module.css';

export interface ShareBarProps {
  /** 0 to 1 as exact decimal text. */
  readonly share: string | null | undefined;
  /** As it is printed, without its sign. */
  readonly text: string;
  /** What fills the bar: 1, or the largest share where all are small. */
  readonly full?: string | null | undefined;
}

export function ShareBar({ share, text, full = '1' }: ShareBarProps) {
  const width = Math.max(0, Math.min(1, toGeometry(share) / (toGeometry(full) || 1)));
  return (
    <span className={tables.share}>
      <span className={tables.track} aria-hidden>
        <span className={tables.bar} style={{ width: `${width * 100}%` }} />
      </span>
      <span className={tables.percent}>
        {text}
        {share !== null && share !== undefined && <span className="unit"> {uiTexts.units.percent}</span>}
      </span>
    </span>
  );
}
