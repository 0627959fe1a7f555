/** Where every record and every expected hour of a period stands: in which line, in which column. */
import { Temporal } from 'temporal-polyfill';
import type { TimeLogRecord } from '#domain/record.ts';
import { bucketStart, isIn, keyOf, plain, type Key, type Setting, type Span } from './calendar.ts';
import type { Content } from './figures.ts';
import { add, UNIT, units, type Fraction } from './fraction.ts';
import { TODAY, typed } from './world.ts';

/** What the report is about in one period: records, and hours expected of people by day. */
interface World {
  readonly records: readonly {
    readonly record: TimeLogRecord;
    readonly isKnown: boolean;
    readonly path: readonly Key[];
    readonly column: Key;
  }[];
  readonly unknown: ReadonlySet<string>;
  readonly days: readonly { readonly hours: Fraction; readonly path: readonly Key[]; readonly column: Key }[];
}

export function worldIn(
  span: Span | null,
  records: readonly TimeLogRecord[],
  setting: Setting,
  move: (keys: Key[]) => Key[],
): World {
  const { asked } = setting;
  const { groupBy = [], columns } = asked.report;
  const inside = records.filter(
    (each) => !each.archived && asked.holds(each) && (span === null || isIn(each, span, asked.zone)),
  );
  const unknown = new Set<string>();
  const placed = () =>
    inside.map((record) => ({
      record,
      isKnown: isListed(record) && !unknown.has(ownerOf(record)),
      path: move(groupBy.map((name) => keyOf(record, name, setting))),
      column: columns === undefined ? null : keyOf(record, columns, setting),
    }));
  const days: World['days'][number][] = [];
  const expects = asked.report.measures.some((id) => ['expected_hours', 'utilisation', 'gap_hours'].includes(id));
  if (span !== null && expects) {
    for (const [id, person] of Object.entries(typed.owners)) {
      const nobody = recordOf(id);
      const own: World['days'][number][] = [];
      for (let day = plain(span.from); Temporal.PlainDate.compare(day, span.to) <= 0; day = day.add({ days: 1 })) {
        if (day.dayOfWeek > 5) continue;
        const date = day.toString();
        // Where no day is over, all of them decide whether hours are known, and none of them counts.
        if (date >= TODAY && span.from < TODAY) continue;
        if (date < (person.activeFrom ?? date) || date > (person.activeTo ?? date)) continue;
        const week = weeklyOn(person.weeklyHours, date);
        if (week === undefined) unknown.add(id);
        // A day on which nothing is expected makes no line.
        if (!week || date >= TODAY || !asked.holds(nobody)) continue;
        const hours = { n: week, d: 5n * UNIT };
        const of = (name: string): Key =>
          name === 'team'
            ? person.team
            : name === 'platform_owner_id'
              ? id
              : bucketStart(day, name, setting).toString();
        own.push({ hours, path: move(groupBy.map(of)), column: columns === undefined ? null : of(columns) });
      }
      if (person.weeklyHours === null) unknown.add(id);
      if (!unknown.has(id)) days.push(...own);
    }
  }
  const found = placed();
  return { records: found, unknown: unknownIn(span, records, setting, unknown, found), days };
}

/** Whose hours are compared with none: of those here, of those who should be, and of those unknown who were here in eight weeks. */
function unknownIn(
  span: Span | null,
  records: readonly TimeLogRecord[],
  { asked }: Setting,
  unknown: ReadonlySet<string>,
  found: World['records'],
): Set<string> {
  const all = new Set(found.flatMap(({ record, isKnown }) => (isKnown ? [] : ownerOf(record) || [])));
  if (span === null) return all;
  const yesterday = plain(TODAY).subtract({ days: 1 }).toString();
  const last = span.from < TODAY && span.to > yesterday ? yesterday : span.to;
  for (const id of unknown) {
    const { activeFrom, activeTo } = typed.owners[id] ?? {};
    if ((activeFrom ?? last) <= last && (activeTo ?? span.from) >= span.from && asked.holds(recordOf(id))) all.add(id);
  }
  const first = plain(last).subtract({ days: 55 });
  const lately = { ...span, from: (span.by === 'month' ? first.with({ day: 1 }) : first).toString(), to: last };
  for (const record of records) {
    const isHere = !record.archived && asked.holds(record) && isIn(record, lately, asked.zone);
    if (isHere && ownerOf(record) !== '' && !isListed(record)) all.add(ownerOf(record));
  }
  return all;
}

function recordOf(owner: string): TimeLogRecord {
  const none = new Map<string, never>();
  const values = new Map([['platform_owner_id', owner]]);
  return { id: '0', createdAt: 0, updatedAt: 0, archived: false, values, anomalies: none, rounded: none, extra: none };
}

const ownerOf = ({ values }: TimeLogRecord) => String(values.get('platform_owner_id') ?? '');
const isListed = (record: TimeLogRecord) => Object.hasOwn(typed.owners, ownerOf(record));

/** In hundred-millionths, of the line that began last; undefined: none had begun. */
function weeklyOn(text: string | null, date: string): bigint | undefined {
  const lines = (text ?? '').split(';').map((line) => line.trim().split(' from '));
  const [last] = lines.filter(([, from = '']) => from <= date).toSorted(([, a = ''], [, b = '']) => (a < b ? 1 : -1));
  const [whole = '', decimals = ''] = last?.[0]?.split('.') ?? [];
  return whole === '' ? undefined : BigInt(whole + decimals.padEnd(8, '0'));
}

export function contentOf(
  { records, unknown, days }: World,
  isMine: (place: { path: readonly Key[]; column: Key }) => boolean,
): Content {
  const hours = days.filter(isMine);
  const mine = records.filter(isMine);
  return {
    records: mine.map(({ record }) => record),
    unknown,
    known: new Set(mine.flatMap(({ record, isKnown }) => (isKnown ? [record] : []))),
    expected: hours.length === 0 ? null : hours.reduce((sum, each) => add(sum, each.hours), units(0n)),
  };
}
