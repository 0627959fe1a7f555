/** The filter band: period, the usual properties, any other condition, and alternatives by “or”. Every change is stored in the address. */
import { ActionIcon, UnstyledButton } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconArrowBackUp, IconArrowForwardUp } from '@tabler/icons-react';
import { filterTexts } from '#texts/filter.ts';
import { jsonFilterTexts } from '#texts/screens/filters/json.ts';
import { uiTexts } from '#texts/screens/ui.ts';
import type { FilterGroups } from '../../domain/filter/model.ts';
import { searchOf, withoutSearch, withSearch } from '../../domain/filter/search.ts';
import { isTyping } from '../keyboard/typing.ts';
import { PeriodPicker } from '../period/PeriodPicker.tsx';
import type { ViewPeriod } from '../period/view-period.ts';
import type { ChangeView } from '../routing/view.ts';
import type { ViewState } from '../routing/view-state.ts';
import { AddFilter } from './AddFilter.tsx';
import { moveFilter } from './edit-groups.ts';
import { dropTarget } from './row/moving.ts';
import { FilterRow } from './row/FilterRow.tsx';
import { JsonFilter } from './json/JsonFilter.tsx';
import { looksLikeGroups, readGroups } from './json/read-groups.ts';
import { UnheldValues } from './UnheldValues.tsx';
import { WordsChip } from './WordsChip.tsx';
import { useBarEvents } from './steps/use-bar-events.ts';
import { useFilterSteps, type FilterStepsControl } from './steps/use-filter-steps.ts';
import classes from './filters.module.css';

const texts = uiTexts.filters;

export interface FilterBarProps {
  readonly view: Pick<ViewState, 'filterGroups' | 'query'> & Partial<Pick<ViewState, 'figure'>>;
  readonly period: ViewPeriod;
  readonly change: ChangeView;
  /** The screen has a field for the search. */
  readonly hasSearch?: boolean;
  /** Leaves the usual properties to “+ Filter”: beside other controls there is no room for a chip each. */
  readonly isShort?: boolean;
}

export function FilterBar({ view, period, change, hasSearch = false, isShort = false }: FilterBarProps) {
  const searched = searchOf(view.filterGroups);
  const groups = withoutSearch(view.filterGroups);
  const changeGroups = (next: FilterGroups) =>
    change({ filterGroups: searchOf(next) === undefined ? withSearch(next, searched ?? '') : next });
  const steps = useFilterSteps(groups, changeGroups);
  const bar = useBarEvents({ onKey: steps.onKey, onPaste: (event) => pasteGroups(event, changeGroups) });
  const { figure } = view;
  const dropOn = (to: number) =>
    dropTarget((from) => {
      const moved = moveFilter(groups, from, to);
      if (moved) changeGroups(moved.groups);
    });
  return (
    <fieldset ref={bar} className={classes.bar} aria-label={texts.label}>
      <div className={classes.row} {...dropOn(0)}>
        <PeriodPicker shown={period} onChange={(written) => change({ period: written })} />
        {figure !== undefined && (
          <WordsChip
            words={texts.figure(figure)}
            onOpen={{ label: texts.figureOpen, open: () => change({ figure: undefined }) }}
            onRemove={() => changeGroups([])}
          />
        )}
        {figure === undefined && <FilterRow groups={groups} at={0} hasQuick={!isShort} onChange={changeGroups} />}
        {!hasSearch && searched !== undefined && (
          <WordsChip words={filterTexts.finds(searched)} onRemove={() => change({ filterGroups: groups })} />
        )}
        {view.query !== '' && (
          <WordsChip words={filterTexts.query(view.query)} onRemove={() => change({ query: '' })} />
        )}
        {groups.length > 0 && figure === undefined && (
          <span {...dropOn(groups.length)} data-testid="filter-or">
            <AddFilter label={texts.or} onApply={(filter) => changeGroups([...groups, { filters: [filter] }])} />
          </span>
        )}
        {groups.length > 0 && (
          <UnstyledButton className={classes.clear} onClick={() => changeGroups([])}>
            {texts.clear}
          </UnstyledButton>
        )}
        {figure === undefined && (!isShort || groups.length > 0) && (
          <JsonFilter groups={groups} onApply={changeGroups} />
        )}
        <StepButtons steps={steps} />
      </div>
      {figure === undefined &&
        groups.slice(1).map((_, index) => (
          <div key={index + 1} className={classes.row} {...dropOn(index + 1)} data-testid="filter-alternative">
            <span className={classes.or}>{texts.orWord}</span>
            <FilterRow groups={groups} at={index + 1} onChange={changeGroups} />
          </div>
        ))}
      <UnheldValues groups={groups} onChange={changeGroups} />
    </fieldset>
  );
}

/** Shown once there is something to take back: before, they would be two buttons that do nothing. */
function StepButtons({ steps: { undo, redo } }: { readonly steps: FilterStepsControl }) {
  if (!undo && !redo) return null;
  const buttons = [
    { label: texts.undo, run: undo, Icon: IconArrowBackUp },
    { label: texts.redo, run: redo, Icon: IconArrowForwardUp },
  ];
  return (
    <span className={classes.steps}>
      {buttons.map(({ label, run, Icon }) => (
        <ActionIcon
          key={label}
          variant="subtle"
          size={24}
          aria-label={label}
          title={label}
          disabled={!run}
          onClick={run}
        >
          <Icon size={15} stroke={1.6} aria-hidden />
        </ActionIcon>
      ))}
    </span>
  );
}

/** Filters on the clipboard are applied where the bar has the focus, but not while something is typed. */
function pasteGroups(event: ClipboardEvent, onApply: (groups: FilterGroups) => void): void {
  const text = event.clipboardData?.getData('text') ?? '';
  if (isTyping(event.target) || !looksLikeGroups(text)) return;
  event.preventDefault();
  const read = readGroups(text);
  if (read.ok) onApply(read.groups);
  notifications.show(
    read.ok ? { message: jsonFilterTexts.pasted } : { message: read.problem, color: 'var(--bad)', autoClose: 12_000 },
  );
}
