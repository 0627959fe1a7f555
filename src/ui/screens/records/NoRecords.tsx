/** The empty state of the records: either none fits, or they are not here yet, which is said differently. */
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { uiTexts } from '#texts/screens/ui.ts';
import { EmptySoFar } from '#ui/components/states/EmptySoFar.tsx';
import { EmptyState } from '#ui/components/states/EmptyState.tsx';
import { isMissing } from '#ui/coverage/months.ts';
import { useHeldMonths } from '#ui/coverage/use-held-months.ts';
import { ALL_TIME, type ViewPeriod } from '#ui/period/view-period.ts';
import { dataStatus } from '#ui/data/queries.ts';
import type { ChangeView } from '#ui/routing/view.ts';
import { RefreshButton } from '#ui/sync/RefreshButton.tsx';

export interface NoRecordsProps {
  readonly shown: ViewPeriod;
  /** What is searched for; empty: nothing. */
  readonly searched: string;
  readonly isNarrowed: boolean;
  readonly change: ChangeView;
}

const texts = uiTexts.recordsScreen;

export function NoRecords({ shown, searched, isNarrowed, change }: NoRecordsProps) {
  const { data: status } = useQuery(dataStatus);
  const isOpen = status?.complete === false;
  const held = useHeldMonths({ enabled: isOpen });
  if (isOpen && held && shown.period && isMissing(status, shown.period, held)) {
    return (
      <EmptyState title={texts.missing(shown.label)} detail={texts.missingDetail} action={<RefreshButton primary />} />
    );
  }
  const clear = isNarrowed && (
    <Button onClick={() => change({ filterGroups: [], query: '' })}>{texts.clearFilters}</Button>
  );
  if (!isOpen && searched !== '') {
    const isAll = shown.period === undefined;
    const action = (
      <>
        {!isAll && (
          <Button variant="filled" onClick={() => change({ period: ALL_TIME })}>
            {texts.searchAllTime}
          </Button>
        )}
        {clear}
      </>
    );
    return (
      <EmptyState
        title={texts.nothingFound(searched)}
        detail={texts.searchedWhat(shown.label, isAll)}
        action={action}
      />
    );
  }
  if (!isOpen) return <EmptyState title={texts.empty} detail={texts.emptyDetail} action={clear} />;
  return <EmptySoFar title={texts.emptySoFar} detail={texts.emptySoFarDetail} clear={clear} />;
}
