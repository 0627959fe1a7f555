/** Asks the service about findings again, a hundred a request: changed records are stored, and count with the next refresh. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Output } from '../../../../contract/api.ts';
import type { Finding } from '../../../../contract/checks.ts';
import { checkScreenTexts as texts } from '#texts/screens/checks.ts';
import { call } from '../../../data/client.ts';
import { count } from '../../../format/figures.ts';
import { dataStatus } from '../../../data/queries.ts';
import { notifyFailure } from '../../../notifications/notify-failure.ts';
import { propertyNames } from '../../../../domain/property-names.ts';

export interface Recheck {
  readonly run: (findings: readonly Finding[]) => void;
  readonly isPending: boolean;
  /** Result of the last one. */
  readonly answer: string | undefined;
}

export function useRecheck(): Recheck {
  const client = useQueryClient();
  const ask = useMutation({
    mutationFn: async (findings: readonly Finding[]) =>
      answerText(findings, await call('lookup.run', { ids: findings.map(({ id }) => id) })),
    onSuccess: () => client.invalidateQueries({ queryKey: dataStatus.queryKey }),
    onError: notifyFailure,
  });
  return { run: ask.mutate, isPending: ask.isPending, answer: ask.data };
}

function answerText(findings: readonly Finding[], { found, missing, failed }: Output<'lookup.run'>): string {
  const held = new Map(findings.map(({ id, values }) => [id, values[propertyNames.modified]]));
  const changed = found.filter((each) => isNewer(each['updatedAt'], held.get(each.id))).length;
  const text = texts.rechecked(count(found.length - changed), count(changed), count(missing.length));
  const unread = failed.reduce((total, { ids }) => total + ids.length, 0);
  return unread === 0 ? text : `${text} · ${texts.recheckFailed(count(unread))}`;
}

function isNewer(told: unknown, held: string | null | undefined): boolean {
  return typeof told === 'string' && held != null && Date.parse(told) > Date.parse(held);
}
