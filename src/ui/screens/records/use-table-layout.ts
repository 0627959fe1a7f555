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

/** @param isPreview true during a drag, when changes are shown but stored only once it ends */
export type ChangeLayout = (change: LayoutChange, isPreview?: boolean) => void;

const defaultLayout: TableLayout = { widths: {}, pinned: [], density: 'normal' };
export const rowHeights: Readonly<Record<Density, number>> = { tight: 23, normal: 28, roomy: 36 };

export function useTableLayout(): { readonly layout: TableLayout; readonly change: ChangeLayout } {
  const client = useQueryClient();
  const { data } = useQuery(preferences);
  const { mutate } = useMutation({
    mutationFn: (next: Partial<Preferences>) => call('preferences.set', next),
    // The change is drawn at once; if storing fails, the stored preferences are loaded again.
    onMutate: (next) => {
      const stored = client.getQueryData(preferences.queryKey);
      if (stored) client.setQueryData(preferences.queryKey, { ...stored, ...next });
    },
    onError: (fault) => {
      notifyFailure(fault);
      void client.invalidateQueries({ queryKey: preferences.queryKey });
    },
  });
  const change = useCallback<ChangeLayout>(
    ({ columns, ...layout }, isPreview = false) => {
      const stored = client.getQueryData(preferences.queryKey);
      const next = {
        ...(columns !== undefined && { columns }),
        ...(Object.keys(layout).length > 0 && {
          recordsTable: { ...(stored?.recordsTable ?? defaultLayout), ...layout },
        }),
      };
      if (!isPreview) mutate(next);
      else if (stored) client.setQueryData(preferences.queryKey, { ...stored, ...next });
    },
    [client, mutate],
  );
  return { layout: data?.recordsTable ?? defaultLayout, change };
}

/** @returns the names with one of them moved by this many positions, but not beyond the ends */
export function moveBy(names: readonly string[], name: string, step: number): string[] {
  return moveTo(names, name, Math.max(0, names.indexOf(name) + step));
}

export function moveTo(names: readonly string[], name: string, index: number): string[] {
  return names.includes(name) ? names.filter((other) => other !== name).toSpliced(index, 0, name) : [...names];
}

/** Puts pinned columns first, and keeps the chosen order in both parts. */
export function putPinnedFirst(columns: readonly Property[], pinned: readonly string[]): readonly Property[] {
  if (pinned.length === 0) return columns;
  const isPinned = ({ name }: Property) => pinned.includes(name);
  return [...columns.filter(isPinned), ...columns.filter((column) => !isPinned(column))];
}
