/** A notice beside the content, on a ground of its own: across the window, on a screen, within a panel or a dialog. */
import type { ReactNode } from 'react';
import classes from './components.module.css';

export interface BandProps {
  readonly place: 'window' | 'screen' | 'panel' | 'dialog';
  /** Makes it a region of this name; without it the band is read out when it appears. */
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
