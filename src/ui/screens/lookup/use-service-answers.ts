/** What the service said of looked-up ids: kept until another workspace is open or the program ends, so that no id is asked twice by accident. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { addAnswer, noAnswer, type ServiceAnswer } from '../../../domain/lookup/looked-up.ts';
import { call } from '../../data/client.ts';
import { scopes } from '../../data/queries.ts';

interface Answers {
  readonly known: ServiceAnswer;
  /** Epoch milliseconds of the last question; undefined: none yet. */
  readonly askedAt?: number;
}

interface Asked {
  readonly ids: readonly string[];
  readonly idProperty: string;
  /** All ids that were pasted. */
  readonly of: string;
}

const keyOf = (idProperty: string) => [scopes.app, 'looked-up', idProperty];
const none: Answers = { known: noAnswer };

export function useServiceAnswers(idProperty: string) {
  const client = useQueryClient();
  const { data = none } = useQuery({
    queryKey: keyOf(idProperty),
    queryFn: () => client.getQueryData<Answers>(keyOf(idProperty)) ?? none,
    gcTime: Infinity,
  });
  const run = useMutation({
    mutationFn: ({ ids, idProperty: property }: Asked) => call('lookup.run', { ids: [...ids], idProperty: property }),
    onSuccess: (answer, { ids, idProperty: property }) =>
      client.setQueryData<Answers>(keyOf(property), (before = none) => ({
        known: addAnswer(before.known, { ids, answer, idProperty: property }),
        askedAt: Date.now(),
      })),
  });
  return { ...data, run };
}
