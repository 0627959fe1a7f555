/**
 * Writes what was found on one record as a line: "1,500.00 recorded · 7.50 h × 95.00 = 712.50". The caller decides how figures are written.
 */
import { factTexts as texts, type CheckName } from '#texts/screens/checks.ts';
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

export function toSentence(check: string, found: FoundText, format: FactFormat): string {
  return isWorded(check) ? sentences[check](found, writerOf(found.facts, format)) : check;
}

function isWorded(check: string): check is CheckName {
  return Object.hasOwn(sentences, check);
}

/** The facts of one finding by their names, written. */
interface Writer {
  readonly format: FactFormat;
  readonly money: (name: string) => string;
  readonly hours: (name: string) => string;
  readonly time: (name: string) => string | null;
  readonly orNull: (write: (text: string) => string, name: string) => string | null;
}

function writerOf(facts: Facts, format: FactFormat): Writer {
  const orNull = (write: (text: string) => string, name: string) => {
    const value = facts[name];
    return value === null || value === undefined ? null : write(value);
  };
  return {
    format,
    money: (name) => orNull(format.money, name) ?? UNKNOWN,
    hours: (name) => orNull(format.hours, name) ?? UNKNOWN,
    time: (name) => orNull(format.time, name),
    orNull,
  };
}

type Sentence = (found: FoundText, write: Writer) => string;

const byTheHour: Sentence = (_, { money, hours }) =>
  texts.byTheHour(money('recorded'), hours('hours'), money('rate'), money('computed'));

/** What is said of each check's findings. A check without a sentence does not compile. */
const sentences: Readonly<Record<CheckName, Sentence>> = {
  'billable-without-rate': (_, { hours, orNull, format }) =>
    texts.billableWithoutRate(hours('billableHours'), orNull(format.money, 'rate'), orNull(format.money, 'amount')),
  'amount-differs': byTheHour,
  'cost-differs': byTheHour,
  'margin-differs': (_, { money }) =>
    texts.margin(money('recorded'), money('amount'), money('cost'), money('computed')),
  'cost-unknown': (_, { orNull, format }) => texts.costUnknown(orNull(format.money, 'costRate')),
  'billable-over-total': (_, { hours }) => texts.billableOverTotal(hours('billableHours'), hours('hours')),
  'enormous-amount': (_, { money, orNull, format }) =>
    texts.enormousAmount(money('amount'), orNull(format.hours, 'hours')),
  'hours-differ': ({ facts }, { format }) => hourPairs(facts, format),
  'enormous-hours': (_, { hours, orNull, format }) =>
    texts.enormousHours(hours('hours'), orNull(format.number, 'sessions')),
  'end-before-start': ({ facts }, { format }) => endBeforeStart(facts, format),
  overlap: ({ facts, related, others, stays = false }, { format }) =>
    texts.overlap(
      format.span(facts['firstStart'] ?? null, facts['firstEnd'] ?? null),
      otherTexts(others, format),
      related.length,
      stays,
    ),
  'same-record-id': ({ facts, related, others, stays = false }, { format }) =>
    texts.sameRecordId(facts[RECORD_ID_PROPERTY] ?? UNKNOWN, otherTexts(others, format), related.length, stays),
  duplicate: ({ related, stays = false }, { time, orNull, format }) =>
    texts.duplicate(
      time('firstStart') ?? UNKNOWN,
      orNull(format.number, 'minutes') ?? UNKNOWN,
      texts.ids(related),
      stays,
    ),
  'timer-on': (_, { time }) => texts.timerOn(time('firstStart'), time('lastEnd')),
  'without-minutes': (_, { orNull, format }) => texts.withoutMinutes(orNull(format.hours, 'hours')),
  'without-month': (_, { time, orNull, format }) =>
    texts.withoutMonth(orNull(format.day, 'month'), orNull(format.day, 'week'), time('firstStart')),
  'without-owner': () => texts.missingWhat['without-owner'],
  'without-object': () => texts.missingWhat['without-object'],
  'without-category': () => texts.missingWhat['without-category'],
  'twin-differs': ({ facts }, { format }) => twins(facts, format),
  unreadable: ({ facts }) => eachFact(facts, (name, received) => texts.unreadable(findLabel(name), received)),
  rounded: ({ facts }, { format }) =>
    eachFact(facts, (name, received) =>
      texts.rounded(findLabel(name), received, format.number(formatCounted(received))),
    ),
  negative: ({ facts }, { format }) =>
    eachFact(facts, (name, value) => texts.property(findLabel(name), written(name, value, format))),
};

function eachFact(facts: Facts, say: (name: string, value: string) => string): string {
  return known(facts)
    .map(([name, value]) => say(name, value))
    .join(' · ');
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
