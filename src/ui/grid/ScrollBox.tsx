/** A focusable scrolling box, because a box without links or fields could not be scrolled by keyboard. */
import type { HTMLAttributes, RefAttributes } from 'react';
import classes from './grid.module.css';

export interface ScrollBoxProps extends HTMLAttributes<HTMLElement>, RefAttributes<HTMLElement> {
  readonly label: string;
}

export function ScrollBox({ label, className = classes.scroll, ...others }: ScrollBoxProps) {
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
  return <section {...others} className={`${className} ${classes.edge}`} tabIndex={0} aria-label={label} />;
}
