/** Fetches the filtered records from the service, page by page and with the price shown first, and compares them with the local ones. */
import { Button, Group, SegmentedControl, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { toLiveQuery } from '#domain/records/live-question.ts';
import { findSearch } from '#domain/filter/search.ts';
import { findReadable } from '#domain/local-properties.ts';
import type { Property } from '#domain/properties.ts';
import type { SortOrder } from '#domain/records/sort-order.ts';
import { liveTexts as texts } from '#texts/screens/live-records.ts';
import { uiTexts } from '#texts/screens/ui.ts';
import { workspacesTexts } from '#texts/screens/workspaces.ts';
import { useNow } from '#ui/clock.ts';
import { Panel } from '#ui/components/Panel.tsx';
import { EmptyState, ErrorState } from '#ui/components/states.tsx';
import { dataStatus, useWorkspace } from '#ui/data/queries.ts';
import { count } from '#ui/format/figures-and-times.ts';
import { addressOfKey } from '#ui/routing/paths.ts';
import { useNames } from '#ui/names.ts';
import type { ViewPeriod } from '#ui/period/view-period.ts';
import { navigate } from '#ui/routing/hash-location.ts';
import { countRequestsLeft, formatReset } from '#ui/sync/price-text.ts';
import type { RecordsQuery } from './use-records.ts';
import { countStates, joinLiveRows, pageRows, useLive, type LiveWay } from './use-live.ts';
import { LiveTable } from './LiveTable.tsx';

/** The most pages that are read, drawn and compared at once; beyond that, pages are read one by one. */
const MAX_PAGES_AT_ONCE = 10;

export interface LivePanelProps {
  readonly period: ViewPeriod;
  readonly selection: RecordsQuery;
  readonly sort: readonly SortOrder[];
  readonly columns: readonly Property[];
  /** How many local records the query selects; undefined until they are counted. */
  readonly local: number | undefined;
  readonly onOpen: (id: string) => void;
}

export function LivePanel(props: LivePanelProps) {
  const [way, setWay] = useState<LiveWay>('search');
  const { selection, sort, period } = props;
  return (
    <Panel style={{ flex: '1 1 0' }}>
      <Group gap="8px 12px" flex="none" pt="md" px="lg" fz="xs">
        <SegmentedControl
          aria-label={texts.how}
          value={way}
          onChange={(value) => setWay(value === 'list' ? 'list' : 'search')}
          data={(['search', 'list'] as const).map((value) => ({ value, label: texts.ways[value] }))}
        />
        <span className="quiet">{texts.price[way]}</span>
      </Group>
      {/* Answers belong to one query; a new query starts without any. */}
      <Answers key={JSON.stringify([way, selection, sort, period.text])} way={way} {...props} />
    </Panel>
  );
}

function Answers({ way, period, selection, sort, columns, local, onOpen }: LivePanelProps & { readonly way: LiveWay }) {
  const { zone, key } = useWorkspace();
  const { nameOf } = useNames();
  const now = useNow();
  const { data: status } = useQuery(dataStatus);
  const query = toLiveQuery({ ...selection, sort, period: period.period, zone });
  const live = useLive(way, query, selection);
  const { pages, held, selected, isBusy, error } = live;
  const records = pages?.records;
  // Comparing formats thousands of values, so the result is memoised.
  const rows = useMemo(
    () => joinLiveRows(records ?? [], held, selected, { zone, nameOf }),
    [records, held, selected, zone, nameOf],
  );
  const states = countStates(rows);
  const quota = status ? countRequestsLeft(status.quota) : 0;
  const rest = pages?.total === undefined ? undefined : Math.ceil((pages.total - pages.records.length) / pageRows[way]);
  const isComplete = pages !== undefined && pages.after === undefined;
  const words = findSearch(selection.filterGroups);
  if (key === 'none')
    return (
      <EmptyState
        title={texts.noKey}
        action={
          <Button variant="filled" onClick={() => navigate(addressOfKey)}>
            {workspacesTexts.enterKey}
          </Button>
        }
      />
    );
  return (
    <>
      <Group gap="8px 12px" flex="none" pt="md" px="lg" fz="xs">
        {!pages && (
          <Button
            variant="filled"
            disabled={quota < 1}
            loading={isBusy}
            onClick={() => live.fetch(1)}
            data-testid="live-ask"
          >
            {texts[way](count(1))}
          </Button>
        )}
        {pages && !isComplete && (
          <>
            <Button disabled={quota < 1} loading={isBusy} onClick={() => live.fetch(1)} data-testid="live-next">
              {texts.next(count(pageRows[way]))}
            </Button>
            {rest !== undefined && rest > 1 && rest <= MAX_PAGES_AT_ONCE && (
              <Button disabled={quota < rest || isBusy} onClick={() => live.fetch(rest)} data-testid="live-all">
                {texts.all(count(rest))}
              </Button>
            )}
            {isBusy && <Button onClick={live.stop}>{texts.stop}</Button>}
          </>
        )}
        {status && (
          <span className="quiet">
            {quota < 1 ? texts.usedUp : uiTexts.sync.detail(count(quota), formatReset(status.quota, zone, now))}
          </span>
        )}
      </Group>
      <Remarks
        words={way === 'search' ? words : undefined}
        sort={way === 'search' && sort.length > 1 ? query.sort : undefined}
      />
      {pages && (
        <Text component="output" inherit flex="none" py="sm" px="lg" c="var(--ink-2)" fz="xs" data-testid="live-sum">
          {pages.total !== undefined && texts.total(count(pages.total), local === undefined ? null : count(local))}{' '}
          {texts.read(count(pages.records.length))}:{' '}
          {texts.sums(count(states.kept), count(states.differs), count(states.live))}
          {states.onlyHere > 0 && `, ${texts.onlyHere(count(states.onlyHere))}`} · {texts.spent(count(pages.requests))}
          {!isComplete && <span className="quiet"> {texts.more}</span>}
        </Text>
      )}
      {error !== null && <ErrorState error={error} onRetry={() => live.fetch(1)} />}
      {!pages && error === null && <EmptyState title={texts.notAsked} detail={texts.notAskedDetail} />}
      {pages && rows.length === 0 && <EmptyState title={texts.nothing} />}
      {rows.length > 0 && <LiveTable rows={rows} columns={columns} onOpen={onOpen} />}
    </>
  );
}

/** Explains where the service's answer follows other rules than the local table. */
function Remarks({ words, sort }: { readonly words: string | undefined; readonly sort: SortOrder | undefined }) {
  if (words === undefined && sort === undefined) return null;
  const label = sort && (findReadable(sort.propertyName)?.label ?? sort.propertyName);
  return (
    <Text inherit flex="none" pt="sm" px="lg" c="var(--ink-2)" fz="xs">
      {words !== undefined && texts.words(words)} {label !== undefined && texts.oneSort(label)}
    </Text>
  );
}
