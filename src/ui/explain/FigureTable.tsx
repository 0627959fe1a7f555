/** A table whose figures open their explanations. It is one tab stop, and arrows move between names and figures. */
import type { ReactNode } from 'react';
import { rovingTabIndex } from '../grid/one-stop.ts';
import tables from '../components/tables.module.css';
import classes from './Explanation.module.css';

export function FigureTable({ testId, children }: { readonly testId: string; readonly children: ReactNode }) {
  return (
    <table className={tables.table} data-testid={testId} {...rovingTabIndex}>
      {children}
    </table>
  );
}

export interface FigureButtonProps {
  /** The tooltip. */
  readonly label: string;
  /** Undefined for plain text without an explanation. */
  readonly onExplain: (() => void) | undefined;
  readonly children: ReactNode;
}

export function FigureButton({ label, onExplain, children }: FigureButtonProps) {
  if (!onExplain) return children;
  return (
    <button type="button" className={classes.figureFigure} title={label} data-figure onClick={onExplain}>
      {children}
    </button>
  );
}
