/** A condition that is not edited but shown and removed: searched words, or a figure that was followed to its records. */
import { CloseButton, UnstyledButton } from '@mantine/core';
import { uiTexts } from '#texts/screens/ui.ts';
import classes from './filters.module.css';

export interface WordsChipProps {
  readonly words: string;
  /** Shows the conditions behind it. */
  readonly onOpen?: { readonly label: string; readonly open: () => void };
  readonly onRemove: () => void;
}

export function WordsChip({ words, onOpen, onRemove }: WordsChipProps) {
  return (
    <span className={classes.chip} title={words} data-testid="words-chip">
      {onOpen ? (
        <UnstyledButton className={classes.chipButton} title={onOpen.label} onClick={onOpen.open}>
          {words}
        </UnstyledButton>
      ) : (
        <span className={classes.chipButton}>{words}</span>
      )}
      <CloseButton size={18} iconSize={12} aria-label={uiTexts.filters.removeOne(words)} onClick={onRemove} />
    </span>
  );
}
