/** The free text where no field shows it: it narrows every figure, whichever screen it was typed on. */
import { CloseButton } from '@mantine/core';
import { printFilter } from '../../domain/filter/print.ts';
import { uiTexts } from '#texts/screens/ui.ts';
import classes from './filters.module.css';

export interface QueryChipProps {
  readonly query: string;
  readonly onRemove: () => void;
}

export function QueryChip({ query, onRemove }: QueryChipProps) {
  const words = printFilter([], { query });
  return (
    <span className={classes.chip} title={words} data-testid="query-chip">
      <span className={classes.chipButton}>{words}</span>
      <CloseButton size={18} iconSize={12} aria-label={uiTexts.filters.removeOne(words)} onClick={onRemove} />
    </span>
  );
}
