/** What a report must say, written from the definitions: every line filters all records anew, fractions are exact, Temporal knows the days. */
import { Temporal } from 'temporal-polyfill';
import type { TimeLogRecord } from '../../src/domain/record.ts';
import { clientOf, directory as whole, objectKeyOf, teamOf, TODAY, type Asked } from './report-parity-world.ts';

const P = 'a552213_';
type Key = string | null;

interface Fraction {
  readonly n: bigint;
  readonly d: bigint;
}
const UNIT = 100_000_000n;
const units = (n: bigint): Fraction => ({ n, d: UNIT });
const whole64 = (n: number): Fraction => ({ n: BigInt(n), d: 1n });
const add = (a: Fraction, b: Fraction): Fraction => ({ n: a.n * b.d + b.n * a.d, d: a.d * b.d });
const minus = (a: Fraction, b: Fraction): Fraction => add(a, { n: -b.n, d: b.d });
const times = (a: Fraction, by: bigint): Fraction => ({ n: a.n * by, d: a.d });
const over = (a: Fraction | null, b: Fraction | null): Fraction | null => {
  if (a === null || b === null || b.n === 0n) return null;
  return b.n < 0n ? { n: -a.n * b.d, d: a.d * -b.n } : { n: a.n * b.d, d: a.d * b.n };
};
const compare = (a: Fraction, b: Fraction): number => {
  const difference = a.n * b.d - b.n * a.d;
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
};

/** To 8 decimals, a tie to the even digit. */
function rounded(value: Fraction): bigint {
  const scaled = value.n * UNIT;
  let low = scaled / value.d;
  if (low * value.d > scaled) low -= 1n;
  const twice = 2n * (scaled - low * value.d);
  if (twice === value.d) return low % 2n === 0n ? low : low + 1n;
  return twice > value.d ? low + 1n : low;
}

export function textOf(value: Fraction | null): Key {
  if (value === null) return null;
  const all = rounded(value);
  const digits = (all < 0n ? -all : all).toString().padStart(9, '0');
  const decimals = digits.slice(-8).replace(/0+$/, '');
  return `${all < 0n ? '-' : ''}${digits.slice(0, -8)}${decimals === '' ? '' : '.'}${decimals}`;
}

/** Dates of the report, and of what it is compared with. */
interface Span {
  readonly from: string;
  readonly to: string;
  readonly by: 'month' | 'week' | 'clock';
}

interface Setting {
  readonly asked: Asked;
  readonly calendar: 'recorded' | 'clock';
  readonly isCompared: boolean;
}

const plain = (text: string) => Temporal.PlainDate.from(text);

function spanOf(text: string): Span {
  const [first = '', last = first] = text.split('..');
  const from = partOf(first).from;
  const { to } = partOf(last);
  const isMonths = from.day === 1 && to.add({ days: 1 }).day === 1;
  const isWeeks = from.dayOfWeek === 1 && to.dayOfWeek === 7;
  return { from: from.toString(), to: to.toString(), by: isMonths ? 'month' : isWeeks ? 'week' : 'clock' };
}

function partOf(text: string): { from: Temporal.PlainDate; to: Temporal.PlainDate } {
  const year = Number(text.slice(0, 4));
  if (text.includes('W')) {
    const monday = plain(`${year}-01-04`).add({ weeks: Number(text.slice(6)) - 1 });
    const from = monday.subtract({ days: monday.dayOfWeek - 1 });
    return { from, to: from.add({ days: 6 }) };
  }
  if (text.length === 10) return { from: plain(text), to: plain(text) };
  const [month, length] = text.includes('Q')
    ? [Number(text.slice(6)) * 3 - 2, 3]
    : text.length === 7
      ? [Number(text.slice(5)), 1]
      : [1, 12];
  const from = Temporal.PlainDate.from({ year, month, day: 1 });
  return { from, to: from.add({ months: length }).subtract({ days: 1 }) };
}

function monthsBetween(from: Temporal.PlainDate, to: Temporal.PlainDate): number {
  return (to.year - from.year) * 12 + to.month - from.month + 1;
}

function before(span: Span, kind: 'previous' | 'last-year'): Span {
  const { from, to } = { from: plain(span.from), to: plain(span.to) };
  const days = from.until(to).days + 1;
  if (span.by === 'month') {
    const start =
      kind === 'previous' ? from.subtract({ months: monthsBetween(from, to) }) : from.subtract({ months: 12 });
    const end = start.add({ months: monthsBetween(from, to) }).subtract({ days: 1 });
    return { from: start.toString(), to: end.toString(), by: span.by };
  }
  if (kind === 'previous') {
    return { from: from.subtract({ days }).toString(), to: from.subtract({ days: 1 }).toString(), by: span.by };
  }
  if (span.by === 'clock') {
    return { from: from.subtract({ years: 1 }).toString(), to: to.subtract({ years: 1 }).toString(), by: span.by };
  }
  // The week of the same number in the year before; a week 53 is compared with the week 52 weeks earlier.
  const same = [51, 52, 53]
    .map((weeks) => from.subtract({ weeks }))
    .find((monday) => monday.weekOfYear === from.weekOfYear && monday.yearOfWeek === (from.yearOfWeek ?? 0) - 1);
  const start = same ?? from.subtract({ weeks: 52 });
  return { from: start.toString(), to: start.add({ days: days - 1 }).toString(), by: span.by };
}

const recordedWeek = `${P}week_year`;
const recordedMonth = `${P}month_year`;
const startOf = `${P}first_start_date`;

function clockDay(record: TimeLogRecord, zone: string): Temporal.PlainDate | null {
  const start = record.values.get(startOf);
  return typeof start === 'number'
    ? Temporal.Instant.fromEpochMilliseconds(start).toZonedDateTimeISO(zone).toPlainDate()
    : null;
}

function isIn(record: TimeLogRecord, span: Span, zone: string): boolean {
  const day =
    span.by === 'clock'
      ? clockDay(record, zone)?.toString()
      : record.values.get(span.by === 'month' ? recordedMonth : recordedWeek);
  if (day === undefined) return false;
  const date = plain(String(day));
  return Temporal.PlainDate.compare(date, span.from) >= 0 && Temporal.PlainDate.compare(date, span.to) <= 0;
}

const timeUnits = ['day', 'week', 'month', 'quarter', 'year'];

function bucketStart(day: Temporal.PlainDate, unit: string, { asked, calendar }: Setting): Temporal.PlainDate {
  const { weekStart, fiscalYearStart } = asked.settings;
  let date = day;
  const isStart = () => {
    if (unit === 'day') return true;
    if (unit === 'week') return date.dayOfWeek === (calendar === 'clock' && weekStart === 'sunday' ? 7 : 1);
    if (date.day !== 1) return false;
    const since = (date.month - fiscalYearStart + 12) % 12;
    return unit === 'month' || since % (unit === 'quarter' ? 3 : 12) === 0;
  };
  while (!isStart()) date = date.subtract({ days: 1 });
  return date;
}

function bucketEnd(start: Temporal.PlainDate, unit: string, setting: Setting): Temporal.PlainDate {
  let date = start.add({ days: 1 });
  // A week as it was recorded lasts seven days, whatever day it begins on.
  if (unit === 'week') return start.add({ days: 6 });
  while (!bucketStart(date, unit, setting).equals(date)) date = date.add({ days: 1 });
  return date.subtract({ days: 1 });
}

function keyOf(record: TimeLogRecord, name: string, setting: Setting): Key {
  if (name === 'client') return clientOf(record);
  if (name === 'team') return teamOf(record);
  if (name === 'object') return objectKeyOf(record);
  if (timeUnits.includes(name)) {
    if (setting.calendar === 'recorded') {
      const recorded = record.values.get(name === 'week' ? recordedWeek : recordedMonth);
      if (recorded === undefined) return null;
      return name === 'week' ? String(recorded) : bucketStart(plain(String(recorded)), name, setting).toString();
    }
    const day = clockDay(record, setting.asked.zone);
    return day && bucketStart(day, name, setting).toString();
  }
  const value = record.values.get(name);
  return value === undefined ? null : String(value);
}

function bucketsIn(span: Span, unit: string, setting: Setting): string[] {
  const keys = new Set<string>();
  for (let day = plain(span.from); Temporal.PlainDate.compare(day, span.to) <= 0; day = day.add({ days: 1 })) {
    keys.add(bucketStart(day, unit, setting).toString());
  }
  return [...keys];
}

/** Which money a figure reads. */
function moneyIn(...ids: readonly string[]): string[] {
  return ids.flatMap((id) => {
    if (id === 'billable_value' || id === 'effective_rate') return ['billable'];
    if (id === 'recorded_cost') return ['cost'];
    if (id.startsWith('margin')) return ['billable', 'cost'];
    const name = id.replace(P, '').split(':')[0] ?? '';
    return ['billable_amount', 'billable_rate'].includes(name) ? [name] : [];
  });
}

/** Records of a line with the hours expected of its people. */
interface Content {
  readonly records: readonly TimeLogRecord[];
  readonly expected: Fraction | null;
}

/** Labels of the money of some records, an empty one for none: of every amount that the report reads anywhere. */
function labelsIn({ records }: Content, { asked, isCompared }: Setting): string[] {
  const { amounts, currency } = asked.settings;
  const read = moneyIn(...asked.report.measures, ...(isCompared ? ['billable_value'] : []));
  const isThere = (record: TimeLogRecord, name: string) => {
    if (name !== 'billable' && name !== 'cost') return record.values.has(`${P}${name}`);
    const [recorded, auto] = [`${P}${name}_amount`, `${P}${name}_amount_auto`];
    if (amounts === 'auto') return record.values.has(auto);
    if (record.values.has(recorded)) return true;
    return amounts === 'recorded-else-auto' && !record.anomalies.has(recorded) && record.values.has(auto);
  };
  const paid = records.filter((record) => read.some((name) => isThere(record, name)));
  const labels = paid.map((record) => whole.objects[objectKeyOf(record) ?? '']?.currency ?? currency ?? '');
  return [...new Set(labels)];
}

function valueOf(id: string, { records, expected }: Content, setting: Setting): Fraction | null {
  const { asked } = setting;
  const { amounts, hoursPerDay } = asked.settings;
  const sumOf = (pick: (record: TimeLogRecord) => bigint | null) => {
    const known = records.map(pick).filter((each) => each !== null);
    return known.length === 0 ? null : units(known.reduce((sum, each) => sum + each, 0n));
  };
  const number = (name: string) => (record: TimeLogRecord) =>
    (record.values.get(`${P}${name}`) as bigint | undefined) ?? null;
  const isUnreadable = (record: TimeLogRecord, name: string) => record.anomalies.has(`${P}${name}`);
  const chosen = (name: string) => (record: TimeLogRecord) => {
    const [recorded, auto] = [number(name)(record), number(`${name}_auto`)(record)];
    if (amounts === 'auto') return auto;
    if (amounts !== 'recorded-else-auto') return recorded;
    return recorded === null && !isUnreadable(record, name) ? auto : recorded;
  };
  const chosenUnreadable = (record: TimeLogRecord, name: string) => {
    if (amounts === 'auto') return isUnreadable(record, `${name}_auto`);
    if (isUnreadable(record, name)) return true;
    return amounts === 'recorded-else-auto' && number(name)(record) === null && isUnreadable(record, `${name}_auto`);
  };
  const minutesOrHours = (record: TimeLogRecord) => {
    const hours = number('total_hours')(record);
    return number('total_minutes')(record) ?? (hours === null ? null : 60n * hours);
  };
  const hours = (minutes: Fraction | null) => over(minutes, whole64(60));
  const [value, cost] = [chosen('billable_amount'), chosen('cost_amount')];
  const costed = (pick: typeof value) => (record: TimeLogRecord) => (cost(record) === null ? null : pick(record));
  const margin = () => {
    const paid = sumOf((record) =>
      chosenUnreadable(record, 'billable_amount') && value(record) === null ? null : cost(record),
    );
    return paid && minus(sumOf(costed(value)) ?? units(0n), paid);
  };
  const distinct = (name: string) => whole64(new Set(records.flatMap((record) => record.values.get(name) ?? [])).size);
  if (asked.withCurrencies && moneyIn(id).length > 0 && labelsIn({ records, expected }, setting).length > 1)
    return null;
  const knows = (record: TimeLogRecord) => {
    const person = whole.owners[String(record.values.get('platform_owner_id') ?? '')];
    return person !== undefined && person.weeklyHours !== null;
  };
  const ofExpected = (pick: typeof minutesOrHours) => (record: TimeLogRecord) => (knows(record) ? pick(record) : null);
  const allExpected = expected ?? (records.some(knows) ? units(0n) : null);
  const logged = sumOf(minutesOrHours);
  const billable = sumOf(number('billable_minutes'));
  switch (id) {
    case 'records':
      return whole64(records.length);
    case 'owners':
      return distinct('platform_owner_id');
    case 'logged_hours':
      return hours(logged);
    case 'billable_logged_hours':
      return hours(billable);
    case 'nonbillable_hours':
      return logged && billable && hours(minus(logged, billable));
    case 'billable_share':
      return over(billable, sumOf(number('total_minutes')));
    case 'billable_value':
      return sumOf(value);
    case 'recorded_cost':
      return sumOf(cost);
    case 'margin':
      return margin();
    case 'margin_percent': {
      const own = margin();
      return over(own && times(own, 100n), sumOf(costed(value)));
    }
    case 'effective_rate': {
      const sum = sumOf(value);
      return over(sum, hours(billable));
    }
    case 'working_days':
      return over(hours(logged), units(BigInt(Math.round(Number(hoursPerDay) * 10)) * 10_000_000n));
    case 'expected_hours':
      return allExpected;
    case 'utilisation':
      return over(hours(sumOf(ofExpected(number('billable_minutes')))), allExpected);
    case 'gap_hours':
      return allExpected && minus(allExpected, hours(sumOf(ofExpected(minutesOrHours))) ?? units(0n));
    default: {
      const [name = '', aggregation = 'sum'] = id.split(':');
      if (aggregation === 'count_distinct') return distinct(name);
      const known = records.flatMap((record) => (record.values.get(name) as bigint | undefined) ?? []);
      const [first] = known;
      if (first === undefined) return null;
      if (aggregation === 'min') return units(known.reduce((a, b) => (b < a ? b : a), first));
      if (aggregation === 'max') return units(known.reduce((a, b) => (b > a ? b : a), first));
      const sum = units(known.reduce((a, b) => a + b, 0n));
      return aggregation === 'avg' ? over(sum, whole64(known.length)) : sum;
    }
  }
}

/** What the report is about in one period: records, and hours expected of people by day. */
interface World {
  readonly records: readonly { readonly record: TimeLogRecord; readonly path: readonly Key[]; readonly column: Key }[];
  readonly days: readonly { readonly hours: Fraction; readonly path: readonly Key[]; readonly column: Key }[];
}

function worldIn(
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

function contentOf(
  { records, days }: World,
  isMine: (place: { path: readonly Key[]; column: Key }) => boolean,
): Content {
  const hours = days.filter(isMine);
  return {
    records: records.filter(isMine).map(({ record }) => record),
    expected: hours.length === 0 ? null : hours.reduce((sum, each) => add(sum, each.hours), units(0n)),
  };
}

/** A name as people alphabetise it: letters whatever their case and accents, numbers by their size; dates stand as they are. */
function nameOf(dimension: string, key: Key): Key {
  if (key === null || /^\d{4}-/.test(key)) return key;
  const name =
    dimension === 'platform_owner_id'
      ? whole.owners[key]?.name
      : dimension === 'object'
        ? whole.objects[key]?.name
        : key;
  const plainly = (name ?? key).normalize('NFD').replaceAll(/\p{M}/gu, '');
  // Lower case comes first where nothing else differs.
  const swapped = plainly.replaceAll(/\p{L}/gu, (letter) => (letter === letter.toLowerCase() ? 'a' : 'b'));
  return `${plainly.toLowerCase().replaceAll(/\d+/g, (digits) => digits.padStart(12, '0'))}\u0000${swapped}`;
}

const byText = (a: Key, b: Key) => (a === b ? 0 : a === null ? 1 : b === null ? -1 : a < b ? -1 : 1);
const byValue = (a: Fraction | null, b: Fraction | null, sign: number) =>
  a === null || b === null ? Number(a === null) - Number(b === null) : sign * compareRounded(a, b);
/** Lines are ordered by what their figures are, eight decimals long. */
const compareRounded = (a: Fraction, b: Fraction) => compare(units(rounded(a)), units(rounded(b)));

/** @returns what the report says; undefined where it must be refused. */
export function reportOf(asked: Asked, records: readonly TimeLogRecord[]) {
  const { report } = asked;
  const { measures, groupBy = [], columns } = report;
  const natural = report.period === undefined ? null : spanOf(report.period);
  const names = columns === undefined ? groupBy : [...groupBy, columns];
  const hasDay = names.includes('day');
  const calendar =
    report.calendar ?? (natural ? (natural.by === 'clock' ? 'clock' : 'recorded') : hasDay ? 'clock' : 'recorded');
  if (calendar === 'recorded' && (hasDay || natural?.by === 'clock')) return undefined;

  let span = natural && (calendar === 'clock' ? { ...natural, by: 'clock' as const } : natural);
  let old: Span | null = null;
  let isClock = calendar === 'clock';
  if (natural && report.compare !== undefined) {
    old = { ...before(natural, report.compare), ...(calendar === 'clock' ? { by: 'clock' as const } : {}) };
    if (natural.from <= TODAY && TODAY <= natural.to) {
      const done = plain(TODAY).subtract({ days: 1 });
      const days = plain(natural.from).until(done).days + 1;
      if (report.calendar === 'recorded' || days < 1) old = null;
      else {
        isClock = true;
        span = { from: natural.from, to: done.toString(), by: 'clock' };
        const last = plain(old.from)
          .add({ days: days - 1 })
          .toString();
        old = { from: old.from, to: last < old.to ? last : old.to, by: 'clock' };
      }
    }
  }
  const setting: Setting = { asked, calendar: isClock ? 'clock' : 'recorded', isCompared: old !== null };
  const now = worldIn(span, records, setting, (keys) => keys);
  const shifts = groupBy.map((name) => {
    if (!timeUnits.includes(name) || !span || !old) return new Map<string, string>();
    const to = bucketsIn(span, name, setting);
    return new Map(
      bucketsIn(old, name, setting).flatMap((key, index) => {
        const moved = to[index] ?? (to.includes(key) ? to.at(-1) : undefined);
        return moved === undefined ? [] : [[key, moved]];
      }),
    );
  });
  const then =
    old &&
    worldIn(old, records, setting, (keys) =>
      keys.map((key, at) => (key === null ? null : (shifts[at]?.get(key) ?? key))),
    );
  const places = [...now.records, ...now.days, ...(then ? [...then.records, ...then.days] : [])];
  const value = (id: string, content: Content) => valueOf(id, content, setting);

  const columnKeys: Key[] =
    columns === undefined
      ? []
      : [
          ...new Set([
            ...(timeUnits.includes(columns) && span ? bucketsIn(span, columns, setting) : []),
            ...[...now.records, ...now.days].map(({ column }) => column),
          ]),
        ];
  const isTime = columns !== undefined && timeUnits.includes(columns);
  const inColumn = (key: Key) => (place: { column: Key }) => place.column === key;
  const first = measures[0] ?? '';
  columnKeys.sort(
    (a, b) =>
      (isTime
        ? 0
        : byValue(value(first, contentOf(now, inColumn(a))), value(first, contentOf(now, inColumn(b))), -1)) ||
      byText(nameOf(columns ?? '', a), nameOf(columns ?? '', b)) ||
      byText(a, b),
  );

  // The first of the outermost groups; the rest is one.
  const level = (path: readonly Key[]) => [
    ...new Set(
      places
        .filter((each) => path.every((key, at) => key === each.path[at]))
        .map((each) => each.path[path.length] ?? null),
    ),
  ];
  const ordered = (keys: Key[], name: string, contentAt: (key: Key, column?: Key) => Content): Key[] => {
    const by = report.order?.by;
    const sign = report.order?.direction === 'ascending' ? 1 : -1;
    const byName = (a: Key, b: Key) => byText(nameOf(name, a), nameOf(name, b)) || byText(a, b);
    if (by === name) return keys.toSorted((a, b) => (a === null || b === null ? byText(a, b) : sign * byName(a, b)));
    const isMeasure = by !== undefined && measures.includes(by);
    if (timeUnits.includes(name) && !isMeasure) return keys.toSorted(byText);
    const id = isMeasure ? by : (measures[0] ?? '');
    const column = isMeasure && columnKeys.includes(report.order?.column ?? null) ? report.order?.column : undefined;
    const values = new Map(keys.map((key) => [key, value(id, contentAt(key, column))]));
    return keys.toSorted(
      (a, b) => byValue(values.get(a) ?? null, values.get(b) ?? null, isMeasure ? sign : -1) || byName(a, b),
    );
  };
  const cellOf =
    (isMine: (place: { path: readonly Key[]; column: Key }) => boolean, column: Key | undefined) =>
    (place: { path: readonly Key[]; column: Key }) =>
      isMine(place) && (column === undefined || place.column === column);
  const under = (path: readonly Key[]) => (place: { path: readonly Key[] }) =>
    path.every((key, at) => key === place.path[at]);
  const outer =
    groupBy.length === 0
      ? []
      : ordered(level([]), groupBy[0] ?? '', (key, column) => contentOf(now, cellOf(under([key]), column)));
  const kept = new Set(report.top ? outer.slice(0, report.top.count) : outer);
  const folded = outer.length - kept.size;

  const isLabelled =
    asked.withCurrencies && moneyIn(...measures, ...(setting.isCompared ? ['billable_value'] : [])).length > 0;
  const everything = contentOf(now, () => true);
  const always = then ? contentOf(then, () => true).records : [];
  const labels = labelsIn({ records: [...everything.records, ...always], expected: null }, setting).toSorted();
  const isSeveral = isLabelled && labels.length > 1;
  const labelOf = (content: Content): Key => {
    const [label = '', ...others] = labelsIn(content, setting);
    return label === '' || others.length > 0 ? null : label;
  };
  // Where several labels meet, each label's money is that of its own records, all of them, reckoned as if no others were there.
  const ownOf = (record: TimeLogRecord) =>
    whole.objects[objectKeyOf(record) ?? '']?.currency ?? asked.settings.currency ?? '';
  const apart = (content: Content) =>
    labelsIn(content, setting)
      .toSorted((a, b) => Number(a === '') - Number(b === '') || byText(a, b))
      .map((label) => ({
        currency: label === '' ? null : label,
        values: Object.fromEntries(
          measures
            .filter((id) => moneyIn(id).length > 0)
            .map((id) => [
              id,
              textOf(
                value(id, { records: content.records.filter((record) => ownOf(record) === label), expected: null }),
              ),
            ]),
        ),
      }));
  const amounts = (content: Content, least: number) => {
    const all = isSeveral ? apart(content) : [];
    return all.length < least ? {} : { amounts: all };
  };
  const figures = (content: Content) => ({
    values: Object.fromEntries(measures.map((id) => [id, textOf(value(id, content))])),
    records: content.records.length,
    ...(isSeveral ? { currency: labelOf(content) } : {}),
    ...amounts(content, 2),
  });
  const cellAmounts = (contents: readonly Content[]) => {
    const all = contents.map((content) => amounts(content, 2).amounts ?? null);
    return all.every((each) => each === null) ? {} : { cellAmounts: all };
  };
  const figuresBefore = (own: Content, had: Content) => {
    const both = labelsIn({ records: [...own.records, ...had.records], expected: null }, setting);
    if (!isSeveral || both.length < 2) return figures(had);
    const { values, records: counted } = figures(had);
    const without = Object.fromEntries(
      Object.entries(values).map(([id, text]) => [id, moneyIn(id).length > 0 ? null : text]),
    );
    return { values: without, records: counted, currency: null, ...amounts(had, 1) };
  };
  const line = (isMine: (place: { path: readonly Key[]; column: Key }) => boolean) => {
    const own = contentOf(now, isMine);
    const had = then && contentOf(then, isMine);
    const isThere = had !== null && (had.records.length > 0 || had.expected !== null);
    return {
      ...figures(own),
      ...(columns === undefined
        ? {}
        : {
            cells: Object.fromEntries(
              measures.map((id) => [
                id,
                columnKeys.map((key) =>
                  textOf(
                    value(
                      id,
                      contentOf(now, (place) => isMine(place) && place.column === key),
                    ),
                  ),
                ),
              ]),
            ),
          }),
      ...(columns !== undefined && isSeveral
        ? {
            cellCurrencies: columnKeys.map((key) =>
              labelOf(contentOf(now, (place) => isMine(place) && place.column === key)),
            ),
            ...cellAmounts(columnKeys.map((key) => contentOf(now, (place) => isMine(place) && place.column === key))),
          }
        : {}),
      ...(then
        ? { before: isThere && had ? figuresBefore(own, had) : null, split: isThere && had ? split(own, had) : null }
        : {}),
    };
  };
  const split = (own: Content, had: Content) => {
    const minutesOf = ({ records: all }: Content) => {
      const known = all.flatMap((each) => (each.values.get(`${P}billable_minutes`) as bigint | undefined) ?? []);
      return known.length === 0 ? null : units(known.reduce((a, b) => a + b, 0n));
    };
    const [m1, m0, v1, v0] = [
      minutesOf(own),
      minutesOf(had),
      value('billable_value', own),
      value('billable_value', had),
    ];
    if (!m1 || !m0 || !v1 || !v0 || m0.n === 0n) return null;
    const both = labelsIn({ records: [...own.records, ...had.records], expected: null }, setting);
    if (isSeveral && both.length > 1) return null;
    const exactly = over({ n: minus(m1, m0).n * v0.n, d: minus(m1, m0).d * v0.d }, m0);
    if (!exactly) return null;
    const hours = units(rounded(exactly));
    return { hours: textOf(hours), rate: textOf(minus(minus(v1, v0), hours)) };
  };

  const rows: unknown[] = [];
  const subtotals: unknown[] = [];
  const walk = (
    path: readonly Key[],
    isMine: (place: { path: readonly Key[]; column: Key }) => boolean,
    isRest: boolean,
  ) => {
    if (path.length > 0) {
      const key = Object.fromEntries(path.map((each, at) => [groupBy[at], each]));
      (path.length === groupBy.length ? rows : subtotals).push({ key, ...line(isMine), ...(isRest ? { folded } : {}) });
    }
    const name = groupBy[path.length];
    if (name === undefined) return;
    const next = [...new Set(places.filter(isMine).map((each) => each.path[path.length] ?? null))].filter(
      (key) => path.length > 0 || kept.has(key),
    );
    const deeper = (key: Key) => (place: { path: readonly Key[]; column: Key }) =>
      isMine(place) && place.path[path.length] === key;
    for (const key of ordered(next, name, (each, column) => contentOf(now, cellOf(deeper(each), column))))
      walk([...path, key], deeper(key), isRest);
    if (path.length === 0 && folded > 0) walk([null], (place) => !kept.has(place.path[0] ?? null), true);
  };
  walk([], () => true, false);

  return {
    calendar: setting.calendar,
    period: span && { from: span.from, to: span.to },
    compared: old && { from: old.from, to: old.to },
    currencies: isLabelled
      ? [...labels.filter((each) => each !== ''), ...(labels.includes('') ? [null] : [])]
      : undefined,
    rows,
    subtotals,
    total: line(() => true),
    columns: columnKeys.map((key) => {
      const content = contentOf(now, inColumn(key));
      if (!isTime || key === null) return { key, ...figures(content), from: null, to: null, cut: false };
      const end = bucketEnd(plain(key), columns ?? '', setting).toString();
      const from = span && key < span.from ? span.from : key;
      const to = span && end > span.to ? span.to : end;
      const isOutside = span !== null && (end < span.from || key > span.to);
      if (isOutside) return { key, ...figures(content), from: null, to: null, cut: false };
      return { key, ...figures(content), from, to, cut: from !== key || to !== end };
    }),
  };
}
