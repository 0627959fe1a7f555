/** Chooses the ids of a pasted mail to look up, first by the numbers known on this computer, then by the text around them. Pure. */
import type { Candidate, Reason } from './read-mail.ts';

export interface KnownNumbers {
  /** The numbers in the mail that are ids of local records. */
  readonly records: readonly string[];
  readonly owners: readonly string[];
  /** The numbers that are ids of companies, deals, tickets, projects and other objects. */
  readonly objects: readonly string[];
  /** The lengths, in digits, of local record ids. */
  readonly lengths: readonly number[];
}

export interface SkippedNumber {
  readonly text: string;
  /** The id to look up on request; undefined if the number cannot be an id. */
  readonly id: string | undefined;
  readonly reason: Reason;
}

export interface ChosenIds {
  /** Distinct ids in the order in which they were pasted. */
  readonly objectIds: readonly string[];
  readonly recordIds: readonly string[];
  readonly repeated: number;
  readonly notAsked: readonly SkippedNumber[];
}

const NUMBER = /^[1-9]\d{0,17}$/;
/** If there are no local records, shorter numbers in sentences are assumed to be dates, rooms and the like. */
const SHORTEST_IN_SENTENCE = 9;
const THOUSANDS = /^\d{1,3}(?:[.,'’]\d{3}){1,6}$/;
/** Shorter numbers that are not ids are usually counts and hours, so they are not reported as skipped. */
const SHORTEST_REPORTED = 5;

/** @returns every number to look up on this computer */
export function listNumbers(candidates: readonly Candidate[]): string[] {
  const numbers = candidates.flatMap(({ id, isRecordId, parts = [] }) => (isRecordId ? [] : [id, ...parts]));
  return [...new Set(numbers)].filter((number) => NUMBER.test(number));
}

/** @param requestedTexts texts that the user wants to look up anyway */
export function chooseIds(
  candidates: readonly Candidate[],
  known: KnownNumbers,
  requestedTexts: ReadonlySet<string> = new Set(),
): ChosenIds {
  const findReason = createReasonFinder(known);
  /** Groups of digits may be several numbers, which are then judged individually. If separated only by blanks, they are a list. */
  const findPartReasons = (candidate: Candidate) => {
    const { text, parts = [], field } = candidate;
    const isListed = candidate.isListed && /^[\d ]+$/.test(text);
    // A field called id has a single value, so its name does not apply to groups of thousands.
    const plainCandidate =
      candidate.reason === 'groups'
        ? { ...candidate, reason: undefined, isListed, field: THOUSANDS.test(text) ? undefined : field }
        : candidate;
    return parts.map((part) => ({
      text: part,
      id: part,
      reason: requestedTexts.has(part) ? undefined : findReason(plainCandidate, part),
    }));
  };
  const objectIds = new Set<string>();
  const recordIds = new Map<string, string>();
  const skipped = new Map<string, SkippedNumber>();
  let chosenCount = 0;
  for (const candidate of candidates) {
    const { text, isRecordId } = candidate;
    const reason = requestedTexts.has(text) ? undefined : findReason(candidate, candidate.id);
    if (isRecordId && reason === undefined) {
      chosenCount += 1;
      recordIds.set(candidate.id.toLowerCase(), candidate.id);
      continue;
    }
    const parts = reason === undefined ? [] : findPartReasons(candidate);
    // If none of the groups is an id, they are skipped as one number.
    const isSplit = parts.some((part) => part.reason === undefined);
    for (const number of isSplit ? parts : [{ text, id: candidate.id, reason }]) {
      const digits = number.id.replace(/^0+/, '');
      const id = isRecordId ? number.id : NUMBER.test(digits) ? digits : undefined;
      const isOfField = candidate.field !== undefined && number.reason === 'groups';
      const isWorthALine = candidate.isListed || isOfField || number.id.length >= SHORTEST_REPORTED;
      if (number.reason === undefined) {
        chosenCount += 1;
        objectIds.add(digits);
      } else if (isWorthALine || !/^(?:length|groups)$/.test(number.reason))
        skipped.set(number.text, { text: number.text, id, reason: number.reason });
    }
  }
  const isChosen = ({ id = '' }: SkippedNumber) => objectIds.has(id) || recordIds.has(id.toLowerCase());
  return {
    objectIds: [...objectIds],
    recordIds: [...recordIds.values()],
    repeated: chosenCount - objectIds.size - recordIds.size,
    notAsked: [...skipped.values()].filter((number) => !isChosen(number)),
  };
}

function createReasonFinder({ records, owners, objects, lengths }: KnownNumbers) {
  const [recordIds, ownerIds, objectIds, idLengths] = [
    new Set(records),
    new Set(owners),
    new Set(objects),
    new Set(lengths),
  ];
  // Ids are sequential, so the next one may have one digit more.
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

/** The browser host accepts at most 1 MiB per request; this many numbers of 18 digits take less than half of it. */
export const MAX_NUMBERS = 20_000;

export const noKnownNumbers: KnownNumbers = { records: [], owners: [], objects: [], lengths: [] };

/** Fetches what is known of the numbers on this computer, in batches small enough for every host. */
export async function fetchKnownNumbers(
  numbers: readonly string[],
  fetchKnown: (batch: string[]) => Promise<KnownNumbers>,
): Promise<KnownNumbers> {
  let known = noKnownNumbers;
  for (let start = 0; start < numbers.length; start += MAX_NUMBERS) {
    const { records, owners, objects, lengths } = await fetchKnown(numbers.slice(start, start + MAX_NUMBERS));
    known = {
      records: known.records.concat(records),
      owners: known.owners.concat(owners),
      objects: known.objects.concat(objects),
      lengths,
    };
  }
  return known;
}
