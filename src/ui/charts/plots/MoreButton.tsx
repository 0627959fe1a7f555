/** The line below a chart that says how much of it is not drawn, and expands it. */
import { UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { chartTexts as texts } from '#texts/screens/charts.ts';
import { count } from '../../format/figures.ts';
import classes from '../charts.module.css';

export interface MoreButtonProps {
  /** Groups that are not drawn. */
  readonly beyond: number;
  readonly isTall: boolean;
  readonly onTall: (isTall: boolean) => void;
}

export function MoreButton({ beyond, isTall, onTall }: MoreButtonProps) {
  if (!isTall && beyond === 0) return null;
  const Chevron = isTall ? IconChevronUp : IconChevronDown;
  return (
    <UnstyledButton className={classes.more} aria-expanded={isTall} onClick={() => onTall(!isTall)}>
      <Chevron size={13} stroke={1.8} aria-hidden />
      {isTall ? texts.fewer : texts.andMore(count(beyond))}
    </UnstyledButton>
  );
}
