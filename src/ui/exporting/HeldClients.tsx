/** Says before a client's file is written that it holds more than that client, all of which the receiver sees. */
import { useQuery } from '@tanstack/react-query';
import type { Input } from '../../contract/api.ts';
import { CLIENT_PROPERTY } from '../../domain/local-properties.ts';
import { exportingTexts as texts } from '#texts/screens/exporting.ts';
import { Band } from '../components/states/Band.tsx';
import { report } from '../data/queries.ts';

/** Whose records go into the file. */
export type HeldSelection = Pick<Input<'report.run'>, 'filterGroups' | 'query' | 'period' | 'calendar'>;

/** More names make no clearer what is wrong. */
const MOST_NAMES = 3;

export function HeldClients({ selection }: { readonly selection: HeldSelection }) {
  const { filterGroups, query, period, calendar } = selection;
  const { data } = useQuery(
    report({
      filterGroups,
      query,
      ...(period !== undefined && { period }),
      ...(calendar !== undefined && { calendar }),
      measures: ['records'],
      groupBy: [CLIENT_PROPERTY],
      order: { by: 'records', direction: 'descending' },
    }),
  );
  const keys = data?.rows.map(({ key }) => key[CLIENT_PROPERTY] ?? null) ?? [];
  const names = keys.filter((key) => key !== null);
  const isMixed = names.length > 1 || (names.length === 1 && keys.length > 1);
  if (!isMixed) return null;
  const shown = names.slice(0, MOST_NAMES);
  return (
    <Band place="dialog" testId="held-clients">
      {texts.audience.holds(names.length, shown, keys.length > names.length)}
    </Band>
  );
}
