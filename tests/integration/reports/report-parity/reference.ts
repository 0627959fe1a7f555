/** What a report must say, written from the definitions: every line filters all records anew. */
import type { TimeLogRecord } from '#domain/record.ts';
import {
  before,
  bucketEnd,
  bucketsIn,
  isDated,
  plain,
  spanOf,
  timeUnits,
  type Key,
  type Setting,
  type Span,
} from './calendar.ts';
import { valueOf, type Content } from './figures.ts';
import { findMeasure } from '#domain/reports/definition/measures.ts';
import { compare, minus, rounded, textOf, units, type Fraction } from './fraction.ts';
import { isPaid, labelOf, labelsIn, moneyIn } from './labels.ts';
import { contentOf, worldIn } from './places.ts';
import { oneSided, saidOf } from './said.ts';
import { classOf, respelt } from './spellings.ts';
import { splitOf } from './split.ts';
import { directory as whole, TODAY, type Asked } from './world.ts';

/** A name as people alphabetise it: letters whatever their case and accents, numbers by their size; dates stand as they are. */
function nameOf(dimension: string, key: Key): Key {
  if (key === null || /^\d{4}-/.test(key)) return key;
  const plainly = (named(dimension, key) ?? calledByKind(dimension, key)).normalize('NFD').replaceAll(/\p{M}/gu, '');
  // Lower case comes first where nothing else differs.
  const swapped = plainly.replaceAll(/\p{L}/gu, (letter) => (letter === letter.toLowerCase() ? 'a' : 'b'));
  return `${plainly.toLowerCase().replaceAll(/\d+/g, (digits) => digits.padStart(12, '0'))}\u0000${swapped}`;
}

const named = (dimension: string, key: string): string | undefined =>
  dimension === 'platform_owner_id' ? whole.owners[key]?.name : dimension === 'object' ? whole.objects[key]?.name : key;

/** What has no name: `Person 8`, `Deal 7`. */
function calledByKind(dimension: string, key: string): string {
  if (dimension === 'platform_owner_id') return `Person ${key}`;
  const [type = '', ...id] = key.split(':');
  return `${type.slice(0, 1).toUpperCase()}${type.slice(1)} ${id.join(':')}`;
}

/** Which measures a line without records has 0 of. */
const isAdditive = (id: string) => !/rate|share|percent|utilisation|owners|:(?:min|max|avg|count_distinct)$/.test(id);

const byText = (a: Key, b: Key) => (a === b ? 0 : a === null ? 1 : b === null ? -1 : a < b ? -1 : 1);
const byValue = (a: Fraction | null, b: Fraction | null, sign: number) =>
  a === null || b === null ? Number(a === null) - Number(b === null) : sign * compareRounded(a, b);
/** Lines are ordered by what their figures are, eight decimals long. */
const compareRounded = (a: Fraction, b: Fraction) => compare(units(rounded(a)), units(rounded(b)));

/** @returns what the report says; undefined where it must be refused. */
export function reportOf(asked: Asked, records: readonly TimeLogRecord[]) {
  const { report } = asked;
  const { measures, groupBy = [], columns } = report;
  const natural = report.period === undefined ? null : spanOf(report.period, asked.weeksFrom);
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
  const setting: Setting = { asked, calendar: isClock ? 'clock' : 'recorded' };
  const met = worldIn(span, records, setting, (keys) => keys);
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
  const metBefore =
    old &&
    worldIn(old, records, setting, (keys) =>
      keys.map((key, at) => (key === null ? null : (shifts[at]?.get(key) ?? key))),
    );
  const { now, earlier: then, spellings } = respelt(met, metBefore, groupBy, columns);
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
      (columns !== undefined && isDated(columns)
        ? 0
        : byValue(value(first, contentOf(now, inColumn(a))), value(first, contentOf(now, inColumn(b))), -1)) ||
      byText(nameOf(columns ?? '', a), nameOf(columns ?? '', b)) ||
      byText(a, b),
  );

  // A column is asked for in any of its spellings.
  const wanted = report.order?.column;
  const orderColumn =
    wanted === undefined
      ? undefined
      : columnKeys.find((key) => classOf(columns ?? '', key) === classOf(columns ?? '', wanted));

  // The first of the outermost groups; the rest is one.
  const level = (path: readonly Key[]) => [
    ...new Set(
      places
        .filter((each) => path.every((key, at) => key === each.path[at]))
        .map((each) => each.path[path.length] ?? null),
    ),
  ];
  // What changed is the difference of two figures of eight decimals; what is not there is 0 of what can be added up.
  const changeOf = (id: string, own: Content, had: Content): Fraction | null => {
    const at = (content: Content) =>
      content.records.length > 0 || content.expected !== null ? value(id, content) : isAdditive(id) ? units(0n) : null;
    const [is, was] = [at(own), at(had)];
    // Where no object has a currency, all money is one.
    const isOneMoney = !asked.withCurrencies || labelsIn([...own.records, ...had.records], setting, [id]).length < 2;
    if (is === null || was === null || !isOneMoney) return null;
    return units(rounded(is) - rounded(was));
  };
  const ordered = (
    keys: Key[],
    name: string,
    contentAt: (key: Key, column?: Key) => Content,
    contentBefore: ((key: Key) => Content) | null,
  ): Key[] => {
    const by = report.order?.by;
    const sign = report.order?.direction === 'ascending' ? 1 : -1;
    const byName = (a: Key, b: Key) => byText(nameOf(name, a), nameOf(name, b)) || byText(a, b);
    if (by === name) {
      // Those without a name come after the others, the most hours first.
      const isBare = (key: string) => named(name, key) === undefined;
      const hours =
        measures.find((each) => findMeasure(each)?.unit === 'hours' && findMeasure(each)?.additive) ??
        measures.find((each) => findMeasure(each)?.additive);
      const sizeOf = (key: Key) => {
        const content = contentAt(key);
        return hours === undefined ? units(BigInt(content.records.length)) : value(hours, content);
      };
      return keys.toSorted((a, b) => {
        if (a === null || b === null) return byText(a, b);
        if (isBare(a) !== isBare(b)) return isBare(a) ? 1 : -1;
        return (isBare(a) ? byValue(sizeOf(a), sizeOf(b), -1) : 0) || sign * byName(a, b);
      });
    }
    const isMeasure = by !== undefined && measures.includes(by);
    if (isDated(name) && !isMeasure) return keys.toSorted(byText);
    const id = isMeasure ? by : (measures[0] ?? '');
    const column = isMeasure ? orderColumn : undefined;
    const of = isMeasure && contentBefore ? report.order?.of : undefined;
    const figureOf = (key: Key) => {
      if (of === undefined || !contentBefore) return value(id, contentAt(key, column));
      const change = changeOf(id, contentAt(key), contentBefore(key));
      return change !== null && of === 'movement' && compare(change, units(0n)) < 0 ? minus(units(0n), change) : change;
    };
    const values = new Map(keys.map((key) => [key, figureOf(key)]));
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
      : ordered(
          level([]),
          groupBy[0] ?? '',
          (key, column) => contentOf(now, cellOf(under([key]), column)),
          then && ((key) => contentOf(then, under([key]))),
        );
  const isIn = (content: Content) => content.records.length > 0 || content.expected !== null;
  const listed =
    report.only === undefined || !then
      ? outer
      : outer.filter((key) => isIn(contentOf(now, under([key]))) !== isIn(contentOf(then, under([key]))));
  const kept = new Set(report.top ? listed.slice(0, report.top.count) : listed);
  const folded = outer.length - kept.size;

  const isLabelled = asked.withCurrencies && moneyIn(...measures).length > 0;
  const everything = contentOf(now, () => true);
  const always = then
    ? contentOf(then, () => true)
    : { records: [], known: new Set<TimeLogRecord>(), unknown: new Set<string>(), expected: null };
  const labels = labelsIn([...everything.records, ...always.records], setting, measures).toSorted();
  const isSeveral = isLabelled && labels.length > 1;
  const onlyLabel = (content: Content): Key => {
    const [label = '', ...others] = labelsIn(content.records, setting, measures);
    return label === '' || others.length > 0 ? null : label;
  };
  // Where several labels meet, each label's money is that of its own records, all of them, reckoned as if no others were there.
  const apart = (content: Content) =>
    labelsIn(content.records, setting, measures)
      .toSorted((a, b) => Number(a === '') - Number(b === '') || byText(a, b))
      .map((label) => ({
        currency: label === '' ? null : label,
        values: Object.fromEntries(
          measures
            .filter((id) => moneyIn(id).length > 0)
            .map((id) => [
              id,
              textOf(
                value(id, {
                  ...content,
                  records: content.records.filter((record) => labelOf(record, setting) === label),
                  expected: null,
                }),
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
    ...(isSeveral ? { currency: onlyLabel(content) } : {}),
    ...amounts(content, 2),
  });
  const cellAmounts = (contents: readonly Content[]) => {
    const all = contents.map((content) => amounts(content, 2).amounts ?? null);
    return all.every((each) => each === null) ? {} : { cellAmounts: all };
  };
  const figuresBefore = (own: Content, had: Content) => {
    // Each figure by its own money: what both periods have in one currency stands beside one another.
    const isApart = (id: string) =>
      labelsIn(had.records, setting, [id]).length > 0 &&
      labelsIn([...own.records, ...had.records], setting, [id]).length > 1;
    if (!isSeveral || !measures.some(isApart)) return figures(had);
    const { values, records: counted } = figures(had);
    const without = Object.fromEntries(Object.entries(values).map(([id, text]) => [id, isApart(id) ? null : text]));
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
              onlyLabel(contentOf(now, (place) => isMine(place) && place.column === key)),
            ),
            ...cellAmounts(columnKeys.map((key) => contentOf(now, (place) => isMine(place) && place.column === key))),
          }
        : {}),
      ...(then
        ? {
            before: isThere && had ? figuresBefore(own, had) : null,
            split: isThere && had ? splitOf(own, had, setting) : null,
          }
        : {}),
    };
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
    for (const key of ordered(
      next,
      name,
      (each, column) => contentOf(now, cellOf(deeper(each), column)),
      then && ((each) => contentOf(then, deeper(each))),
    ))
      walk([...path, key], deeper(key), isRest);
    if (path.length === 0 && folded > 0) walk([null], (place) => !kept.has(place.path[0] ?? null), true);
  };
  walk([], () => true, false);

  const unlabelled = everything.records.filter(
    (record) => labelOf(record, setting) === '' && measures.some((id) => isPaid(record, id, setting)),
  );
  return {
    spellings,
    notes: isSeveral
      ? [
          { kind: 'mixed-currencies', records: null, minutes: null },
          ...(unlabelled.length > 0 ? [{ kind: 'no-currency', records: unlabelled.length, minutes: null }] : []),
        ]
      : [],
    calendar: setting.calendar,
    period: span && { from: span.from, to: span.to },
    compared: old && { from: old.from, to: old.to },
    currencies: isLabelled
      ? [...labels.filter((each) => each !== ''), ...(labels.includes('') ? [null] : [])]
      : undefined,
    said: saidOf(everything, setting),
    saidBefore: saidOf(always, setting).filter(({ kind }) => oneSided.includes(kind)),
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
