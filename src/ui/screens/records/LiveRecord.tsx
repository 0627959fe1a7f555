/** Fetches this record from the service on request, to show what differs from the local record and the history of its values. */
import { Box, Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import type { RecordRow, Output } from '#contract/api.ts';
import { OWNER_PROPERTY, type Property, properties, propertyNames } from '#domain/properties.ts';
import { recordDrawerTexts as texts } from '#texts/screens/record-drawer.ts';
import { ErrorState } from '#ui/components/states.tsx';
import { Fact, Facts } from '#ui/components/values.tsx';
import { call } from '#ui/data/client.ts';
import { dataStatus, useWorkspace } from '#ui/data/queries.ts';
import { timeText, UNKNOWN } from '#ui/format/figures-and-times.ts';
import { useNames } from '#ui/names.ts';
import { formatFullLiveValue } from '#ui/format/received-text.ts';
import { formatReceived } from '#domain/record.ts';
import type { NameOf } from '#domain/people/directory.ts';
import { formatValue } from '#ui/format/values.ts';
import classes from './RecordsScreen.module.css';

/** The properties whose history is fetched, because people argue about them. */
const historyProperties = [
  OWNER_PROPERTY,
  propertyNames.title,
  propertyNames.totalHours,
  propertyNames.billableHours,
  propertyNames.billableRate,
  propertyNames.billableAmount,
  propertyNames.costAmount,
];

export function LiveRecord({ row }: { readonly row: RecordRow }) {
  const client = useQueryClient();
  const { key } = useWorkspace();
  const fetchLive = useMutation({
    mutationFn: () => call('lookup.run', { ids: [row.id], propertiesWithHistory: historyProperties }),
    onSettled: () => client.invalidateQueries({ queryKey: dataStatus.queryKey }),
  });
  const { data: status } = useQuery(dataStatus);
  const requestsLeft = status ? status.quota.limit - status.quota.used : 1;
  return (
    <Box component="section" mb="lg">
      <h3 className={classes.title}>{texts.live}</h3>
      {key === 'none' ? (
        <p className="quiet">{texts.noKey}</p>
      ) : (
        <>
          <Button
            loading={fetchLive.isPending}
            disabled={requestsLeft <= 0}
            onClick={() => fetchLive.mutate()}
            aria-keyshortcuts="h"
            data-ask-history
          >
            {fetchLive.isPending ? texts.asking : texts.ask}
          </Button>
          <p className="quiet">{texts.price}</p>
        </>
      )}
      {fetchLive.error && <ErrorState error={fetchLive.error} onRetry={() => fetchLive.mutate()} />}
      {fetchLive.data && <Answer row={row} answer={fetchLive.data} />}
    </Box>
  );
}

/** Focuses the answer if the pressed button lost the focus while it was loading, so that keys still work in the record. */
function restoreLostFocus(answer: HTMLElement | null): void {
  if (document.activeElement === document.body) answer?.focus();
}

function Answer({ row, answer }: { readonly row: RecordRow; readonly answer: Output<'lookup.run'> }) {
  const { zone } = useWorkspace();
  const { nameOf } = useNames();
  const [record] = answer.found;
  if (!record) return <p>{answer.failed[0]?.message ?? texts.missing}</p>;
  const differences = findDifferences(row, record, { zone, nameOf });
  const history = readHistory(record);
  return (
    <div data-testid="record-live" tabIndex={-1} ref={restoreLostFocus} className={classes.answer}>
      <p>{differences.length === 0 ? texts.same : texts.differ(String(differences.length))}</p>
      <Differences differences={differences} />
      <h3 className={classes.title}>{texts.history}</h3>
      {history.length === 0 && <p className="quiet">{texts.noHistory}</p>}
      <Facts labels="wide">
        {history.map(({ property, value, timestamp }, index) => (
          <Fact key={`${property.name}-${index}`} label={property.label} title={property.name}>
            {formatFullLiveValue(property, value, zone, nameOf)}{' '}
            <span className="unit">{timestamp === undefined ? '' : timeText(timestamp, zone)}</span>
          </Fact>
        ))}
      </Facts>
    </div>
  );
}

export function Differences({ differences }: { readonly differences: readonly Difference[] }) {
  return (
    <Facts labels="wide">
      {differences.map(({ property, local, remote }) => (
        <Fact key={property.name} label={property.label} title={property.name}>
          <Both local={local} remote={remote} />
        </Fact>
      ))}
    </Facts>
  );
}

export function Both({ local, remote }: Pick<Difference, 'local' | 'remote'>) {
  return (
    <>
      <del title={texts.here}>{local}</del> <ins title={texts.there}>{remote}</ins>
    </>
  );
}

type Received = Output<'lookup.run'>['found'][number];

export interface Difference {
  readonly property: Property;
  readonly local: string;
  readonly remote: string;
}

/** Compares values as they are read, not as they are spelled: 8 and 8.0 are the same number. */
export function findDifferences(
  row: RecordRow,
  { properties: received }: Received,
  { zone, nameOf }: { readonly zone: string; readonly nameOf: NameOf },
): Difference[] {
  return properties.flatMap((property) => {
    if (!(property.name in received)) return [];
    const remote = formatFullLiveValue(property, received[property.name], zone, nameOf);
    const value = row.unreadable[property.name] ?? row.values[property.name] ?? undefined;
    const local =
      value === undefined ? UNKNOWN : (nameOf(property.name, value) ?? formatLocalValue(property, row, value, zone));
    const isSame = local === remote || value === formatReceived(received[property.name] ?? '');
    return isSame ? [] : [{ property, local, remote }];
  });
}

function formatLocalValue(property: Property, row: RecordRow, value: string, zone: string): string {
  return row.unreadable[property.name] === undefined ? formatValue(property, value, zone) : value;
}

const historySchema = z.record(
  z.string(),
  z.array(z.looseObject({ value: z.unknown(), timestamp: z.union([z.string(), z.number()]).optional() })),
);

interface PastValue {
  readonly property: Property;
  readonly value: unknown;
  readonly timestamp: string | undefined;
}

/** Reads a history, newest first. Its shape is not documented, so anything that cannot be read as one is ignored. */
export function readHistory(received: Received): PastValue[] {
  const read = historySchema.safeParse(received['propertiesWithHistory']);
  if (!read.success) return [];
  return properties
    .flatMap((property) =>
      (read.data[property.name] ?? []).map(({ value, timestamp }) => ({
        property,
        value,
        timestamp: timestamp === undefined ? undefined : toIso(timestamp),
      })),
    )
    .toSorted((a, b) => (b.timestamp ?? '').localeCompare(a.timestamp ?? ''));
}

function toIso(timestamp: string | number): string | undefined {
  const date = new Date(typeof timestamp === 'string' && /^\d+$/.test(timestamp) ? Number(timestamp) : timestamp);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}
