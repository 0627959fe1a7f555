/** What is known of one thing, a line each: its label, and what it says. */
import type { ReactNode } from 'react';
import classes from './Facts.module.css';

export interface FactsProps {
  /** How much room the labels need. */
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
