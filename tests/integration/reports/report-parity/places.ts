/** Where every record and every expected hour of a period stands: in which line, in which column. */
import { Temporal } from 'temporal-polyfill';
import type { TimeLogRecord } from '../../../../src/domain/record.ts';
import { bucketStart, isIn, keyOf, plain, type Key, type Setting, type Span } from './calendar.ts';
import type { Content } from './figures.ts';
import { add, UNIT, units, type Fraction } from './fraction.ts';
import { directory as whole, TODAY } from './world.ts';

/** What the report is about in one period: records, and hours expected of people by day. */
interface World {
  readonly records: readonly { readonly record: TimeLogRecord; readonly path: readonly Key[]; readonly column: Key }[];
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
  const placed = inside.map((record) => ({
    record,
    path: move(groupBy.map((name) => keyOf(record, name, setting))),
    column: columns === undefined ? null : keyOf(record, columns, setting),
  }));
  const days: World['days'][number][] = [];
  const expects = asked.report.measures.some((id) => ['expected_hours', 'utilisation', 'gap_hours'].includes(id));
  if (span !== null && expects) {
    for (const [id, person] of Object.entries(whole.owners)) {
      const nobody: TimeLogRecord = {
        id: '0',
        createdAt: 0,
        updatedAt: 0,
        archived: false,
        values: new Map([['platform_owner_id', id]]),
        anomalies: new Map(),
        rounded: new Map(),
        extra: new Map(),
      };
      if (person.weeklyHours === null || !asked.holds(nobody)) continue;
      for (
        let day = plain(span.from);
        Temporal.PlainDate.compare(day, span.to) <= 0 && day.toString() < TODAY;
        day = day.add({ days: 1 })
      ) {
        if (day.dayOfWeek > 5) continue;
        const date = day.toString();
        if (date < (person.activeFrom ?? date) || date > (person.activeTo ?? date)) continue;
        const [own = '0', decimals = ''] = person.weeklyHours.split('.');
        const hours = { n: BigInt(own + decimals.padEnd(8, '0')), d: 5n * UNIT };
        const of = (name: string): Key =>
          name === 'team'
            ? person.team
            : name === 'platform_owner_id'
              ? id
              : bucketStart(day, name, setting).toString();
        days.push({ hours, path: move(groupBy.map(of)), column: columns === undefined ? null : of(columns) });
      }
    }
  }
  return { records: placed, days };
}

export function contentOf(
  { records, days }: World,
  isMine: (place: { path: readonly Key[]; column: Key }) => boolean,
): Content {
  const hours = days.filter(isMine);
  return {
    records: records.filter(isMine).map(({ record }) => record),
    expected: hours.length === 0 ? null : hours.reduce((sum, each) => add(sum, each.hours), units(0n)),
  };
}
