/** What is pasted on the Lookup screen: which ids are in it, what is known of them here and from the service, and what asking costs. */
import { useMemo, useState } from 'react';
import { chooseIds, listNumbers, type ChosenIds, type KnownNumbers } from '../../../domain/lookup/choose-ids.ts';
import { chooseAsked, findRest, joinLookedUp, mergeLookedUp } from '../../../domain/lookup/looked-up.ts';
import { readMail } from '../../../domain/lookup/read-mail.ts';
import { MOST_IDS, readRecordIds, requestsFor } from '../../../domain/pasted-ids.ts';
import { ID_PROPERTY, RECORD_ID_PROPERTY } from '../../../domain/properties.ts';
import { useHeldRecords, useKnownNumbers } from './use-held.ts';
import { useServiceAnswers } from './use-service-answers.ts';

const noWishes: ReadonlySet<string> = new Set();
const noIds: ChosenIds = { objectIds: [], recordIds: [], repeated: 0, notAsked: [] };

/** @param isMail false: record IDs of any form, one a line */
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

export function useLookup() {
  const [pasted, setText] = useState('');
  const [isMail, setIsMail] = useState(true);
  const [wished, setWished] = useState(noWishes);
  const setPasted = (next: string) => {
    setText(next);
    setWished(noWishes);
  };
  const { words, numbers, choose } = useMemo(() => readPasted(pasted, isMail), [pasted, isMail]);
  const knownNumbers = useKnownNumbers(numbers);
  const chosen = useMemo(() => (knownNumbers ? choose(knownNumbers, wished) : noIds), [choose, knownNumbers, wished]);
  const { objectIds, recordIds } = chosen;
  const { objects, records, run } = useServiceAnswers();
  const heldObjects = useHeldRecords(objectIds, ID_PROPERTY);
  const heldRecords = useHeldRecords(recordIds, RECORD_ID_PROPERTY);
  const ids = [...objectIds, ...recordIds];
  const held = heldObjects && heldRecords && [...heldObjects, ...heldRecords];
  const result = mergeLookedUp(
    joinLookedUp(objectIds, heldObjects ?? [], { known: objects.known, idProperty: ID_PROPERTY }),
    joinLookedUp(recordIds, heldRecords ?? [], { known: records.known, idProperty: RECORD_ID_PROPERTY }),
  );
  const toAsk = chooseAsked(result);
  const isObjectId = new Set(objectIds);
  const questions = [
    { idProperty: ID_PROPERTY, ids: toAsk.filter((id) => isObjectId.has(id)) },
    { idProperty: RECORD_ID_PROPERTY, ids: toAsk.filter((id) => !isObjectId.has(id)) },
  ];
  const rest =
    findRest(objectIds, heldObjects ?? [], ID_PROPERTY).length +
    findRest(recordIds, heldRecords ?? [], RECORD_ID_PROPERTY).length;
  const price = questions.reduce((sum, question) => sum + requestsFor(question.ids.length), 0);
  const text = ids.join('\n');
  // What was spent, and what went wrong, belongs to what was pasted when it was asked.
  const isOfThese = run.variables?.of === text;
  const wasAsked = result.missing.length + result.failed.length > 0 || result.found.length > (held?.length ?? 0);
  return {
    pasted,
    setPasted,
    isMail,
    setIsMail,
    wish: (wish: string) => setWished((before) => new Set([...before, wish])),
    clear: () => {
      setPasted('');
      setIsMail(true);
    },
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
