/** The filter band: period, the usual properties, any other condition, and alternatives by “or”. Every change is stored in the address. */
import { UnstyledButton } from '@mantine/core';
import type { Filter, FilterGroups } from '../../domain/filter/model.ts';
import { searchOf, withoutSearch, withSearch } from '../../domain/filter/search.ts';
import { filterTexts } from '#texts/filter.ts';
import { uiTexts } from '#texts/screens/ui.ts';
import { useNames } from '../names.ts';
import { PeriodPicker } from '../period/PeriodPicker.tsx';
import type { ViewPeriod } from '../period/view-period.ts';
import type { ChangeView } from '../routing/view.ts';
import type { ViewState } from '../routing/view-state.ts';
import { AddFilter } from './AddFilter.tsx';
import { putFilter, quickPlace, removeFilter } from './edit-groups.ts';
import { FilterChip } from './FilterChip.tsx';
import { QuickChip } from './QuickChip.tsx';
import { UnheldValues } from './UnheldValues.tsx';
import { WordsChip } from './WordsChip.tsx';
import { quickProperties } from './quick-properties.ts';
import classes from './filters.module.css';

export interface FilterBarProps {
  readonly view: Pick<ViewState, 'filterGroups' | 'query'>;
  readonly period: ViewPeriod;
  readonly change: ChangeView;
  /** The screen has a field for the search. */
  readonly hasSearch?: boolean;
  /** Leaves the usual properties to “+ Filter”: beside other controls there is no room for a chip each. */
  readonly isShort?: boolean;
}

export function FilterBar({ view, period, change, hasSearch = false, isShort = false }: FilterBarProps) {
  const { nameOf } = useNames();
  const searched = searchOf(view.filterGroups);
  const groups = withoutSearch(view.filterGroups);
  const changeGroups = (next: FilterGroups) => change({ filterGroups: withSearch(next, searched ?? '') });
  const first = groups[0]?.filters ?? [];
  const put = (group: number, filter: number, changed: Filter) =>
    changeGroups(putFilter(groups, { group, filter }, changed));
  const chips = (filters: readonly Filter[], group: number) =>
    filters.map((filter, at) => (
      <FilterChip
        key={`${at} ${filter.propertyName} ${filter.operator}`}
        filter={filter}
        nameOf={nameOf}
        onApply={(changed) => put(group, at, changed)}
        onRemove={() => changeGroups(removeFilter(groups, { group, filter: at }))}
      />
    ));
  return (
    <fieldset className={classes.bar} aria-label={uiTexts.filters.label}>
      <div className={classes.row}>
        <PeriodPicker shown={period} onChange={(written) => change({ period: written })} />
        {chips(first, 0)}
        {!hasSearch && searched !== undefined && (
          <WordsChip words={filterTexts.finds(searched)} onRemove={() => change({ filterGroups: groups })} />
        )}
        {view.query !== '' && (
          <WordsChip words={filterTexts.query(view.query)} onRemove={() => change({ query: '' })} />
        )}
        {(isShort ? [] : quickProperties)
          .filter((name) => quickPlace(groups, name) === undefined)
          .map((name) => (
            <QuickChip
              key={name}
              propertyName={name}
              onApply={(values) => put(0, first.length, { propertyName: name, operator: 'IN', values })}
            />
          ))}
        <AddFilter label={uiTexts.filters.add} onApply={(filter) => put(0, first.length, filter)} />
        {groups.length > 0 && (
          <AddFilter label={uiTexts.filters.or} onApply={(filter) => put(groups.length, 0, filter)} />
        )}
        {groups.length > 0 && (
          <UnstyledButton className={classes.clear} onClick={() => changeGroups([])}>
            {uiTexts.filters.clear}
          </UnstyledButton>
        )}
      </div>
      {groups.slice(1).map(({ filters }, index) => (
        <div key={index + 1} className={classes.row}>
          <span className={classes.or}>{uiTexts.filters.orWord}</span>
          {chips(filters, index + 1)}
          <AddFilter label={uiTexts.filters.add} onApply={(filter) => put(index + 1, filters.length, filter)} />
        </div>
      ))}
      <UnheldValues groups={groups} onChange={changeGroups} />
    </fieldset>
  );
}
