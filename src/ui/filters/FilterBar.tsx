/** The filter band: period, the usual properties, any other condition, and alternatives by “or”. Every change is stored in the address. */
import { ActionIcon, Button, Group, Stack, Text, UnstyledButton } from '@mantine/core';
import { useEventListener, useMergedRef } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { IconArrowBackUp, IconArrowForwardUp } from '@tabler/icons-react';
import { memo, useEffect, useRef, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { filterTexts } from '#texts/filter.ts';
import { jsonFilterTexts, nothingTexts, unheldTexts } from '#texts/screens/filter-editor.ts';
import { uiTexts } from '#texts/screens/ui.ts';
import type { UnheldValue } from '#contract/filters.ts';
import type { FilterGroups } from '#domain/filter/model.ts';
import { findSearch, removeSearch, applySearch, replaceSearched } from '#domain/filter/search.ts';
import {
  formatMisspelt,
  formatNearValue,
  formatUnheldValue,
  printFilter,
  createOperandForms,
} from '#domain/filter/print.ts';
import { usePrefetch, type ListPrefetches } from '../data/ahead.ts';
import { unheldValues, useWorkspace } from '../data/queries.ts';
import { isTyping, isInOverlay } from '../keyboard.ts';
import { PeriodPicker } from '../period/PeriodPicker.tsx';
import type { ViewPeriod } from '../period/view-period.ts';
import type { ChangeView, ViewState } from '../routing/view-state.ts';
import { AddFilter } from './AddFilter.tsx';
import { moveFilter, removeFilter, replaceValue, looksLikeGroups, readGroups } from './edit-groups.ts';
import { continueVisit, countWithout, isSame, type CountedView, type FilterEdit, type Visit } from './filter-edit.ts';
import { pageLocale } from '../locale.ts';
import { useNames } from '../names.ts';
import { notifySuccess } from '../notifications.tsx';
import { makeDropTarget } from './moving.ts';
import { FilterRow } from './FilterRow.tsx';
import { JsonFilter } from './JsonFilter.tsx';
import { WordsChip } from './FilterChip.tsx';
import { ErrorState } from '../components/states.tsx';
import { isFailure } from '../data/client.ts';
import classes from './filters.module.css';

const texts = uiTexts.filters;

export interface FilterBarProps {
  readonly view: Pick<ViewState, 'filterGroups' | 'query'> & Partial<Pick<ViewState, 'figure'>>;
  readonly period: ViewPeriod;
  readonly change: ChangeView;
  readonly hasSearch?: boolean;
  /** @returns the queries after a change, so that they can be prefetched */
  readonly ahead?: (changed: Partial<ViewState>) => ListPrefetches;
  /** Omits the chips of the usual properties, for screens without room for them. */
  readonly isShort?: boolean;
}

/** An answer does not change it; it is redrawn only for another question. */
export const FilterBar = memo(function FilterBar(props: FilterBarProps) {
  const { view, period, change, ahead, hasSearch = false, isShort = false } = props;
  const searched = findSearch(view.filterGroups);
  const groups = removeSearch(view.filterGroups);
  const changeGroups = (next: FilterGroups, options?: { readonly replace?: boolean }) =>
    change({ filterGroups: findSearch(next) === undefined ? applySearch(next, searched ?? '') : next }, options);
  const steps = useFilterSteps(groups, changeGroups);
  const prefetch = usePrefetch();
  const near = (changed: Partial<ViewState>) => prefetch(ahead?.(changed));
  const counted = { filterGroups: view.filterGroups, query: view.query, period: period.text };
  const edit = useFilterEdit({
    groups,
    changeGroups,
    steps,
    counted,
    near: (next) => near({ filterGroups: applySearch(next, searched ?? '') }),
  });
  const clear = () => edit.change([]);
  // React would also bubble the events of popovers, which are elsewhere on the page.
  const bar = useMergedRef<HTMLDivElement>(
    useEventListener('keydown', steps.onKey),
    useEventListener('paste', (event) => pasteGroups(event, changeGroups)),
  );
  const { figure } = view;
  const dropOn = (to: number) =>
    makeDropTarget((from) => {
      const moved = moveFilter(groups, from, to);
      if (moved) changeGroups(moved.groups);
    });
  return (
    <Stack component="fieldset" ref={bar} gap="sm" aria-label={texts.label}>
      <div className={classes.row} {...dropOn(0)}>
        <PeriodPicker
          chosenPeriod={period}
          onChange={(written) => change({ period: written })}
          onNear={(written) => (written === undefined ? prefetch(undefined) : near({ period: written }))}
        />
        {figure !== undefined && (
          <WordsChip
            words={texts.figure(figure)}
            onOpen={{ label: texts.figureOpen, open: () => change({ figure: undefined }) }}
            onRemove={clear}
          />
        )}
        {figure === undefined && (
          <FilterRow groups={groups} at={0} showsQuickChips={!isShort} edit={edit} onMove={changeGroups} />
        )}
        {!hasSearch && searched !== undefined && (
          <WordsChip words={filterTexts.finds(searched)} onRemove={() => change({ filterGroups: groups })} />
        )}
        {view.query !== '' && (
          <WordsChip words={filterTexts.query(view.query)} onRemove={() => change({ query: '' })} />
        )}
        {groups.length > 0 && figure === undefined && (
          <span {...dropOn(groups.length)} data-testid="filter-or">
            <AddFilter label={texts.or} next={{ group: groups.length, filter: 0 }} edit={edit} />
          </span>
        )}
        {groups.length > 0 && (
          <UnstyledButton className={classes.clear} onClick={clear}>
            {texts.clear}
          </UnstyledButton>
        )}
        {figure === undefined && <JsonFilter groups={groups} onApply={changeGroups} />}
        <StepButtons steps={steps} />
      </div>
      {figure === undefined &&
        groups.slice(1).map((_, index) => (
          <div key={index + 1} className={classes.row} {...dropOn(index + 1)} data-testid="filter-alternative">
            <Text component="span" size="xs" c="dimmed" w={40} ta="right">
              {texts.orWord}
            </Text>
            <FilterRow groups={groups} at={index + 1} edit={edit} onMove={changeGroups} />
          </div>
        ))}
      <UnheldValues groups={view.filterGroups} onChange={changeGroups} />
    </Stack>
  );
});

interface EditedBar {
  readonly groups: FilterGroups;
  readonly changeGroups: (next: FilterGroups, options?: { readonly replace?: boolean }) => void;
  readonly steps: FilterStepsControl;
  readonly counted: CountedView;
  readonly near: (next: FilterGroups) => void;
}

/** A notice of a change, with the filters that the change led to. */
interface ChangeNotice {
  readonly next: string;
  readonly withdraw: () => void;
}

/** @param written the filters whose notice may stay, with all notices before it. @returns the notices that stay */
function withdrawAfter(notices: readonly ChangeNotice[], written?: string): readonly ChangeNotice[] {
  const first = notices.findLastIndex(({ next }) => next === written) + 1;
  for (const { withdraw } of notices.slice(first)) withdraw();
  return notices.slice(0, first);
}

/** Announces changes of the filters, each with its undo. All ticks of one visit to a chip are one change. */
function useFilterEdit({ groups, changeGroups, steps, counted, near }: EditedBar) {
  const { nameOf } = useNames();
  const { zone } = useWorkspace();
  const latest = useRef({ groups, changeGroups, steps });
  /** Undefined while nothing is ticked. */
  const visit = useRef<Visit>(undefined);
  /** The undo of each notice leads to the filters of the notice before it. */
  const notices = useRef<readonly ChangeNotice[]>([]);
  const isShown = useRef(true);
  useEffect(() => {
    latest.current = { groups, changeGroups, steps };
  });
  // After an undo or an external change, the undo of these notices would revert something else.
  const written = JSON.stringify(groups);
  useEffect(() => {
    const isTicking = visit.current !== undefined && JSON.stringify(visit.current.now) === written;
    if (!isTicking) notices.current = withdrawAfter(notices.current, written);
  }, [written]);
  // Notices end with the screen, because the next screen has different filters.
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
      notices.current = withdrawAfter(notices.current);
    };
  }, []);
  const announce = ({ before, now }: Visit) => {
    if (!isShown.current || isSame(before, now)) return;
    const words = printFilter(now, { nameOf, forms: createOperandForms(zone, pageLocale()) });
    const revert = () => {
      const { groups: currentGroups, changeGroups: changeCurrent, steps: currentSteps } = latest.current;
      // The browser's Back may have added a step, so that the last step leads elsewhere.
      if (isSame(currentGroups, now) && !isSame(currentSteps.last, before)) changeCurrent(before);
      else currentSteps.undo?.();
    };
    notices.current = [
      ...notices.current,
      { next: JSON.stringify(now), withdraw: notifySuccess(texts.changed(words), revert) },
    ];
  };
  const change = (next: FilterGroups) => {
    visit.current = undefined;
    changeGroups(next);
    announce({ before: groups, now: next });
  };
  return {
    change,
    remove: (place) => change(removeFilter(groups, place)),
    tick: (place, filter) => {
      const { visit: next, joins } = continueVisit(visit.current, { groups, last: steps.last }, { place, filter });
      visit.current = next;
      if (joins) steps.join(next.now);
      changeGroups(next.now, { replace: joins });
    },
    near: (place, filter) => {
      const held = { groups, last: steps.last };
      near(filter ? continueVisit(visit.current, held, { place, filter }).visit.now : removeFilter(groups, place));
    },
    settle: () => {
      const done = visit.current;
      visit.current = undefined;
      if (done) announce(done);
    },
    counted: (place) => countWithout(counted, place),
  } satisfies FilterEdit & { readonly change: (next: FilterGroups) => void };
}

/** The two buttons appear once there is a step to undo or redo. */
function StepButtons({ steps: { undo, redo } }: { readonly steps: FilterStepsControl }) {
  if (!undo && !redo) return null;
  const buttons = [
    { label: texts.undo, run: undo, Icon: IconArrowBackUp },
    { label: texts.redo, run: redo, Icon: IconArrowForwardUp },
  ];
  return (
    <Group component="span" className="screen-only" gap={0} wrap="nowrap">
      {buttons.map(({ label, run, Icon }) => (
        <ActionIcon key={label} size={24} aria-label={label} title={label} disabled={!run} onClick={run}>
          <Icon size={15} stroke={1.6} aria-hidden />
        </ActionIcon>
      ))}
    </Group>
  );
}

/** Applies filters from the clipboard if the bar has the focus, but not while people type. */
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

interface UnheldValuesProps {
  readonly groups: FilterGroups;
  readonly onChange: (groups: FilterGroups) => void;
}

/** Shows which filter values no record has and how misspelt words were read, and offers similar values. */
export function UnheldValues({ groups, onChange }: UnheldValuesProps) {
  const { data } = useQuery({ ...unheldValues(groups), enabled: groups.length > 0 });
  const values = data?.values ?? [];
  const use = (unheld: UnheldValue, near: string) => onChange(replaceValue(groups, unheld, near));
  return (
    <output className={classes.unheld}>
      {values.map((unheld) => (
        <span key={`${unheld.propertyName} ${unheld.value}`}>
          {formatUnheldValue(unheld)}
          {unheld.near && !unheld.isKnown && (
            <UnstyledButton className={classes.clear} onClick={() => use(unheld, unheld.near?.value ?? '')}>
              {unheldTexts.use(formatNearValue(unheld.near))}
            </UnstyledButton>
          )}
        </span>
      ))}
      {data?.misspelt.map((misspelling) => (
        <span key={misspelling.word}>
          {formatMisspelt(misspelling)}
          {misspelling.names.length > 1 &&
            misspelling.names.map((name) => (
              <UnstyledButton
                key={name}
                className={classes.clear}
                onClick={() => onChange(replaceSearched(groups, misspelling.word, name))}
              >
                {unheldTexts.use(unheldTexts.quoted(name))}
              </UnstyledButton>
            ))}
        </span>
      ))}
    </output>
  );
}

interface FilterStepsControl {
  /** Undefined if there is nothing to undo. */
  readonly undo: (() => void) | undefined;
  readonly redo: (() => void) | undefined;
  /** The filters to which an undo leads. */
  readonly last: FilterGroups | undefined;
  readonly join: (next: FilterGroups) => void;
  readonly onKey: (event: KeyboardEvent) => void;
}

/** Undoes and redoes changes of the filters, whether they were made in the bar, by a drill-down or by the address. */
function useFilterSteps(groups: FilterGroups, change: (groups: FilterGroups) => void): FilterStepsControl {
  const [held, setHeld] = useState(() => beginSteps(groups));
  const steps = takeStep(held, groups);
  if (steps !== held) setHeld(steps);
  const leadTo = (next: FilterSteps | undefined) =>
    next &&
    (() => {
      setHeld(next);
      change(next.now);
    });
  const [undo, redo] = [leadTo(stepBack(steps)), leadTo(stepForward(steps))];
  const onKey = (event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || isTyping(event.target) || isInOverlay(event.target)) return;
    const key = event.key.toLowerCase();
    const step = key === 'y' || (key === 'z' && event.shiftKey) ? redo : key === 'z' ? undo : undefined;
    if (!step) return;
    event.preventDefault();
    // A visible notice has an undo under the same keys.
    event.stopPropagation();
    step();
  };
  const join = (next: FilterGroups) => setHeld(joinStep(steps, next));
  return { undo, redo, last: steps.past.at(-1), join, onKey };
}

/** The history of a bar's filters, for undo and redo. */
interface FilterSteps {
  readonly past: readonly FilterGroups[];
  readonly now: FilterGroups;
  readonly future: readonly FilterGroups[];
}

const MAX = 50;

export function beginSteps(now: FilterGroups): FilterSteps {
  return { past: [], now, future: [] };
}

/** @returns the same steps if nothing changed */
export function takeStep(steps: FilterSteps, next: FilterGroups): FilterSteps {
  if (JSON.stringify(next) === JSON.stringify(steps.now)) return steps;
  return { past: [...steps.past, steps.now].slice(-MAX), now: next, future: [] };
}

/** Merges the filters into the last step, and drops that step if they are the same as before it. */
export function joinStep(steps: FilterSteps, next: FilterGroups): FilterSteps {
  const returnsToPrevious = JSON.stringify(steps.past.at(-1)) === JSON.stringify(next);
  return { past: returnsToPrevious ? steps.past.slice(0, -1) : steps.past, now: next, future: [] };
}

/** @returns undefined if there is no earlier step */
export function stepBack({ past, now, future }: FilterSteps): FilterSteps | undefined {
  const before = past.at(-1);
  return before && { past: past.slice(0, -1), now: before, future: [now, ...future] };
}

/** @returns undefined if no step was undone */
export function stepForward({ past, now, future }: FilterSteps): FilterSteps | undefined {
  const [next, ...later] = future;
  return next && { past: [...past, now], now: next, future: later };
}

interface FilteredErrorProps {
  readonly error: unknown;
  readonly change: ChangeView;
  readonly onRetry: () => void;
}

/** Shows an error, and offers to remove the filter if it is the cause. */
export function FilteredError({ error, change, onRetry }: FilteredErrorProps) {
  if (!isFailure(error, 'filter-invalid') && !isFailure(error, 'usage')) {
    return <ErrorState error={error} onRetry={onRetry} />;
  }
  const clear = () => change({ filterGroups: [], query: '', period: undefined, sort: undefined });
  return <ErrorState error={error} action={<Button onClick={clear}>{nothingTexts.clear}</Button>} />;
}
