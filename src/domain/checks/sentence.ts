/** Words a finding as a line: "1,500.00 recorded · 7.50 h × 95.00 = 712.50". The caller formats the figures. */
import { factTexts as texts } from '#texts/screens/check-findings.ts';
import type { CheckName } from '#texts/screens/checks.ts';
import { formatUnits, parseDecimal, toUnits } from '../decimal.ts';
import { findProperty, RECORD_ID_PROPERTY, propertyNames } from '../properties.ts';
import { sentColumns } from '../filter/billed.ts';
import { toBilledFact } from './money.ts';
import { chooseGrid, toSteps, formatSteps, type PrintSettings, type TextStyle } from '../reports/print/printed.ts';

export type Facts = Readonly<Record<string, string | null>>;

/** A related record of a finding. Times are ISO UTC. */
export interface OtherRecord {
  readonly id: string;
  readonly start: string | null;
  readonly end: string | null;
  readonly objectType: string | null;
  readonly object: string | null;
  readonly title: string | null;
}

export interface FindingFacts {
  readonly facts: Facts;
  /** Ids of all related records. */
  readonly related: readonly string[];
  /** Details of the first related records. */
  readonly others: readonly OtherRecord[];
  /** True for the one of several equal records that is not in question, because the others are. */
  readonly stays?: boolean;
}

export interface FactFormat {
  /** Formats money and rates. */
  readonly money: (decimal: string) => string;
  readonly hours: (decimal: string) => string;
  /** Formats any other number. */
  readonly number: (decimal: string) => string;
  /** Takes an ISO timestamp in UTC. */
  readonly time: (timestamp: string) => string;
  /** Takes two timestamps; null is unknown. */
  readonly span: (start: string | null, end: string | null) => string;
  /** Takes `YYYY-MM-DD`. */
  readonly day: (date: string) => string;
  /** Finds an object's name; undefined if unknown. */
  readonly objectName: (type: string | undefined, id: string) => string | undefined;
}

const UNKNOWN = '–';

export function toSentence(check: string, finding: FindingFacts, format: FactFormat): string {
  return hasSentence(check) ? sentences[check](finding, createWriter(finding.facts, format)) : check;
}

function hasSentence(check: string): check is CheckName {
  return Object.hasOwn(sentences, check);
}

/** Formats the facts of a finding by their names. */
function createWriter(facts: Facts, format: FactFormat) {
  const writeOrNull = (write: (text: string) => string, name: string) => {
    const value = facts[name];
    return value === null || value === undefined ? null : write(value);
  };
  return {
    format,
    money: (name: string) => writeOrNull(format.money, name) ?? UNKNOWN,
    hours: (name: string) => writeOrNull(format.hours, name) ?? UNKNOWN,
    time: (name: string) => writeOrNull(format.time, name),
    orNull: writeOrNull,
  };
}

type Sentence = (finding: FindingFacts, write: ReturnType<typeof createWriter>) => string;

const formatHourly: Sentence = (_, { money, hours }) =>
  texts.byTheHour(money('recorded'), hours('hours'), money('rate'), money('computed'));

/** Complete by its type: every check must have a sentence. */
const sentences: Readonly<Record<CheckName, Sentence>> = {
  'billable-without-rate': (_, { hours, orNull: writeOrNull, format }) =>
    texts.billableWithoutRate(
      hours('billableHours'),
      writeOrNull(format.money, 'rate'),
      writeOrNull(format.money, 'amount'),
    ),
  'amount-differs': formatHourly,
  'cost-differs': formatHourly,
  'margin-differs': (_, { money }) =>
    texts.margin(money('recorded'), money('amount'), money('cost'), money('computed')),
  'cost-unknown': (_, { orNull: writeOrNull, format }) => texts.costUnknown(writeOrNull(format.money, 'costRate')),
  'billable-over-total': (_, { hours }) => texts.billableOverTotal(hours('billableHours'), hours('hours')),
  'enormous-amount': (_, { money, orNull: writeOrNull, format }) =>
    texts.enormousAmount(money('amount'), writeOrNull(format.hours, 'hours')),
  'hours-differ': ({ facts }, { format }) => formatHourPairs(facts, format),
  'enormous-hours': (_, { hours, orNull: writeOrNull, format }) =>
    texts.enormousHours(hours('hours'), writeOrNull(format.number, 'sessions')),
  'end-before-start': ({ facts }, { format }) => formatEndBeforeStart(facts, format),
  overlap: ({ facts, related, others, stays = false }, { format }) =>
    texts.overlap(
      format.span(facts['firstStart'] ?? null, facts['firstEnd'] ?? null),
      formatOthers(others, format),
      related.length,
      stays,
    ),
  'same-record-id': ({ facts, related, others, stays = false }, { format }) =>
    texts.sameRecordId(facts[RECORD_ID_PROPERTY] ?? UNKNOWN, formatOthers(others, format), related.length, stays),
  duplicate: ({ related, stays = false }, { time: formatTime, orNull: writeOrNull, format }) =>
    texts.duplicate(
      formatTime('firstStart') ?? UNKNOWN,
      writeOrNull(format.number, 'minutes') ?? UNKNOWN,
      texts.ids(related),
      stays,
    ),
  'timer-on': (_, { time: formatTime }) => texts.timerOn(formatTime('firstStart'), formatTime('lastEnd')),
  'without-minutes': (_, { orNull: writeOrNull, format }) => texts.withoutMinutes(writeOrNull(format.hours, 'hours')),
  'without-month': (_, { time: formatTime, orNull: writeOrNull, format }) =>
    texts.withoutMonth(writeOrNull(format.day, 'month'), writeOrNull(format.day, 'week'), formatTime('firstStart')),
  'without-owner': () => texts.missingWhat['without-owner'],
  'without-object': () => texts.missingWhat['without-object'],
  'without-category': () => texts.missingWhat['without-category'],
  'twin-differs': ({ facts }, { format }) => formatTwins(facts, format),
  unreadable: ({ facts }) => joinFacts(facts, (name, received) => texts.unreadable(findLabel(name), received)),
  rounded: ({ facts }, { format }) =>
    joinFacts(facts, (name, received) =>
      texts.rounded(findLabel(name), received, format.number(formatCounted(received))),
    ),
  'sent-changed': ({ facts }, { format }) => formatSentChanges(facts, format),
  'billed-twice': ({ facts }) =>
    texts.billedTwice(facts['first'] ?? UNKNOWN, facts['last'] ?? UNKNOWN, facts['again'] ?? null),
  negative: ({ facts }, { format }) =>
    joinFacts(facts, (name, value) => texts.property(findLabel(name), formatValue(name, value, format))),
};

function joinFacts(facts: Facts, formatFact: (name: string, value: string) => string): string {
  return listKnownFacts(facts)
    .map(([name, value]) => formatFact(name, value))
    .join(' · ');
}

/** Describes records by object, time and id. A record whose object has no name is described by its title alone. */
function formatOthers(others: readonly OtherRecord[], format: FactFormat): string[] {
  return others.map(({ id, start, end, objectType, object, title }) => {
    const name = object === null ? undefined : format.objectName(objectType ?? undefined, object);
    return texts.other(format.span(start, end), name ?? null, title, id);
  });
}

function listKnownFacts(facts: Facts): [string, string][] {
  return Object.entries(facts).flatMap(([name, value]) => (value === null ? [] : [[name, value]]));
}

/** Formats the value that is used, which was rounded when it was read. */
const formatCounted = (received: string) => formatUnits(parseDecimal(received)?.units ?? 0n);

const findLabel = (name: string) => findProperty(name)?.label ?? name;

function formatValue(name: string, value: string, format: FactFormat): string {
  const unit = findProperty(name)?.unit;
  if (unit === 'money' || unit === 'rate') return format.money(value);
  return unit === 'hours' ? format.hours(value) : format.number(value);
}

function formatSentChanges(facts: Facts, format: FactFormat): string {
  const write = (name: string, value: string | null | undefined, type: string | null | undefined) =>
    value == null
      ? texts.unset
      : name === propertyNames.objectId
        ? (format.objectName(type ?? undefined, value) ?? value)
        : formatTyped(name, value, format);
  const changes = sentColumns.flatMap((name) => {
    const [before, after] = [facts[toBilledFact(name)] ?? null, facts[name] ?? null];
    if (before === after) return [];
    const types = [facts[toBilledFact(propertyNames.objectType)], facts[propertyNames.objectType]] as const;
    return [texts.wasAndIs(findLabel(name), write(name, before, types[0]), write(name, after, types[1]))];
  });
  return texts.sentChanged(facts['last'] ?? UNKNOWN, changes);
}

function formatTyped(name: string, value: string, format: FactFormat): string {
  const type = findProperty(name)?.type;
  if (type === 'number') return formatValue(name, value, format);
  if (type === 'datetime') return format.time(value);
  return type === 'date' ? format.day(value) : texts.quoted(value);
}

function formatHourPairs(facts: Facts, format: FactFormat): string {
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

/** Formats the first pair that is in the wrong order. */
function formatEndBeforeStart(facts: Facts, format: FactFormat): string {
  const pairs = [
    ['firstStart', 'firstEnd'],
    ['lastStart', 'lastEnd'],
    ['firstStart', 'lastEnd'],
  ] as const;
  const [start, end] = pairs.find(([from, to]) => (facts[to] ?? '~') < (facts[from] ?? '')) ?? pairs[0];
  const formatTime = (text: string | null | undefined) => (text == null ? null : format.time(text));
  return texts.span(formatTime(facts[start]), formatTime(facts[end]));
}

function formatTwins(facts: Facts, format: FactFormat): string {
  return listKnownFacts(facts)
    .flatMap(([name, recorded]) => {
      const auto = facts[`${name}_auto`];
      return auto == null
        ? []
        : [texts.twin(findLabel(name), formatValue(name, recorded, format), formatValue(name, auto, format))];
    })
    .join(' · ');
}

/** Findings may concern small differences, so values that the chosen digits would hide are printed with this many. */
const FINE_DIGITS = 2;

/**
 * Formats money and hours of a finding according to the settings, but never so coarsely that different values look the same.
 * @param style how signs are written
 */
export function createFactFigures(settings: PrintSettings, style: TextStyle = {}): Pick<FactFormat, 'money' | 'hours'> {
  const fine: PrintSettings = {
    ...settings,
    hoursStyle: 'decimal',
    hoursDigits: Math.max(FINE_DIGITS, settings.hoursDigits),
    moneyDigits: Math.max(FINE_DIGITS, settings.moneyDigits),
  };
  const createFormat = (unit: 'money' | 'hours') => (decimal: string) => {
    const grid = chooseGrid(unit, settings);
    const hidesNothing = grid.scaled(toUnits(decimal)) % grid.step === 0n;
    const visibleGrid = hidesNothing ? grid : chooseGrid(unit, fine);
    return formatSteps(toSteps(decimal, visibleGrid), visibleGrid, style);
  };
  return { money: createFormat('money'), hours: createFormat('hours') };
}
