/** The frame of every screen: title with its seal and actions, filters with their basis, the content, the status bar. */
import type { ReactNode } from 'react';
import { StatusBar } from './StatusBar.tsx';
import { UnreadAddress } from './UnreadAddress.tsx';
import classes from './Screen.module.css';

export interface ScreenProps {
  readonly title: string;
  /** The coverage seal beside the title. */
  readonly seal?: ReactNode;
  /** Buttons at the right end of the title band. */
  readonly actions?: ReactNode;
  readonly filters?: ReactNode;
  /** The period of its figures, in words. */
  readonly shownPeriod?: string | undefined;
  /** Controls of the content, at the right end of the filter band. */
  readonly tools?: ReactNode;
  /** Calendar, zone, currency, as-of: what the figures rest on. */
  readonly basis?: ReactNode;
  /** Number of records in this view; undefined: it counts none. */
  readonly inView?: number | undefined;
  /** Number of records held, where the screen is about all of them. */
  readonly held?: number | undefined;
  /** The content takes the remaining height and scrolls inside itself. */
  readonly fill?: boolean;
  readonly children: ReactNode;
}

export function Screen({
  title,
  seal,
  actions,
  filters,
  shownPeriod,
  tools,
  basis,
  inView,
  held,
  fill = false,
  children,
}: ScreenProps) {
  return (
    <div className={classes.screen}>
      <main id="content" className={classes.main} tabIndex={-1}>
        <header className={classes.top}>
          <h1 className={classes.title}>{title}</h1>
          {seal}
          <div className={classes.actions}>{actions}</div>
        </header>
        <div className={classes.content} data-fill={fill || undefined}>
          {filters !== undefined && (
            <div className={classes.band} data-tools={tools !== undefined || undefined}>
              <div className={classes.filters}>{filters}</div>
              {tools !== undefined && <div className={classes.tools}>{tools}</div>}
              {basis !== undefined && <p className={classes.basis}>{basis}</p>}
            </div>
          )}
          <UnreadAddress shownPeriod={shownPeriod} />
          {children}
        </div>
      </main>
      <StatusBar inView={inView} held={held} />
    </div>
  );
}
