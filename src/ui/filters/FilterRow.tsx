/** The chips of one group, which are one tab stop. The usual properties have fixed positions; others follow in the order they were added. */
import { Fragment } from 'react';
import { Text } from '@mantine/core';
import type { Filter, FilterGroups } from '#domain/filter/model.ts';
import { uiTexts } from '#texts/screens/ui.ts';
import { AddFilter } from './AddFilter.tsx';
import { quickProperties } from './choices.ts';
import { moveFilter, findQuickPlace, type Place } from './edit-groups.ts';
import type { FilterEdit } from './filter-edit.ts';
import { FilterChip } from './FilterChip.tsx';
import { QuickChip } from './QuickChip.tsx';
import { makeDraggable, focusPlace } from './moving.ts';
import { oneStop } from '../grid/one-stop.ts';
import classes from './filters.module.css';

export interface FilterRowProps {
  readonly groups: FilterGroups;
  /** The index of the group that this row shows. */
  readonly at: number;
  /** Whether the row offers the usual properties, which only the first group does. */
  readonly hasQuick?: boolean;
  readonly edit: FilterEdit;
  readonly onMove: (groups: FilterGroups) => void;
}

export function FilterRow({ groups, at, hasQuick = false, edit, onMove }: FilterRowProps) {
  const filters = groups[at]?.filters ?? [];
  const next: Place = { group: at, filter: filters.length };
  const move = (from: Place, to: number) => {
    const moved = moveFilter(groups, from, to);
    if (!moved) return;
    onMove(moved.groups);
    focusPlace(moved.place);
  };
  const quick = (hasQuick ? quickProperties : []).map((name) => ({
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
    <span className={classes.chips} {...oneStop}>
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
