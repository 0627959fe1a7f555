/** A small word beside a value; it never truncates. */
import type { ReactNode } from 'react';
import classes from './Tag.module.css';

export function Tag({
  tone = 'quiet',
  children,
}: {
  readonly tone?: 'quiet' | 'warn' | 'good';
  readonly children: ReactNode;
}) {
  return (
    <span className={classes.tag} data-tone={tone}>
      {children}
    </span>
  );
}
