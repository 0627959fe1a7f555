/** The chip of a usual property: “Person any”, or its values once some are ticked. Each tick applies at once. */
import { CloseButton, Stack, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import type { Filter } from '#domain/filter/model.ts';
import { isState, requireFilterable } from '#domain/local-properties.ts';
import { uiTexts } from '#texts/screens/ui.ts';
import { Disclosure } from '../components/Disclosure.tsx';
import type { Place } from './edit-groups.ts';
import { CountedProvider, useVisit, type FilterEdit } from './filter-edit.ts';
import { useChipWords } from './FilterChip.tsx';
import { FilterEditor } from './AddFilter.tsx';
import { describeState } from './choices.ts';
import type { makeDraggable } from './moving.ts';
import { late } from '../late.ts';
import classes from './filters.module.css';

const ValuesPicker = late(async () => (await import('./ValuesPicker.tsx')).ValuesPicker);

export interface QuickChipProps {
  readonly propertyName: string;
  /** Undefined if nothing is ticked. */
  readonly filter?: Filter;
  /** The position of the filter, or of the one to add. */
  readonly place: Place;
  readonly edit: FilterEdit;
  readonly moving?: ReturnType<typeof makeDraggable>;
}

export function QuickChip({ propertyName, filter, place, edit, moving }: QuickChipProps) {
  const visit = useVisit(place, edit);
  const { opened, counted } = visit;
  /** Whether a condition other than ticked values is edited. Once applied, it has a different chip. */
  const [isEditing, setEditing] = useState(false);
  /** Whether the last tick was removed, after which this position may hold a different filter. */
  const [isEmptied, setEmptied] = useState(false);
  const none: Filter = { propertyName, operator: 'IN', values: [] };
  const { label } = requireFilterable(propertyName);
  const { words, rest, name } = useChipWords(filter ?? none);
  const turn = (opens: boolean) => {
    visit.turn(opens);
    setEditing(false);
    setEmptied(false);
  };
  const tick = (values: readonly string[]) => {
    setEmptied(values.length === 0);
    visit.tick(values.length === 0 ? undefined : { ...none, values });
  };
  const tooltip = describeState(propertyName) ?? (filter && words);
  return (
    <Disclosure
      label={filter ? words : label}
      opened={opened}
      onChange={turn}
      target={
        <span className={classes.chip} {...moving}>
          <UnstyledButton
            className={classes.chipButton}
            data-any={filter ? undefined : true}
            aria-label={filter && uiTexts.filters.edit(name)}
            aria-expanded={opened}
            title={tooltip}
            onClick={() => turn(!opened)}
          >
            <span className={classes.chipLabel}>{label}</span>{' '}
            {filter ? rest : <span className={classes.any}>{uiTexts.filters.any}</span>}
          </UnstyledButton>
          {filter && (
            <CloseButton
              size={18}
              iconSize={12}
              aria-label={uiTexts.filters.removeOne(words)}
              onClick={visit.remove}
              onMouseEnter={() => visit.near(undefined)}
            />
          )}
        </span>
      }
    >
      <CountedProvider value={counted}>
        {isEditing ? (
          <FilterEditor filter={filter ?? none} onTick={visit.tick} onLeave={() => turn(false)} />
        ) : (
          <Stack
            component="form"
            gap="md"
            w={292}
            onSubmit={(event) => {
              event.preventDefault();
              turn(false);
            }}
          >
            <ValuesPicker
              propertyName={propertyName}
              chosen={isEmptied ? [] : (filter?.values ?? [])}
              onChange={tick}
              onNear={(values) => visit.near(values.length === 0 ? undefined : { ...none, values })}
            />
            {!isState({ name: propertyName }) && (
              <UnstyledButton className={classes.clear} mr="auto" onClick={() => setEditing(true)}>
                {uiTexts.filters.otherCondition}
              </UnstyledButton>
            )}
          </Stack>
        )}
      </CountedProvider>
    </Disclosure>
  );
}
