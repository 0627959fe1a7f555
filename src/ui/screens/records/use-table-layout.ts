/** Keeps the layout of the records table in the preferences: its columns, their order and widths, which are pinned, and the density. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { Preferences } from '#contract/api.ts';
import { call } from '#ui/data/client.ts';
import { preferences } from '#ui/data/queries.ts';
import { notifyFailure } from '#ui/notifications.tsx';
import type { Property } from '#domain/properties.ts';

export type TableLayout = NonNullable<Preferences['recordsTable']>;
export type Density = TableLayout['density'];

export interface LayoutChange extends Partial<TableLayout> {
  /** Null for the default columns. */
  readonly columns?: string[] | null;
}

/** @param isDrawn true while something is dragged, whose changes are drawn but stored only when it is dropped */
export type ChangeLayout = (change: LayoutChange, isDrawn?: boolean) => void;

const plain: TableLayout = { widths: {}, pinned: [], density: 'normal' };
export const rowHeights: Readonly<Record<Density, number>> = { tight: 23, normal: 28, roomy: 36 };

export function useTableLayout(): { readonly layout: TableLayout; readonly change: ChangeLayout } {
  const client = useQueryClient();
  const { data } = useQuery(preferences);
  const { mutate } = useMutation({
    mutationFn: (next: Partial<Preferences>) => call('preferences.set', next),
    // The change is drawn at once; where storing fails, the stored preferences are loaded again.
    onMutate: (next) => {
      const now = client.getQueryData(preferences.queryKey);
      if (now) client.setQueryData(preferences.queryKey, { ...now, ...next });
    },
    onError: (fault) => {
      notifyFailure(fault);
      void client.invalidateQueries({ queryKey: preferences.queryKey });
    },
  });
  const change = useCallback<ChangeLayout>(
    ({ columns, ...layout }, isDrawn = false) => {
      const now = client.getQueryData(preferences.queryKey);
      const next = {
        ...(columns !== undefined && { columns }),
        ...(Object.keys(layout).length > 0 && { recordsTable: { ...(now?.recordsTable ?? plain), ...layout } }),
      };
      if (!isDrawn) mutate(next);
      else if (now) client.setQueryData(preferences.queryKey, { ...now, ...next });
    },
    [client, mutate],
  );
  return { layout: data?.recordsTable ?? plain, change };
}

/** @returns the names with one of them moved by so many places, but not beyond the ends */
export function movedBy(names: readonly string[], name: string, step: number): string[] {
  const from = names.indexOf(name);
  if (from < 0) return [...names];
  return movedTo(names, name, Math.max(0, Math.min(names.length - 1, from + step)));
}

export function movedTo(names: readonly string[], name: string, place: number): string[] {
  if (!names.includes(name)) return [...names];
  const others = names.filter((other) => other !== name);
  return [...others.slice(0, place), name, ...others.slice(place)];
}

/** Puts pinned columns first, and keeps the chosen order in both parts. */
export function pinnedFirst(columns: readonly Property[], pinned: readonly string[]): readonly Property[] {
  if (pinned.length === 0) return columns;
  const isPinned = ({ name }: Property) => pinned.includes(name);
  return [...columns.filter(isPinned), ...columns.filter((column) => !isPinned(column))];
}
