/** Reads the ids in the pasted text of the Lookup screen, what this computer and the service know of them, and what asking costs. */
import { useMemo, useState } from 'react';
import { useQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  chooseIds,
  listNumbers,
  type ChosenIds,
  type KnownNumbers,
  askKnownNumbers,
  nothingKnown,
} from '#domain/lookup/choose-ids.ts';
import {
  chooseNextIds,
  findUnheldIds,
  joinLookupResult,
  mergeLookupResults,
  type LookupRecord,
  addAnswer,
  noAnswer,
  type ServiceAnswer,
} from '#domain/lookup/looked-up.ts';
import { readMail } from '#domain/lookup/read-mail.ts';
import { MOST_IDS, readRecordIds, countRequests } from '#domain/lookup/pasted-ids.ts';
import {
  ID_PROPERTY,
  RECORD_ID_PROPERTY,
  OWNER_PROPERTY,
  requireProperty,
  type Property,
  propertyNames,
} from '#domain/properties.ts';
import type { RecordRow } from '#contract/api.ts';
import { call } from '#ui/data/client.ts';
import { scopes } from '#ui/data/queries.ts';

/** The properties in the answer of a look-up. Those that people recognize a record by come first. */
export const shownProperties = [
  OWNER_PROPERTY,
  propertyNames.objectId,
  propertyNames.title,
  propertyNames.totalHours,
  propertyNames.billableHours,
  propertyNames.billableAmount,
  propertyNames.month,
  RECORD_ID_PROPERTY,
].map(requireProperty);

/** @param isByKey whether record IDs were looked up, whose column then comes first */
export function listShown(isByKey: boolean): readonly Property[] {
  if (!isByKey) return shownProperties;
  const isKey = ({ name }: Property) => name === RECORD_ID_PROPERTY;
  return [...shownProperties.filter(isKey), ...shownProperties.filter((property) => !isKey(property))];
}

interface Answers {
  readonly known: ServiceAnswer;
  /** Epoch milliseconds of the last question; undefined before the first one. */
  readonly askedAt?: number;
}

interface LookupQuestions {
  readonly questions: readonly { readonly idProperty: string; readonly ids: readonly string[] }[];
  /** The number of ids in the questions, and of requests. */
  readonly count: number;
  readonly price: number;
  /** All pasted ids, by which the answer is told from one about another text. */
  readonly of: string;
}

const toQueryKey = (idProperty: string) => [scopes.app, 'looked-up', idProperty];
const none: Answers = { known: noAnswer };

/** Keeps what the service said of ids until another workspace is opened or the program ends, so that no id is asked twice by accident. */
function useAnswers(idProperty: string): Answers {
  const client = useQueryClient();
  const { data = none } = useQuery({
    queryKey: toQueryKey(idProperty),
    queryFn: () => client.getQueryData<Answers>(toQueryKey(idProperty)) ?? none,
    gcTime: Infinity,
  });
  return data;
}

function useServiceAnswers() {
  const client = useQueryClient();
  const run = useMutation({
    mutationFn: async ({ questions }: LookupQuestions) => {
      let requestsUsed = 0;
      for (const { ids, idProperty } of questions.filter((question) => question.ids.length > 0)) {
        const answer = await call('lookup.run', { ids: [...ids], idProperty });
        requestsUsed += answer.requestsUsed;
        // Each answer is stored at once, so that the first one stays where the second question fails.
        client.setQueryData<Answers>(toQueryKey(idProperty), (before = none) => ({
          known: addAnswer(before.known, { ids, answer, idProperty }),
          askedAt: Date.now(),
        }));
      }
      return { requestsUsed };
    },
  });
  return { objects: useAnswers(ID_PROPERTY), records: useAnswers(RECORD_ID_PROPERTY), run };
}

const IDS_AT_ONCE = 500;
const columns = [...shownProperties.map(({ name }) => name), propertyNames.objectType];

/** Asks this computer, without a request, what the numbers are. @returns undefined until it is known */
function useKnownNumbers(numbers: readonly string[]): KnownNumbers | undefined {
  const { data, isError } = useQuery({
    queryKey: [scopes.data, 'known-numbers', numbers],
    queryFn: ({ signal }) => askKnownNumbers(numbers, (some) => call('lookup.known', { numbers: some }, signal)),
    enabled: numbers.length > 0,
  });
  return numbers.length === 0 || isError ? nothingKnown : data;
}

const noRecords: readonly LookupRecord[] = [];

/** Reads the records of the ids that are here. @returns undefined until they are known; none where the store fails, so that all can be asked */
function useHeldRecords(ids: readonly string[], idProperty: string): readonly LookupRecord[] | undefined {
  const { data, isError } = useQuery({
    queryKey: [scopes.data, 'held-records', idProperty, ids],
    queryFn: ({ signal }) => readHeld(ids, idProperty, signal),
    enabled: ids.length > 0 && ids.length <= MOST_IDS,
  });
  return ids.length === 0 || isError ? noRecords : data;
}

async function readHeld(ids: readonly string[], idProperty: string, signal: AbortSignal): Promise<LookupRecord[]> {
  const rows: RecordRow[] = [];
  for (let at = 0; at < ids.length; at += IDS_AT_ONCE) {
    const values = ids.slice(at, at + IDS_AT_ONCE);
    const filterGroups = [{ filters: [{ propertyName: idProperty, operator: 'IN' as const, values }] }];
    // Several records may have the same key, so there may be more records than ids.
    for (let offset = 0, total = 1; offset < total; offset += IDS_AT_ONCE) {
      const page = await call('records.page', { filterGroups, columns, offset, limit: IDS_AT_ONCE }, signal);
      rows.push(...page.rows);
      total = page.total;
    }
  }
  return rows.map(({ id, values, unreadable }) => ({ id, properties: { ...values, ...unreadable } }));
}

const noWishes: ReadonlySet<string> = new Set();
const noIds: ChosenIds = { objectIds: [], recordIds: [], repeated: 0, notAsked: [] };

/** @param isMail false where the text has record IDs of any form, one a line */
function readPasted(pasted: string, isMail: boolean) {
  if (isMail) {
    const { candidates, words } = readMail(pasted);
    const numbers = listNumbers(candidates);
    return {
      words,
      numbers,
      choose: (known: KnownNumbers, wished: ReadonlySet<string>) => chooseIds(candidates, known, wished),
    };
  }
  const { ids, ignored, repeated } = readRecordIds(pasted);
  return { words: ignored, numbers: [], choose: (): ChosenIds => ({ ...noIds, recordIds: ids, repeated }) };
}

interface PastedText {
  readonly pasted: string;
  readonly isMail: boolean;
  /** Numbers that people want read as ids, although they look like something else. */
  readonly wished: ReadonlySet<string>;
}

const nothingPasted: PastedText = { pasted: '', isMail: true, wished: noWishes };
const pastedKey = [scopes.app, 'pasted-ids'];

/** Keeps the pasted text, like the answers about it, so that a visit to another screen does not lose a mail. */
function usePastedText() {
  const client = useQueryClient();
  const [text, setText] = useState(() => client.getQueryData<PastedText>(pastedKey) ?? nothingPasted);
  const change = (changes: Partial<PastedText>) => {
    const next = { ...text, ...changes };
    setText(next);
    client.setQueryDefaults(pastedKey, { gcTime: Infinity });
    client.setQueryData(pastedKey, next);
  };
  return { ...text, change };
}

export function useLookup() {
  const { pasted, isMail, wished, change } = usePastedText();
  const setPasted = (text: string) => change({ pasted: text, wished: noWishes });
  const { words, numbers, choose } = useMemo(() => readPasted(pasted, isMail), [pasted, isMail]);
  const knownNumbers = useKnownNumbers(numbers);
  const chosen = useMemo(() => (knownNumbers ? choose(knownNumbers, wished) : noIds), [choose, knownNumbers, wished]);
  const { objectIds, recordIds } = chosen;
  const { objects, records, run } = useServiceAnswers();
  const heldObjects = useHeldRecords(objectIds, ID_PROPERTY);
  const heldRecords = useHeldRecords(recordIds, RECORD_ID_PROPERTY);
  const ids = [...objectIds, ...recordIds];
  const held = heldObjects && heldRecords && [...heldObjects, ...heldRecords];
  const result = mergeLookupResults(
    joinLookupResult(objectIds, heldObjects ?? [], { known: objects.known, idProperty: ID_PROPERTY }),
    joinLookupResult(recordIds, heldRecords ?? [], { known: records.known, idProperty: RECORD_ID_PROPERTY }),
  );
  const toAsk = chooseNextIds(result);
  const isObjectId = new Set(objectIds);
  const questions = [
    { idProperty: ID_PROPERTY, ids: toAsk.filter((id) => isObjectId.has(id)) },
    { idProperty: RECORD_ID_PROPERTY, ids: toAsk.filter((id) => !isObjectId.has(id)) },
  ];
  const rest =
    findUnheldIds(objectIds, heldObjects ?? [], ID_PROPERTY).length +
    findUnheldIds(recordIds, heldRecords ?? [], RECORD_ID_PROPERTY).length;
  const price = questions.reduce((sum, question) => sum + countRequests(question.ids.length), 0);
  const text = ids.join('\n');
  // The price and the error of a run belong to the text that was pasted when it was asked.
  const isOfThese = run.variables?.of === text;
  const wasAsked = result.missing.length + result.failed.length > 0 || result.found.length > (held?.length ?? 0);
  return {
    pasted,
    setPasted,
    isMail,
    setIsMail: (next: boolean) => change({ isMail: next }),
    wish: (wish: string) => change({ wished: new Set([...wished, wish]) }),
    clear: () => change(nothingPasted),
    words,
    ...chosen,
    ids,
    held,
    here: ids.length - rest,
    result,
    toAsk,
    isAgain: toAsk.length > 0 && toAsk === result.missing,
    price,
    isReading: knownNumbers === undefined || held === undefined,
    tooMany: ids.length > MOST_IDS,
    ask: () => run.mutate({ questions, of: text, count: toAsk.length, price }),
    running: run.isPending ? run.variables : undefined,
    error: isOfThese ? run.error : null,
    spent: isOfThese ? run.data?.requestsUsed : undefined,
    askedAt: wasAsked ? Math.max(objects.askedAt ?? 0, records.askedAt ?? 0) || undefined : undefined,
  };
}

export type Lookup = ReturnType<typeof useLookup>;
