/** Chooses which ids of a pasted mail are looked up: what this computer knows decides first, then the text around them. Pure. */
import type { Candidate, Reason } from './read-mail.ts';

export interface KnownNumbers {
  /** The ids of records here, of the numbers in the mail. */
  readonly records: readonly string[];
  readonly owners: readonly string[];
  /** The ids of companies, deals, tickets, projects and the like among the numbers. */
  readonly objects: readonly string[];
  /** The lengths, in digits, that the ids of the records here have. */
  readonly lengths: readonly number[];
}

export interface SkippedNumber {
  readonly text: string;
  /** The id that is looked up if the person wishes so; undefined where it is no number that could be an id. */
  readonly id: string | undefined;
  readonly reason: Reason;
}

export interface ChosenIds {
  /** Each id is listed once, in the order in which it was pasted. */
  readonly objectIds: readonly string[];
  readonly recordIds: readonly string[];
  readonly repeated: number;
  readonly notAsked: readonly SkippedNumber[];
}

const NUMBER = /^[1-9]\d{0,17}$/;
/** Where no record is here, shorter numbers in sentences are dates, rooms and the like. */
const SHORTEST_IN_SENTENCE = 9;
const THOUSANDS = /^\d{1,3}(?:[.,'’]\d{3}){1,6}$/;
/** Shorter numbers that are no ids are counts and hours, which are not worth a line. */
const SHORTEST_TOLD = 5;

/** @returns every number to ask this computer about */
export function listNumbers(candidates: readonly Candidate[]): string[] {
  const numbers = candidates.flatMap(({ id, isRecordId, parts = [] }) => (isRecordId ? [] : [id, ...parts]));
  return [...new Set(numbers)].filter((number) => NUMBER.test(number));
}

/** @param wished texts that a person wants looked up anyway */
export function chooseIds(
  candidates: readonly Candidate[],
  known: KnownNumbers,
  wished: ReadonlySet<string> = new Set(),
): ChosenIds {
  const findReason = createReasonFinder(known);
  /** Groups of digits may be several numbers: then each is judged by itself. Only blanks make them a list, whatever their length. */
  const findPartReasons = (candidate: Candidate) => {
    const { text, parts = [], field } = candidate;
    const isListed = candidate.isListed && /^[\d ]+$/.test(text);
    // A field called id has one value: of thousands set apart, its name says nothing of the parts.
    const plainCandidate =
      candidate.reason === 'groups'
        ? { ...candidate, reason: undefined, isListed, field: THOUSANDS.test(text) ? undefined : field }
        : candidate;
    return parts.map((part) => ({
      text: part,
      id: part,
      reason: wished.has(part) ? undefined : findReason(plainCandidate, part),
    }));
  };
  const objectIds = new Set<string>();
  const recordIds = new Map<string, string>();
  const skipped = new Map<string, SkippedNumber>();
  let askedCount = 0;
  for (const candidate of candidates) {
    const { text, isRecordId } = candidate;
    const reason = wished.has(text) ? undefined : findReason(candidate, candidate.id);
    if (isRecordId && reason === undefined) {
      askedCount += 1;
      recordIds.set(candidate.id.toLowerCase(), candidate.id);
      continue;
    }
    const parts = reason === undefined ? [] : findPartReasons(candidate);
    // Groups of which none is an id are one number that is left out.
    const isSeveral = parts.some((part) => part.reason === undefined);
    for (const number of isSeveral ? parts : [{ text, id: candidate.id, reason }]) {
      const digits = number.id.replace(/^0+/, '');
      const id = isRecordId ? number.id : NUMBER.test(digits) ? digits : undefined;
      const isOfField = candidate.field !== undefined && number.reason === 'groups';
      const isWorthALine = candidate.isListed || isOfField || number.id.length >= SHORTEST_TOLD;
      if (number.reason === undefined) {
        askedCount += 1;
        objectIds.add(digits);
      } else if (isWorthALine || !/^(?:length|groups)$/.test(number.reason))
        skipped.set(number.text, { text: number.text, id, reason: number.reason });
    }
  }
  const isAsked = ({ id = '' }: SkippedNumber) => objectIds.has(id) || recordIds.has(id.toLowerCase());
  return {
    objectIds: [...objectIds],
    recordIds: [...recordIds.values()],
    repeated: askedCount - objectIds.size - recordIds.size,
    notAsked: [...skipped.values()].filter((number) => !isAsked(number)),
  };
}

function createReasonFinder({ records, owners, objects, lengths }: KnownNumbers) {
  const [recordIds, ownerIds, objectIds, idLengths] = [
    new Set(records),
    new Set(owners),
    new Set(objects),
    new Set(lengths),
  ];
  // Ids are counted up: the next one may have a digit more.
  const nextLength = Math.max(0, ...lengths) + 1;
  return ({ isRecordId, isListed, reason, field }: Candidate, id: string): Reason | undefined => {
    if (isRecordId || recordIds.has(id)) return isRecordId ? reason : undefined;
    if (ownerIds.has(id)) return 'ownerHere';
    if (objectIds.has(id)) return 'objectHere';
    if (reason !== undefined) return reason;
    if (id.startsWith('0')) return 'zero';
    const isLong =
      idLengths.size > 0
        ? idLengths.has(id.length) || (isListed && id.length === nextLength)
        : isListed || field !== undefined || id.length >= SHORTEST_IN_SENTENCE;
    return isLong && NUMBER.test(id) ? undefined : 'length';
  };
}

/** The browser host accepts at most 1 MiB in one request; this many numbers of 18 digits take less than half of it. */
export const MOST_NUMBERS = 20_000;

export const nothingKnown: KnownNumbers = { records: [], owners: [], objects: [], lengths: [] };

/** Asks what this computer knows of the numbers, in batches small enough for every host. */
export async function askKnownNumbers(
  numbers: readonly string[],
  ask: (batch: string[]) => Promise<KnownNumbers>,
): Promise<KnownNumbers> {
  let known = nothingKnown;
  for (let start = 0; start < numbers.length; start += MOST_NUMBERS) {
    const { records, owners, objects, lengths } = await ask(numbers.slice(start, start + MOST_NUMBERS));
    known = {
      records: known.records.concat(records),
      owners: known.owners.concat(owners),
      objects: known.objects.concat(objects),
      lengths,
    };
  }
  return known;
}
