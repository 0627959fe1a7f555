/** Details of a month: its state, and buttons to fetch, compare or view it, with their prices. */
import { Button, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { DataStatus } from '#contract/api.ts';
import { dataTexts } from '#texts/screens/data.ts';
import { call } from '#ui/data/client.ts';
import { findMonthReading, findPartition } from '#ui/coverage/months.ts';
import { count, monthText, timeText } from '#ui/format/figures-and-times.ts';
import { syncPrice, useWorkspace } from '#ui/data/queries.ts';
import { navigate } from '#ui/routing/hash-location.ts';
import { paths } from '#ui/routing/paths.ts';
import { formatPrice } from '#ui/sync/price-text.ts';
import { useSyncActions, useSyncView } from '#ui/sync/use-sync.ts';
import { type CoveredMonth, boundRequests } from './coverage-months.ts';
import { notifyFailure } from '#ui/notifications.tsx';
import { propertyNames } from '#domain/properties.ts';

const texts = dataTexts.coverage;

export interface MonthDetailsProps {
  readonly month: CoveredMonth;
  readonly status: DataStatus;
  readonly onDone: () => void;
}

export function MonthDetails({ month: { month, records }, status, onDone }: MonthDetailsProps) {
  const workspace = useWorkspace();
  const { running } = useSyncView();
  const reading = findMonthReading(status, month, records, running);
  const name = month === null ? texts.noMonth : monthText(month);
  const asOf = status.asOf === null ? '' : timeText(status.asOf, workspace.zone);
  const isOpen = reading === 'soFar' || reading === 'missing';
  const locked = workspace.key === 'none' || running;
  return (
    <Stack gap="sm" w={320} p="xs" data-testid="month-details" data-reading={reading}>
      <Text inherit fw={600}>
        {name}
      </Text>
      <p className="figure">{texts.held(count(records))}</p>
      <p>{reading === 'complete' ? texts.state.complete(asOf) : texts.state[reading]}</p>
      {month === null && isOpen && <p className="quiet">{texts.state.noMonth}</p>}
      <Stack gap="sm" mt="xs">
        {isOpen && month !== null && <Fetch month={month} status={status} locked={locked} onDone={onDone} />}
        {isOpen && month === null && <FetchAll locked={locked} onDone={onDone} />}
        {!isOpen && <Compare month={month} locked={workspace.key === 'none'} />}
        {records > 0 && month !== null && (
          <Button variant="subtle" onClick={() => navigate(`${paths.records}?period=${month.slice(0, 7)}`)}>
            {texts.openRecords}
          </Button>
        )}
      </Stack>
    </Stack>
  );
}

interface FetchProps {
  readonly month: string;
  readonly status: DataStatus;
  readonly locked: boolean;
  readonly onDone: () => void;
}

/** Fetches a month for at most its price. A small download is one partition, which is fetched as a whole. */
function Fetch({ month, status, locked, onDone }: FetchProps) {
  const { start } = useSyncActions();
  const request = { month: month.slice(0, 7) };
  const { data: price } = useQuery(syncPrice(request));
  const counted = useCount(month);
  const part = findPartition(status, month);
  if (part?.from === null && part.to === null) return <FetchAll locked={locked} onDone={onDone} />;
  const maxRequests = boundRequests(price, counted.data?.total);
  return (
    <>
      {counted.data && <output>{texts.serviceTotal(count(counted.data.total))}</output>}
      <Button
        variant="filled"
        disabled={locked || !price}
        data-testid="fetch-month"
        onClick={() => {
          start({ ...request, ...(maxRequests !== null && { maxRequests }) });
          onDone();
        }}
      >
        {maxRequests === null ? texts.fetchOpen(monthText(month)) : texts.fetch(monthText(month), count(maxRequests))}
      </Button>
      {!counted.data && (maxRequests === null || maxRequests > WORTH_COUNTING) && (
        <Button disabled={locked} aria-busy={counted.isPending} onClick={() => counted.isPending || counted.mutate()}>
          {texts.askHowMany}
        </Button>
      )}
      <p className="quiet">{texts.fetchDetail}</p>
    </>
  );
}

/** A price above this is worth a request that determines it more closely. */
const WORTH_COUNTING = 5;

function FetchAll({ locked, onDone }: Pick<FetchProps, 'locked' | 'onDone'>) {
  const { start } = useSyncActions();
  const { data: price } = useQuery(syncPrice());
  return (
    <Button
      variant="filled"
      disabled={locked || !price}
      onClick={() => {
        start();
        onDone();
      }}
    >
      {texts.rest(price ? formatPrice(price) : '')}
    </Button>
  );
}

/** Compares the service's count of this month with the local one, for one request. */
function Compare({ month, locked }: { readonly month: string | null; readonly locked: boolean }) {
  const compare = useCount(month);
  const comparison = compare.data;
  return (
    <>
      {comparison && (
        <output data-testid="month-compared">
          {texts.compared(count(comparison.held), count(comparison.total))}{' '}
          {comparison.equal ? texts.comparedEqual : texts.comparedDiffer}
        </output>
      )}
      {/* Stays enabled while pending, because a disabled button would lose the focus. */}
      <Button disabled={locked} aria-busy={compare.isPending} onClick={() => compare.isPending || compare.mutate()}>
        {texts.compare}
      </Button>
    </>
  );
}

function useCount(month: string | null) {
  return useMutation({
    mutationFn: () => call('data.verify', { filterGroups: [{ filters: [toFilter(month)] }] }),
    onError: notifyFailure,
  });
}

type Filters = NonNullable<Parameters<typeof call<'data.verify'>>[1]['filterGroups']>[number]['filters'];

function toFilter(month: string | null): Filters[number] {
  return month === null
    ? { propertyName: propertyNames.month, operator: 'NOT_HAS_PROPERTY' }
    : { propertyName: propertyNames.month, operator: 'BETWEEN', value: month, highValue: findLastDay(month) };
}

/** `2026-02-01` → `2026-02-28`. */
function findLastDay(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
}
