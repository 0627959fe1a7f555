/** Asks the service for this record, once it is wanted: what differs from here, and the history of its values. */
import { Button } from '@mantine/core';
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
import { wholeReceivedText } from '#ui/format/received-text.ts';
import { formatReceived } from '#domain/record.ts';
import type { NameOf } from '#domain/people/directory.ts';
import { valueText } from '#ui/format/values.ts';
import classes from './RecordsScreen.module.css';

/** What is asked for its history: what people argue about. */
const remembered = [
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
  const ask = useMutation({
    mutationFn: () => call('lookup.run', { ids: [row.id], propertiesWithHistory: remembered }),
    onSettled: () => client.invalidateQueries({ queryKey: dataStatus.queryKey }),
  });
  const { data: status } = useQuery(dataStatus);
  const left = status ? status.quota.limit - status.quota.used : 1;
  return (
    <section className={classes.drawerGroup}>
      <h3 className={classes.title}>{texts.live}</h3>
      {key === 'none' ? (
        <p className="quiet">{texts.noKey}</p>
      ) : (
        <>
          <Button
            loading={ask.isPending}
            disabled={left <= 0}
            onClick={() => ask.mutate()}
            aria-keyshortcuts="h"
            data-ask-history
          >
            {ask.isPending ? texts.asking : texts.ask}
          </Button>
          <p className="quiet">{texts.price}</p>
        </>
      )}
      {ask.error && <ErrorState error={ask.error} onRetry={() => ask.mutate()} />}
      {ask.data && <Answer row={row} answer={ask.data} />}
    </section>
  );
}

interface AnswerProps {
  readonly row: RecordRow;
  readonly answer: Awaited<ReturnType<typeof call<'lookup.run'>>>;
}

/** The button that was pressed lost the focus while it waited: its answer takes it, and keys go on to work in the record. */
function takeLostFocus(answer: HTMLElement | null): void {
  if (document.activeElement === document.body) answer?.focus();
}

function Answer({ row, answer }: AnswerProps) {
  const { zone } = useWorkspace();
  const { nameOf } = useNames();
  const [record] = answer.found;
  if (!record) return <p>{answer.failed[0]?.message ?? texts.missing}</p>;
  const differences = findDifferences(row, record, { zone, nameOf });
  const history = readHistory(record);
  return (
    <div data-testid="record-live" tabIndex={-1} ref={takeLostFocus} className={classes.answer}>
      <p>{differences.length === 0 ? texts.same : texts.differ(String(differences.length))}</p>
      <Facts labels="wide">
        {differences.map(({ property, here, there }) => (
          <Fact key={property.name} label={property.label} title={property.name}>
            <del title={texts.here}>{here}</del> <ins title={texts.there}>{there}</ins>
          </Fact>
        ))}
      </Facts>
      <h3 className={classes.title}>{texts.history}</h3>
      {history.length === 0 && <p className="quiet">{texts.noHistory}</p>}
      <Facts labels="wide">
        {history.map(({ property, value, timestamp }, at) => (
          <Fact key={`${property.name}-${at}`} label={property.label} title={property.name}>
            {wholeReceivedText(property, value, zone, nameOf)}{' '}
            <span className="unit">{timestamp === undefined ? '' : timeText(timestamp, zone)}</span>
          </Fact>
        ))}
      </Facts>
    </div>
  );
}

type Received = Output<'lookup.run'>['found'][number];

export interface Difference {
  readonly property: Property;
  readonly here: string;
  readonly there: string;
}

/** Values are compared as they are read, not as they are spelled: 8 and 8.0 are one number. */
export function findDifferences(
  row: RecordRow,
  { properties: received }: Received,
  { zone, nameOf }: { readonly zone: string; readonly nameOf: NameOf },
): Difference[] {
  return properties.flatMap((property) => {
    if (!(property.name in received)) return [];
    const there = wholeReceivedText(property, received[property.name], zone, nameOf);
    const value = row.unreadable[property.name] ?? row.values[property.name] ?? undefined;
    const held = value === undefined ? UNKNOWN : (nameOf(property.name, value) ?? textHere(property, row, value, zone));
    const isSame = held === there || value === formatReceived(received[property.name] ?? '');
    return isSame ? [] : [{ property, here: held, there }];
  });
}

function textHere(property: Property, row: RecordRow, value: string, zone: string): string {
  return row.unreadable[property.name] === undefined ? valueText(property, value, zone) : value;
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

/** The interface does not show a history's shape: whatever cannot be read as one is none. Newest first. */
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
