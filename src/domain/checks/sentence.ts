/**
 * Writes what was found on one record as a line: "1,500.00 recorded · 7.50 h × 95.00 = 712.50". The caller decides how figures are written.
 */
import { factTexts as texts } from '#texts/screens/checks.ts';
import { formatUnits, parseDecimal } from '../decimal.ts';
import { findProperty, RECORD_ID_PROPERTY } from '../properties.ts';

export type Facts = Readonly<Record<string, string | null>>;

/** Another record that a finding is about. Times are ISO UTC. */
export interface OtherRecord {
  readonly id: string;
  readonly start: string | null;
  readonly end: string | null;
  readonly objectType: string | null;
  readonly object: string | null;
  readonly title: string | null;
}

export interface FoundText {
  readonly facts: Facts;
  /** Ids. */
  readonly related: readonly string[];
  /** Of the first of them. */
  readonly others: readonly OtherRecord[];
  /** Of records that concern one another, the one that is not in question itself: the others are. */
  readonly stays?: boolean;
}

export interface FactFormat {
  /** Money and rates. */
  readonly money: (decimal: string) => string;
  readonly hours: (decimal: string) => string;
  /** Any other number. */
  readonly number: (decimal: string) => string;
  /** ISO UTC. */
  readonly time: (timestamp: string) => string;
  /** Two of them; null is unknown. */
  readonly span: (start: string | null, end: string | null) => string;
  /** `YYYY-MM-DD`. */
  readonly day: (date: string) => string;
  /** An object's name; undefined where it is unknown. */
  readonly objectName: (type: string | undefined, id: string) => string | undefined;
}

const UNKNOWN = '–';

export function toSentence(
  check: string,
  { facts, related, others, stays = false }: FoundText,
  format: FactFormat,
): string {
  const orNull = (write: (text: string) => string, name: string) => {
    const value = facts[name];
    return value === null || value === undefined ? null : write(value);
  };
  const money = (name: string) => orNull(format.money, name) ?? UNKNOWN;
  const hours = (name: string) => orNull(format.hours, name) ?? UNKNOWN;
  const time = (name: string) => orNull(format.time, name);
  switch (check) {
    case 'billable-without-rate':
      return texts.billableWithoutRate(
        hours('billableHours'),
        orNull(format.money, 'rate'),
        orNull(format.money, 'amount'),
      );
    case 'amount-differs':
    case 'cost-differs':
      return texts.byTheHour(money('recorded'), hours('hours'), money('rate'), money('computed'));
    case 'margin-differs':
      return texts.margin(money('recorded'), money('amount'), money('cost'), money('computed'));
    case 'cost-unknown':
      return texts.costUnknown(orNull(format.money, 'costRate'));
    case 'billable-over-total':
      return texts.billableOverTotal(hours('billableHours'), hours('hours'));
    case 'enormous-amount':
      return texts.enormousAmount(money('amount'), orNull(format.hours, 'hours'));
    case 'hours-differ':
      return hourPairs(facts, format);
    case 'enormous-hours':
      return texts.enormousHours(hours('hours'), orNull(format.number, 'sessions'));
    case 'end-before-start':
      return endBeforeStart(facts, format);
    case 'overlap':
      return texts.overlap(
        format.span(facts['firstStart'] ?? null, facts['firstEnd'] ?? null),
        otherTexts(others, format),
        related.length,
        stays,
      );
    case 'same-record-id':
      return texts.sameRecordId(
        facts[RECORD_ID_PROPERTY] ?? UNKNOWN,
        otherTexts(others, format),
        related.length,
        stays,
      );
    case 'duplicate':
      return texts.duplicate(
        time('firstStart') ?? UNKNOWN,
        orNull(format.number, 'minutes') ?? UNKNOWN,
        texts.ids(related),
        stays,
      );
    case 'timer-on':
      return texts.timerOn(time('firstStart'), time('lastEnd'));
    case 'without-minutes':
      return texts.withoutMinutes(orNull(format.hours, 'hours'));
    case 'without-month':
      return texts.withoutMonth(orNull(format.day, 'month'), orNull(format.day, 'week'), time('firstStart'));
    case 'twin-differs':
      return twins(facts, format);
    case 'unreadable':
      return known(facts)
        .map(([name, received]) => texts.unreadable(findLabel(name), received))
        .join(' · ');
    case 'rounded':
      return known(facts)
        .map(([name, received]) => texts.rounded(findLabel(name), received, formatCounted(received)))
        .join(' · ');
    case 'negative':
      return known(facts)
        .map(([name, value]) => texts.property(findLabel(name), written(name, value, format)))
        .join(' · ');
    default:
      return texts.missingWhat[check] ?? check;
  }
}

/** What it was for, when, and which record: an object without a name is described by its title alone. */
function otherTexts(others: readonly OtherRecord[], format: FactFormat): string[] {
  return others.map(({ id, start, end, objectType, object, title }) => {
    const name = object === null ? undefined : format.objectName(objectType ?? undefined, object);
    return texts.other(format.span(start, end), name ?? null, title, id);
  });
}

function known(facts: Facts): [string, string][] {
  return Object.entries(facts).flatMap(([name, value]) => (value === null ? [] : [[name, value]]));
}

/** The value used instead: rounded when it was read. */
const formatCounted = (received: string) => formatUnits(parseDecimal(received)?.units ?? 0n);

const findLabel = (name: string) => findProperty(name)?.label ?? name;

function written(name: string, value: string, format: FactFormat): string {
  const unit = findProperty(name)?.unit;
  if (unit === 'money' || unit === 'rate') return format.money(value);
  return unit === 'hours' ? format.hours(value) : format.number(value);
}

function hourPairs(facts: Facts, format: FactFormat): string {
  return (['total', 'billable'] as const)
    .flatMap((kind) => {
      const hours = facts[`${kind}Hours`];
      const minutes = facts[`${kind}Minutes`];
      const computed = facts[`${kind}Computed`];
      if (hours == null || minutes == null || computed == null) return [];
      return [texts.hours(kind, format.hours(hours), format.number(minutes), format.hours(computed))];
    })
    .join(' · ');
}

/** The first pair in the wrong order. */
function endBeforeStart(facts: Facts, format: FactFormat): string {
  const pairs = [
    ['firstStart', 'firstEnd'],
    ['lastStart', 'lastEnd'],
    ['firstStart', 'lastEnd'],
  ] as const;
  const [start, end] = pairs.find(([from, to]) => (facts[to] ?? '~') < (facts[from] ?? '')) ?? pairs[0];
  const time = (text: string | null | undefined) => (text == null ? null : format.time(text));
  return texts.span(time(facts[start]), time(facts[end]));
}

function twins(facts: Facts, format: FactFormat): string {
  return known(facts)
    .flatMap(([name, own]) => {
      const auto = facts[`${name}_auto`];
      return auto == null ? [] : [texts.twin(findLabel(name), written(name, own, format), written(name, auto, format))];
    })
    .join(' · ');
}
