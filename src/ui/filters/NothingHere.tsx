/** The empty state of a filtered view. It offers a period with records, and search words that find some. */
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { findSearch, applySearch, listSearchWords } from '#domain/filter/search.ts';
import { propertyNames } from '#domain/properties.ts';
import { chooseCountUnit, findNearestFilled, type FilledPeriod } from '#domain/time/nearest-filled.ts';
import { formatPeriodDates } from '#domain/time/period.ts';
import { nothingTexts as texts } from '#texts/screens/filter-editor.ts';
import { EmptyState } from '../components/states.tsx';
import { partialMatches, report, useWorkspace } from '../data/queries.ts';
import { count, periodLabel } from '../format/figures-and-times.ts';
import { ALL_TIME, type ViewPeriod } from '../period/view-period.ts';
import type { ChangeView, ViewState } from '../routing/view-state.ts';

export interface NothingHereProps {
  readonly view: Pick<ViewState, 'filterGroups' | 'query'>;
  readonly period: ViewPeriod;
  readonly change: ChangeView;
  /** A further possible reason, as a sentence. */
  readonly detail?: string | undefined;
}

export function NothingHere({ view, period, change, detail }: NothingHereProps) {
  const { filterGroups, query } = view;
  const searched = findSearch(filterGroups);
  const isNarrowed = filterGroups.length > 0 || query !== '';
  const nearest = useNearestFilled(view, period);
  const { data: fewer } = useQuery({
    ...partialMatches({ filterGroups, query, ...(period.text !== undefined && { period: period.text }) }),
    enabled: searched !== undefined && listSearchWords(searched).length > 1,
  });
  const title = period.period && periodLabel(period.period).title;
  const nearestTitle = nearest ? periodLabel(nearest.period).title : undefined;
  const sentences = [
    searched !== undefined && texts.searchedWhat(period.label, title === undefined),
    nearest &&
      nearestTitle !== undefined &&
      (isNarrowed ? texts.finds : texts.are)(count(nearest.records), nearestTitle),
    nearest === null && isNarrowed && texts.nowhere,
    detail ?? (searched === undefined && !nearest && title === undefined && texts.emptyDetail),
  ].filter((sentence) => typeof sentence === 'string');
  return (
    <EmptyState
      title={
        searched === undefined
          ? title === undefined
            ? texts.empty
            : texts.inPeriod(title)
          : texts.nothingFound(searched)
      }
      detail={sentences.join(' ')}
      action={
        <>
          {fewer?.sets.map(({ words, kept, of, records }) => (
            <Button key={words} onClick={() => change({ filterGroups: applySearch(filterGroups, words) })}>
              {texts.fewer(words, count(kept), count(of), count(records))}
            </Button>
          ))}
          {nearest && nearestTitle !== undefined && (
            <Button variant="filled" onClick={() => change({ period: formatPeriodDates(nearest.period) })}>
              {texts.show(nearestTitle)}
            </Button>
          )}
          {title !== undefined && (searched !== undefined || !isNarrowed) && (
            <Button onClick={() => change({ period: ALL_TIME })}>
              {searched === undefined ? texts.allTime : texts.searchAllTime}
            </Button>
          )}
          {isNarrowed && <Button onClick={() => change({ filterGroups: [], query: '' })}>{texts.clear}</Button>}
        </>
      }
    />
  );
}

/** @returns null if no period has records; undefined while loading, or if the view has no period */
function useNearestFilled(
  { filterGroups, query }: NothingHereProps['view'],
  { period }: ViewPeriod,
): FilledPeriod | null | undefined {
  const workspace = useWorkspace();
  const isByWeek = period !== undefined && chooseCountUnit(period) === 'week';
  const start = isByWeek ? propertyNames.week : propertyNames.month;
  const { data, isPlaceholderData } = useQuery({
    ...report({ measures: ['records'], groupBy: [start], filterGroups, query }),
    enabled: period !== undefined,
  });
  if (!period || !data || isPlaceholderData) return undefined;
  const filled = data.rows.flatMap(({ key, records }) => {
    const day = key[start];
    return day == null ? [] : [{ start: isByWeek ? day : `${day.slice(0, 7)}-01`, records }];
  });
  // Records without a month are in no period.
  const hasNoRecords = data.rows.every(({ records }) => records === 0);
  return findNearestFilled(period, filled, workspace) ?? (hasNoRecords ? null : undefined);
}
