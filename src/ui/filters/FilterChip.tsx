/** A condition as a chip: it is shown in words, opens for editing, and has a button to remove it. */
import { CloseButton, UnstyledButton } from '@mantine/core';
import { uiTexts } from '#texts/screens/ui.ts';
import { FINDS, type Filter } from '#domain/filter/model.ts';
import { printOne, printValue, type PrintOptions, createOperandForms } from '#domain/filter/print.ts';
import { findFilterable } from '#domain/local-properties.ts';
import { Disclosure } from '../components/Disclosure.tsx';
import { useNames } from '../names.ts';
import { useWorkspace } from '../data/queries.ts';
import { pageLocale } from '../locale.ts';
import { FilterEditor } from './AddFilter.tsx';
import type { Place } from './edit-groups.ts';
import { CountedProvider, useVisit, type FilterEdit } from './filter-edit.ts';
import type { makeDraggable } from './moving.ts';
import classes from './filters.module.css';

export interface FilterChipProps {
  readonly filter: Filter;
  readonly place: Place;
  readonly edit: FilterEdit;
  /** The attributes that make the chip draggable. */
  readonly moving?: ReturnType<typeof makeDraggable>;
}

/** Formats a filter for its chip: in full, shortened, and as the accessible name. */
export function useChipWords(filter: Filter) {
  const { zone } = useWorkspace();
  const { nameOf } = useNames();
  const options = { nameOf, forms: createOperandForms(zone, pageLocale()) };
  const words = printOne(filter, options);
  const { label, rest, isShortened } = describeChip(filter, words, options);
  // The accessible name matches the visible text; the tooltip has the full filter.
  return { words, label, rest, name: isShortened ? `${label} ${rest}` : words };
}

export function FilterChip({ filter, place, edit, moving }: FilterChipProps) {
  const { opened, turn, counted, tick, remove } = useVisit(place, edit);
  const { words, label, rest, name } = useChipWords(filter);
  if (filter.operator === FINDS) return <WordsChip words={words} onRemove={remove} />;
  return (
    <Disclosure
      label={words}
      opened={opened}
      onChange={turn}
      target={
        <span className={classes.chip} {...moving}>
          <UnstyledButton
            className={classes.chipButton}
            aria-label={uiTexts.filters.edit(name)}
            aria-expanded={opened}
            title={words}
            onClick={() => turn(!opened)}
          >
            <span className={classes.chipLabel}>{label}</span> {rest}
          </UnstyledButton>
          <CloseButton size={18} iconSize={12} aria-label={uiTexts.filters.removeOne(words)} onClick={remove} />
        </span>
      }
    >
      <CountedProvider value={counted}>
        <FilterEditor filter={filter} onTick={tick} onLeave={() => turn(false)} />
      </CountedProvider>
    </Disclosure>
  );
}

/** Shortens a list of values to the first and the number of others: `Service  Audit +2`. */
function describeChip(filter: Filter, words: string, options: PrintOptions) {
  const label = findFilterable(filter.propertyName)?.label ?? filter.propertyName;
  const rest = words.slice(label.length).trim();
  const [first, ...more] = filter.values ?? [];
  if (filter.operator !== 'IN' || first === undefined) return { label, rest, isShortened: false };
  const firstText = printValue(filter.propertyName, first, options);
  if (more.length === 0) return { label, rest: firstText, isShortened: true };
  return { label, rest: uiTexts.filters.more(firstText, more.length), isShortened: true };
}

interface WordsChipProps {
  readonly words: string;
  /** Expands the words into conditions. */
  readonly onOpen?: { readonly label: string; readonly open: () => void };
  readonly onRemove: () => void;
}

/** A condition that can be removed but not edited: searched words, or the selection of a figure's records. */
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
