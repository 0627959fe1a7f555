/** Reads a command from the text typed in the palette: a verb, a name and a period in any order. Pure. */
import { joinSearchWords, listSearchWords } from '#domain/filter/search.ts';
import { findNearestName } from '#domain/people/nearest-name.ts';
import {
  isRelativePeriod,
  resolvePeriod,
  formatPeriodDates,
  type Period,
  type PeriodContext,
} from '#domain/time/period.ts';
import { fiscalPeriodPresets, periodPresets } from '#domain/time/period-presets.ts';
import { commandTexts as texts } from '#texts/screens/shell.ts';

export type Verb = keyof typeof texts.verbs;

/** A person, client or report that a command can name. */
export interface Named {
  readonly label: string;
  readonly id: string;
}

export interface Command<Of extends Named> {
  readonly verb: Verb;
  /** In the format of addresses; undefined if none was typed. */
  readonly period: string | undefined;
  /** Undefined for all records. */
  readonly target: Of | undefined;
}

/** Beyond this number, it is quicker to search again. */
const MAX = 4;
/** In words of at least this length, one letter may be wrong. */
const MIN_FUZZY = 4;

/**
 * @param named reports first, because a command to print a period without a name uses them
 * @returns the likeliest command first; none if the words are not a command
 */
export function readCommands<Of extends Named>(
  typed: string,
  named: readonly Of[],
  context: PeriodContext,
): Command<Of>[] {
  const all = typed.trim().split(/\s+/);
  const at = all.findIndex((word) => findVerb(word) !== undefined);
  const verb = findVerb(all[at] ?? '');
  if (verb === undefined) return [];
  const words = all.toSpliced(at, 1);
  // A name may look like a period: a client may be called May.
  const byName = findNamed(toName(words), named).map((target) => ({ verb, period: undefined, target }));
  for (const { period, rest } of listReadings(words, context)) {
    const name = toName(rest);
    const targets = name === '' ? listUnnamed(verb, named) : findNamed(name, named);
    const isRead = targets.length > 0 && (name !== '' || period !== undefined);
    if (isRead)
      return [...targets.map((target) => ({ verb, period, target })), ...(period === undefined ? [] : byName)];
  }
  return byName;
}

/** Without a name, all records can be exported, but not printed, which would take hundreds of pages. */
function listUnnamed<Of extends Named>(verb: Verb, named: readonly Of[]): readonly (Of | undefined)[] {
  return verb === 'export' ? [undefined] : named.slice(0, MAX);
}

const toName = (words: readonly string[]) => words.filter((word) => !isJoining(word)).join(' ');

function findVerb(word: string): Verb | undefined {
  const folded = word.toLowerCase();
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of a literal object are its own
  return (Object.keys(texts.verbs) as Verb[]).find((verb) =>
    texts.verbs[verb].some(
      (verbWord) => verbWord === folded || (folded.length >= MIN_FUZZY && verbWord.startsWith(folded)),
    ),
  );
}

const isJoining = (word: string) => texts.joining.some((joiningWord) => joiningWord === word.toLowerCase());

interface Reading {
  readonly period: string | undefined;
  readonly rest: readonly string[];
}

/** Reads the longest run of words that is a period first, and finally no period. */
function* listReadings(words: readonly string[], context: PeriodContext): Generator<Reading> {
  for (let length = words.length; length > 0; length -= 1) {
    for (let from = 0; from + length <= words.length; from += 1) {
      const period = readPeriod(words.slice(from, from + length).join(' '), context);
      if (period !== undefined) yield { period, rest: words.toSpliced(from, length) };
    }
  }
  yield { period: undefined, rest: words };
}

/** @returns the name of a moving period, which stays valid next month, or the dates of a fixed one */
function readPeriod(text: string, context: PeriodContext): string | undefined {
  const read = resolvePeriod(text, context);
  if (!read.ok) return undefined;
  const isSame = (name: string) => {
    const other = resolvePeriod(name, context);
    return other.ok && hasEqualDays(other.value, read.value);
  };
  const name = isRelativePeriod(text) ? [...periodPresets, ...fiscalPeriodPresets].find(isSame) : undefined;
  return name ?? formatPeriodDates(read.value);
}

const hasEqualDays = (one: Period, other: Period) => one.from === other.from && one.to === other.to;

function findNamed<Of extends Named>(name: string, named: readonly Of[]): Of[] {
  const words = listSearchWords(name);
  if (words.length === 0) return [];
  const searched = named.map((target) => ({ target, text: joinSearchWords([target.label, target.id]) }));
  const fitting = searched.filter(({ text }) => words.every((word) => text.includes(` ${word}`)));
  const isNear = (text: string) => (word: string) =>
    text.includes(` ${word}`) ||
    (word.length >= MIN_FUZZY && findNearestName(word, text.trim().split(' ')) !== undefined);
  const matches = fitting.length > 0 ? fitting : searched.filter(({ text }) => words.every(isNear(text)));
  const exactName = joinSearchWords([name]);
  return [
    ...matches.filter(({ text }) => text.startsWith(exactName)),
    ...matches.filter(({ text }) => !text.startsWith(exactName)),
  ]
    .toSorted((a, b) => Number(isExact(b.target, exactName)) - Number(isExact(a.target, exactName)))
    .slice(0, MAX)
    .map(({ target }) => target);
}

const isExact = ({ label }: Named, exactName: string) => joinSearchWords([label]) === exactName;
