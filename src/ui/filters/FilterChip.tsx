/** One condition as a chip: shows itself in words, opens for editing, and has a button to remove it. */
import { CloseButton, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { uiTexts } from '#texts/screens/ui.ts';
import { FINDS, type Filter } from '#domain/filter/model.ts';
import { printOne, printValue, type PrintOptions } from '#domain/filter/print.ts';
import { findFilterable } from '#domain/local-properties.ts';
import { createOperandForms } from '#domain/filter/operand-forms.ts';
import { Disclosure } from '../components/Disclosure.tsx';
import { useWorkspace } from '../data/open-workspace.ts';
import { pageLocale } from '../locale.ts';
import { FilterEditor } from './FilterEditor.tsx';
import type { makeDraggable } from './moving.ts';
import classes from './filters.module.css';

export interface FilterChipProps {
  readonly filter: Filter;
  readonly nameOf: NonNullable<PrintOptions['nameOf']>;
  readonly onApply: (filter: Filter) => void;
  readonly onRemove: () => void;
  /** Attributes by which it can be moved. */
  readonly moving?: ReturnType<typeof makeDraggable>;
}

export function FilterChip({ filter, nameOf, onApply, onRemove, moving }: FilterChipProps) {
  const [opened, setOpened] = useState(false);
  const { zone } = useWorkspace();
  const options = { nameOf, forms: createOperandForms(zone, pageLocale()) };
  const words = printOne(filter, options);
  if (filter.operator === FINDS) return <WordsChip words={words} onRemove={onRemove} />;
  const { label, rest, isShortened } = describeChip(filter, words, options);
  // It is called what it shows; all of it is in the tooltip.
  const name = isShortened ? `${label} ${rest}` : words;
  return (
    <Disclosure
      label={words}
      opened={opened}
      onChange={setOpened}
      target={
        <span className={classes.chip} {...moving}>
          <UnstyledButton
            className={classes.chipButton}
            aria-label={uiTexts.filters.edit(name)}
            aria-expanded={opened}
            title={words}
            onClick={() => setOpened(!opened)}
          >
            <span className={classes.chipLabel}>{label}</span> {rest}
          </UnstyledButton>
          <CloseButton size={18} iconSize={12} aria-label={uiTexts.filters.removeOne(words)} onClick={onRemove} />
        </span>
      }
    >
      <FilterEditor
        filter={filter}
        onApply={(changed) => {
          setOpened(false);
          onApply(changed);
        }}
      />
    </Disclosure>
  );
}

/** A list of values is shown as its first and how many more: `Service  Audit +2`. */
function describeChip(filter: Filter, words: string, options: PrintOptions) {
  const label = findFilterable(filter.propertyName)?.label ?? filter.propertyName;
  const rest = words.slice(label.length).trim();
  const [first, ...more] = filter.values ?? [];
  if (filter.operator !== 'IN' || first === undefined) return { label, rest, isShortened: false };
  const shown = printValue(filter.propertyName, first, options);
  if (more.length === 0) return { label, rest: shown, isShortened: true };
  return { label, rest: uiTexts.filters.more(shown, more.length), isShortened: true };
}

interface WordsChipProps {
  readonly words: string;
  /** Shows the conditions behind it. */
  readonly onOpen?: { readonly label: string; readonly open: () => void };
  readonly onRemove: () => void;
}

/** A condition that is shown and removed but not edited: searched words, or a figure that was followed to its records. */
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
