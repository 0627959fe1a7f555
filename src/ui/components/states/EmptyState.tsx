/** An empty state, with what can be done about it. */
import type { ReactNode } from 'react';
import classes from './Notice.module.css';

export interface EmptyStateProps {
  readonly title: string;
  readonly detail?: string;
  readonly action?: ReactNode;
}

export function EmptyState({ title, detail, action }: EmptyStateProps) {
  return (
    <div className={classes.notice}>
      <p className={classes.title}>{title}</p>
      {detail !== undefined && <p className={classes.detail}>{detail}</p>}
      {action}
    </div>
  );
}
