/** What the service said of looked-up ids: kept until another workspace is open or the program ends, so that no id is asked twice by accident. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { addAnswer, noAnswer, type ServiceAnswer } from '../../../domain/lookup/looked-up.ts';
import { ID_PROPERTY, RECORD_ID_PROPERTY } from '../../../domain/properties.ts';
import { call } from '../../data/client.ts';
import { scopes } from '../../data/queries.ts';

interface Answers {
  readonly known: ServiceAnswer;
  /** Epoch milliseconds of the last question; undefined: none yet. */
  readonly askedAt?: number;
}

export interface Asked {
  readonly questions: readonly { readonly idProperty: string; readonly ids: readonly string[] }[];
  /** How many ids they ask, and in how many requests. */
  readonly count: number;
  readonly price: number;
  /** All ids that were pasted. */
  readonly of: string;
}

const keyOf = (idProperty: string) => [scopes.app, 'looked-up', idProperty];
const none: Answers = { known: noAnswer };

function useAnswers(idProperty: string): Answers {
  const client = useQueryClient();
  const { data = none } = useQuery({
    queryKey: keyOf(idProperty),
    queryFn: () => client.getQueryData<Answers>(keyOf(idProperty)) ?? none,
    gcTime: Infinity,
  });
  return data;
}

export function useServiceAnswers() {
  const client = useQueryClient();
  const run = useMutation({
    mutationFn: async ({ questions }: Asked) => {
      let requestsUsed = 0;
      for (const { ids, idProperty } of questions.filter((question) => question.ids.length > 0)) {
        const answer = await call('lookup.run', { ids: [...ids], idProperty });
        requestsUsed += answer.requestsUsed;
        // At once: what the first question brought stays where the second fails.
        client.setQueryData<Answers>(keyOf(idProperty), (before = none) => ({
          known: addAnswer(before.known, { ids, answer, idProperty }),
          askedAt: Date.now(),
        }));
      }
      return { requestsUsed };
    },
  });
  return { objects: useAnswers(ID_PROPERTY), records: useAnswers(RECORD_ID_PROPERTY), run };
}
