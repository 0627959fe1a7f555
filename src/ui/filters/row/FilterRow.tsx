/** The chips of one group, each joined by “and”. The usual properties keep their places, filtered by or not; others follow as they were added. */
import { Fragment } from 'react';
import type { Filter, FilterGroups } from '../../../domain/filter/model.ts';
import { uiTexts } from '#texts/screens/ui.ts';
import { useNames } from '../../names.ts';
import { AddFilter } from '../AddFilter.tsx';
import { moveFilter, putFilter, quickPlace, removeFilter, type Place } from '../edit-groups.ts';
import { FilterChip } from '../FilterChip.tsx';
import { QuickChip } from '../QuickChip.tsx';
import { draggable, focusPlace } from './moving.ts';
import { quickProperties } from '../quick-properties.ts';
import classes from '../filters.module.css';

export interface FilterRowProps {
  readonly groups: FilterGroups;
  /** Which of them. */
  readonly at: number;
  /** Offers the usual properties; in the first group only. */
  readonly hasQuick?: boolean;
  readonly onChange: (groups: FilterGroups) => void;
}

export function FilterRow({ groups, at, hasQuick = false, onChange }: FilterRowProps) {
  const { nameOf } = useNames();
  const filters = groups[at]?.filters ?? [];
  const put = (filter: number, changed: Filter) => onChange(putFilter(groups, { group: at, filter }, changed));
  const move = (from: Place, to: number) => {
    const moved = moveFilter(groups, from, to);
    if (!moved) return;
    onChange(moved.groups);
    focusPlace(moved.place);
  };
  const quick = (hasQuick ? quickProperties : []).map((name) => ({ name, place: quickPlace(groups, name)?.filter }));
  const inQuick = new Set(quick.map(({ place }) => place));
  const chip = (filter: Filter, place: number) => (
    <FilterChip
      filter={filter}
      nameOf={nameOf}
      onApply={(changed) => put(place, changed)}
      onRemove={() => onChange(removeFilter(groups, { group: at, filter: place }))}
      moving={draggable({ group: at, filter: place }, (to) => move({ group: at, filter: place }, to))}
    />
  );
  // Without alternatives all conditions hold together, which needs no word.
  const isJoined = groups.length > 1;
  const firstShown = quick.some(({ place }) => place !== undefined)
    ? -1
    : filters.findIndex((_, place) => !inQuick.has(place));
  return (
    <>
      {quick.map(({ name, place }) => {
        const filter = place === undefined ? undefined : filters[place];
        return (
          <Fragment key={name}>
            {filter && place !== undefined ? (
              chip(filter, place)
            ) : (
              <QuickChip
                propertyName={name}
                onApply={(values) => put(filters.length, { propertyName: name, operator: 'IN', values })}
              />
            )}
          </Fragment>
        );
      })}
      {filters.map(
        (filter, place) =>
          !inQuick.has(place) && (
            <Fragment key={`${place} ${filter.propertyName} ${filter.operator}`}>
              {isJoined && place !== firstShown && <span className={classes.and}>{uiTexts.filters.andWord}</span>}
              {chip(filter, place)}
            </Fragment>
          ),
      )}
      <AddFilter label={uiTexts.filters.add} onApply={(filter) => put(filters.length, filter)} isFirst={at === 0} />
    </>
  );
}
