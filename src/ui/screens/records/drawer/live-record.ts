/** What the service says of one record: which values differ from those here, and how they came to be. Pure. */
import { z } from 'zod';
import type { Output } from '#contract/api.ts';
import type { RecordRow } from '#contract/api.ts';
import type { Property } from '#domain/properties.ts';
import { properties } from '#domain/properties.ts';
import { formatReceived } from '#domain/received-text.ts';
import type { NameOf } from '#domain/people/id-names.ts';
import { UNKNOWN } from '#ui/format/figures.ts';
import { valueText } from '#ui/format/values.ts';
import { wholeReceivedText } from '#ui/format/received-text.ts';

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

export interface PastValue {
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
