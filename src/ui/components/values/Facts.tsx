/** Facts about one thing, a line each: label and value. */
import type { ReactNode } from 'react';
import classes from './Facts.module.css';

export interface FactsProps {
  /** The width of the labels. */
  readonly labels: 'narrow' | 'middle' | 'wide';
  readonly children: ReactNode;
}

export function Facts({ labels, children }: FactsProps) {
  return (
    <dl className={classes.facts} data-labels={labels}>
      {children}
    </dl>
  );
}

export interface FactProps {
  readonly label: string;
  /** On hover over the label. */
  readonly title?: string;
  readonly children: ReactNode;
}

export function Fact({ label, title, children }: FactProps) {
  return (
    <div className={classes.fact}>
      <dt title={title}>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
