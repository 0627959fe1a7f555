/** Gathers a report by object into clients and a tail, from exact sums: the lines add up to the total. Pure. */
import { formatUnits, quotient, unitsOf, type Units } from '../../../domain/decimal.ts';
import { hoursOfMinutes } from '../../../domain/hours.ts';
import type { ReportResult } from '../../../domain/reports/report.ts';
import { OBJECT_PROPERTY, OBJECT_TYPE_PROPERTY, type Names } from '../../names.ts';

const MINUTES = 'a552213_billable_minutes';
const VALUE = 'a552213_billable_amount';

/** What the report must be asked for. */
export const clientReport = { measures: [MINUTES, VALUE], groupBy: [OBJECT_TYPE_PROPERTY, OBJECT_PROPERTY] };

export interface ClientObject {
  readonly type: string | null;
  readonly id: string | null;
}

export interface ClientLine {
  /** Undefined: nothing names it; `objects` then has the one object. */
  readonly name: string | undefined;
  readonly objects: readonly ClientObject[];
  /** Exact decimals; null where no record carries a value. */
  readonly hours: string | null;
  readonly value: string | null;
  readonly rate: string | null;
  /** Of the total value, 0 to 1; null where either is unknown. */
  readonly part: string | null;
}

export interface ClientTotals {
  readonly top: readonly ClientLine[];
  readonly others: { readonly count: number; readonly line: ClientLine } | undefined;
  readonly total: ClientLine;
}

interface Sums {
  minutes: Units | null;
  value: Units | null;
}

interface Gathered extends Sums {
  readonly name: string | undefined;
  readonly objects: ClientObject[];
}

export function clientTotals(
  result: Pick<ReportResult, 'rows' | 'totals'>,
  directory: Names,
  limit: number,
): ClientTotals {
  const all = [...gather(result, directory).values()].toSorted(byValue);
  const total = { minutes: unitsOrNull(result.totals[MINUTES]), value: unitsOrNull(result.totals[VALUE]) };
  const line = (each: Gathered) => lineOf(each, total.value);
  // A tail of one is no tail: it is shown by its own name.
  const shown = all.length === limit + 1 ? limit + 1 : limit;
  const tail = all.slice(shown);
  return {
    top: all.slice(0, shown).map(line),
    others: tail.length === 0 ? undefined : { count: tail.length, line: line(tail.reduce(merge, nothing())) },
    total: line({ ...nothing(), ...total }),
  };
}

/** Every object the report tells apart. */
export function objectsOf(result: Pick<ReportResult, 'rows'> | undefined): ClientObject[] {
  return (result?.rows ?? []).map(({ key }) => objectOf(key));
}

function objectOf(key: ReportResult['rows'][number]['key']): ClientObject {
  return { type: key[OBJECT_TYPE_PROPERTY] ?? null, id: key[OBJECT_PROPERTY] ?? null };
}

function gather(result: Pick<ReportResult, 'rows'>, directory: Names): Map<string, Gathered> {
  const clients = new Map<string, Gathered>();
  for (const { key, values } of result.rows) {
    const object = objectOf(key);
    const address = `${object.type}:${object.id}`;
    const known = directory.objects[address];
    const name = known?.client ?? known?.name;
    const gatheredBy = name === undefined ? `object ${address}` : `client ${name}`;
    const gathered = clients.get(gatheredBy) ?? { ...nothing(), name };
    const row = {
      ...nothing(),
      objects: [object],
      minutes: unitsOrNull(values[MINUTES]),
      value: unitsOrNull(values[VALUE]),
    };
    clients.set(gatheredBy, merge(gathered, row));
  }
  return clients;
}

function nothing(): Gathered {
  return { name: undefined, objects: [], minutes: null, value: null };
}

function merge(a: Gathered, b: Gathered): Gathered {
  return {
    name: a.name,
    objects: [...a.objects, ...b.objects],
    minutes: add(a.minutes, b.minutes),
    value: add(a.value, b.value),
  };
}

function add(a: Units | null, b: Units | null): Units | null {
  if (a === null) return b;
  return b === null ? a : a + b;
}

function byValue(a: Sums, b: Sums): number {
  const difference = (b.value ?? -1n) - (a.value ?? -1n) || (b.minutes ?? -1n) - (a.minutes ?? -1n);
  return difference > 0n ? 1 : difference < 0n ? -1 : 0;
}

function lineOf({ name, objects, minutes, value }: Gathered, totalValue: Units | null): ClientLine {
  const rate = minutes === null || value === null ? undefined : quotient(60n * value, minutes);
  const part = value === null || totalValue === null ? undefined : quotient(value, totalValue);
  return {
    name,
    objects,
    hours: minutes === null ? null : formatUnits(hoursOfMinutes(minutes)),
    value: textOrNull(value),
    rate: textOrNull(rate),
    part: textOrNull(part),
  };
}

function unitsOrNull(text: string | null | undefined): Units | null {
  return text === null || text === undefined ? null : unitsOf(text);
}

function textOrNull(units: Units | null | undefined): string | null {
  return units === null || units === undefined ? null : formatUnits(units);
}
