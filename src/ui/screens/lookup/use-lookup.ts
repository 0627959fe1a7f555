/** The state of the Lookup screen: the pasted ids, their records here and from the service, and the price of fetching the rest. */
import { useMemo, useState } from 'react';
import { useQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  chooseIds,
  listNumbers,
  type ChosenIds,
  type KnownNumbers,
  fetchKnownNumbers,
  noKnownNumbers,
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
import { MAX_IDS, readRecordIds, countRequests } from '#domain/lookup/pasted-ids.ts';
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

/** The properties in the results of a lookup. Those by which people recognize a record come first. */
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

/** @param isByRecordId puts the column of record IDs first, because these were looked up */
export function listShown(isByRecordId: boolean): readonly Property[] {
  if (!isByRecordId) return shownProperties;
  const isKey = ({ name }: Property) => name === RECORD_ID_PROPERTY;
  return [...shownProperties.filter(isKey), ...shownProperties.filter((property) => !isKey(property))];
}

interface Answers {
  readonly known: ServiceAnswer;
  /** The time of the last query in epoch milliseconds; undefined before the first one. */
  readonly askedAt?: number;
}

interface LookupRequest {
  readonly batches: readonly { readonly idProperty: string; readonly ids: readonly string[] }[];
  readonly count: number;
  readonly price: number;
  /** All pasted ids, to tell whether an answer belongs to the current text. */
  readonly pastedIds: string;
}

const toQueryKey = (idProperty: string) => [scopes.app, 'looked-up', idProperty];
const none: Answers = { known: noAnswer };

/** Keeps the service's answers until another workspace is opened or the program ends, so that no id is fetched twice by accident. */
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
    mutationFn: async ({ batches }: LookupRequest) => {
      let requestsUsed = 0;
      for (const { ids, idProperty } of batches.filter((batch) => batch.ids.length > 0)) {
        const answer = await call('lookup.run', { ids: [...ids], idProperty });
        requestsUsed += answer.requestsUsed;
        // Each answer is stored at once, so that the first one survives a failure of the second query.
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

/** Finds out locally what the numbers are, without a request. @returns undefined while loading */
function useKnownNumbers(numbers: readonly string[]): KnownNumbers | undefined {
  const { data, isError } = useQuery({
    queryKey: [scopes.data, 'known-numbers', numbers],
    queryFn: ({ signal }) => fetchKnownNumbers(numbers, (some) => call('lookup.known', { numbers: some }, signal)),
    enabled: numbers.length > 0,
  });
  return numbers.length === 0 || isError ? noKnownNumbers : data;
}

const noRecords: readonly LookupRecord[] = [];

/** Reads the local records of the ids. @returns undefined while loading; none if the store fails, so that all ids can be fetched */
function useHeldRecords(ids: readonly string[], idProperty: string): readonly LookupRecord[] | undefined {
  const { data, isError } = useQuery({
    queryKey: [scopes.data, 'held-records', idProperty, ids],
    queryFn: ({ signal }) => readHeld(ids, idProperty, signal),
    enabled: ids.length > 0 && ids.length <= MAX_IDS,
  });
  return ids.length === 0 || isError ? noRecords : data;
}

async function readHeld(ids: readonly string[], idProperty: string, signal: AbortSignal): Promise<LookupRecord[]> {
  const rows: RecordRow[] = [];
  for (let at = 0; at < ids.length; at += IDS_AT_ONCE) {
    const values = ids.slice(at, at + IDS_AT_ONCE);
    const filterGroups = [{ filters: [{ propertyName: idProperty, operator: 'IN' as const, values }] }];
    // More than one record may have the same key, so there may be more records than ids.
    for (let offset = 0, total = 1; offset < total; offset += IDS_AT_ONCE) {
      const page = await call('records.page', { filterGroups, columns, offset, limit: IDS_AT_ONCE }, signal);
      rows.push(...page.rows);
      total = page.total;
    }
  }
  return rows.map(({ id, values, unreadable }) => ({ id, properties: { ...values, ...unreadable } }));
}

const noneForced: ReadonlySet<string> = new Set();
const noIds: ChosenIds = { objectIds: [], recordIds: [], repeated: 0, notAsked: [] };

/** @param isMail false if the text has record IDs of any form, one per line */
function readPasted(pasted: string, isMail: boolean) {
  if (isMail) {
    const { candidates, words } = readMail(pasted);
    const numbers = listNumbers(candidates);
    return {
      words,
      numbers,
      choose: (known: KnownNumbers, forced: ReadonlySet<string>) => chooseIds(candidates, known, forced),
    };
  }
  const { ids, ignored, repeated } = readRecordIds(pasted);
  return { words: ignored, numbers: [], choose: (): ChosenIds => ({ ...noIds, recordIds: ids, repeated }) };
}

interface PastedText {
  readonly pasted: string;
  readonly isMail: boolean;
  /** Numbers that the user has marked as ids, although they look like something else. */
  readonly forced: ReadonlySet<string>;
}

const nothingPasted: PastedText = { pasted: '', isMail: true, forced: noneForced };
const pastedKey = [scopes.app, 'pasted-ids'];

/** Keeps the pasted text, like its answers, so that a visit to another screen does not lose it. */
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
  const { pasted, isMail, forced, change } = usePastedText();
  const setPasted = (text: string) => change({ pasted: text, forced: noneForced });
  const { words, numbers, choose } = useMemo(() => readPasted(pasted, isMail), [pasted, isMail]);
  const knownNumbers = useKnownNumbers(numbers);
  const chosen = useMemo(() => (knownNumbers ? choose(knownNumbers, forced) : noIds), [choose, knownNumbers, forced]);
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
  const batches = [
    { idProperty: ID_PROPERTY, ids: toAsk.filter((id) => isObjectId.has(id)) },
    { idProperty: RECORD_ID_PROPERTY, ids: toAsk.filter((id) => !isObjectId.has(id)) },
  ];
  const unheldCount =
    findUnheldIds(objectIds, heldObjects ?? [], ID_PROPERTY).length +
    findUnheldIds(recordIds, heldRecords ?? [], RECORD_ID_PROPERTY).length;
  const price = batches.reduce((sum, batch) => sum + countRequests(batch.ids.length), 0);
  const text = ids.join('\n');
  // The cost and the error of a run belong to the text that was pasted when it started.
  const isForThisText = run.variables?.pastedIds === text;
  const wasRequested = result.missing.length + result.failed.length > 0 || result.found.length > (held?.length ?? 0);
  return {
    pasted,
    setPasted,
    isMail,
    setIsMail: (next: boolean) => change({ isMail: next }),
    force: (number: string) => change({ forced: new Set([...forced, number]) }),
    clear: () => change(nothingPasted),
    words,
    ...chosen,
    ids,
    held,
    here: ids.length - unheldCount,
    result,
    toAsk,
    isRepeat: toAsk.length > 0 && toAsk === result.missing,
    price,
    isReading: knownNumbers === undefined || held === undefined,
    tooMany: ids.length > MAX_IDS,
    ask: () => run.mutate({ batches, pastedIds: text, count: toAsk.length, price }),
    running: run.isPending ? run.variables : undefined,
    error: isForThisText ? run.error : null,
    spent: isForThisText ? run.data?.requestsUsed : undefined,
    askedAt: wasRequested ? Math.max(objects.askedAt ?? 0, records.askedAt ?? 0) || undefined : undefined,
  };
}

export type Lookup = ReturnType<typeof useLookup>;
