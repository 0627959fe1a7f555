/** A condition that is only shown and removed: searched words narrow every figure, whichever screen they were typed on. */
import { CloseButton } from '@mantine/core';
import { uiTexts } from '#texts/screens/ui.ts';
import classes from './filters.module.css';

export interface WordsChipProps {
  readonly words: string;
  readonly onRemove: () => void;
}

export function WordsChip({ words, onRemove }: WordsChipProps) {
  return (
    <span className={classes.chip} title={words} data-testid="words-chip">
      <span className={classes.chipButton}>{words}</span>
      <CloseButton size={18} iconSize={12} aria-label={uiTexts.filters.removeOne(words)} onClick={onRemove} />
    </span>
  );
}
