/** A panel: one thin line around one subject, its heading on the left and its controls on the right. */
import { useId, type ReactNode } from 'react';
import classes from './Panel.module.css';

export interface PanelProps {
  readonly title?: string;
  readonly sub?: ReactNode;
  readonly controls?: ReactNode;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

export function Panel({ title, sub, controls, className, children }: PanelProps) {
  const id = useId();
  return (
    <section className={`${classes.panel} ${className ?? ''}`} {...(title !== undefined && { 'aria-labelledby': id })}>
      {title !== undefined && (
        <header className={classes.header}>
          <h2 id={id} className={classes.title}>
            {title}
          </h2>
          {sub !== undefined && <span className={classes.sub}>{sub}</span>}
          {controls !== undefined && <div className={classes.controls}>{controls}</div>}
        </header>
      )}
      {children}
    </section>
  );
}
