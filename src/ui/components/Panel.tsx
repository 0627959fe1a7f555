/** A panel: one thin line around one subject, its heading on the left and its controls on the right. */
import { useId, type CSSProperties, type ReactNode } from 'react';
import { uiTexts } from '#texts/screens/ui.ts';
import classes from './components.module.css';

export interface PanelProps {
  readonly title?: string;
  readonly sub?: ReactNode;
  readonly controls?: ReactNode;
  readonly className?: string | undefined;
  readonly style?: CSSProperties | undefined;
  /** Whether the content still answers the previous query. */
  readonly isStale?: boolean | undefined;
  /** Whether the figures may still grow. */
  readonly isIncomplete?: boolean;
  readonly children: ReactNode;
}

export function Panel({
  title,
  sub,
  controls,
  className,
  style,
  isStale = false,
  isIncomplete = false,
  children,
}: PanelProps) {
  const id = useId();
  return (
    <section
      className={`${classes.panel} ${className ?? ''}`}
      style={style}
      {...(title !== undefined && { 'aria-labelledby': id })}
      {...(isStale && { 'aria-busy': true, 'data-faded': true })}
    >
      {title !== undefined && (
        <header className={classes.header}>
          <h2 id={id} className={classes.panelTitle}>
            {title}
          </h2>
          {isIncomplete && <small className="so-far">{uiTexts.soFar}</small>}
          {sub !== undefined && <span className={classes.sub}>{sub}</span>}
          {controls !== undefined && <div className={`${classes.controls} screen-only`}>{controls}</div>}
        </header>
      )}
      {children}
    </section>
  );
}
