/** The chips of one group, which are one tab stop. The usual properties have fixed positions; others follow in the order they were added. */
import { Fragment, useState } from 'react';
import { CloseButton, Stack, Text, UnstyledButton } from '@mantine/core';
import type { Filter, FilterGroups } from '#domain/filter/model.ts';
import { uiTexts } from '#texts/screens/ui.ts';
import { isState, requireFilterable } from '#domain/local-properties.ts';
import { handleSubmit } from '#ui/submit.ts';
import { Disclosure } from '#ui/components/Disclosure.tsx';
import { lazyComponent } from '#ui/late.ts';
import { rovingTabIndex } from '../grid/one-stop.ts';
import { AddFilter, FilterEditor } from './AddFilter.tsx';
import { describeState, quickProperties } from './choices.ts';
import { findQuickPlace, moveFilter, type Place } from './edit-groups.ts';
import { CountedProvider, type FilterEdit, useVisit } from './filter-edit.ts';
import { FilterChip, useChipWords } from './FilterChip.tsx';
import { focusPlace, makeDraggable } from './moving.ts';
import classes from './filters.module.css';

const ValuesPicker = lazyComponent(async () => (await import('./ValuesPicker.tsx')).ValuesPicker);

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
          <Stack component="form" gap="md" w={292} onSubmit={handleSubmit(() => turn(false))}>
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

export interface FilterRowProps {
  readonly groups: FilterGroups;
  /** The index of the group that this row shows. */
  readonly at: number;
  /** Whether the row offers the usual properties, which only the first group does. */
  readonly showsQuickChips?: boolean;
  readonly edit: FilterEdit;
  readonly onMove: (groups: FilterGroups) => void;
}

export function FilterRow({ groups, at, showsQuickChips = false, edit, onMove }: FilterRowProps) {
  const filters = groups[at]?.filters ?? [];
  const next: Place = { group: at, filter: filters.length };
  const move = (from: Place, to: number) => {
    const moved = moveFilter(groups, from, to);
    if (!moved) return;
    onMove(moved.groups);
    focusPlace(moved.place);
  };
  const quick = (showsQuickChips ? quickProperties : []).map((name) => ({
    name,
    place: findQuickPlace(groups, name)?.filter,
  }));
  const inQuick = new Set(quick.map(({ place }) => place));
  const toChipProps = (filter: Filter, index: number) => {
    const place = { group: at, filter: index };
    return { filter, place, edit, moving: makeDraggable(place, (to) => move(place, to)) };
  };
  // Without alternatives all conditions must hold, which needs no “and”.
  const isJoined = groups.length > 1;
  const firstShown = quick.some(({ place }) => place !== undefined)
    ? -1
    : filters.findIndex((_, place) => !inQuick.has(place));
  return (
    <span className={classes.chips} {...rovingTabIndex}>
      {quick.map(({ name, place }) => {
        const filter = place === undefined ? undefined : filters[place];
        const chip = filter && place !== undefined ? toChipProps(filter, place) : { place: next, edit };
        return <QuickChip key={name} propertyName={name} {...chip} />;
      })}
      {filters.map(
        (filter, place) =>
          !inQuick.has(place) && (
            <Fragment key={`${place} ${filter.propertyName}`}>
              {isJoined && place !== firstShown && (
                <Text component="span" size="xs" c="dimmed">
                  {uiTexts.filters.andWord}
                </Text>
              )}
              <FilterChip {...toChipProps(filter, place)} />
            </Fragment>
          ),
      )}
      <AddFilter label={uiTexts.filters.add} next={next} edit={edit} isFirst={at === 0} />
    </span>
  );
}
