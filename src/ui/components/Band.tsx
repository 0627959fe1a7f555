/** A notice with its own background: across the window, on a screen, in a panel or in a dialog. */
import type { ReactNode } from 'react';
import classes from './components.module.css';

export interface BandProps {
  readonly place: 'window' | 'screen' | 'panel' | 'dialog';
  /** Names the band as a region; without a label, screen readers read the band when it appears. */
  readonly label?: string;
  readonly testId?: string;
  readonly children: ReactNode;
}

export function Band({ place, label, testId, children }: BandProps) {
  const shared = { className: classes.band, 'data-place': place, 'data-testid': testId };
  return label === undefined ? (
    <output {...shared}>{children}</output>
  ) : (
    <section {...shared} aria-label={label}>
      {children}
    </section>
  );
}
