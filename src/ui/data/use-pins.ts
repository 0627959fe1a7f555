/** The workspace's pins on the Overview, to read, add, move and remove; adding and removing can be undone. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { MAX_PINS, type Pin } from '#domain/reports/definition/pins.ts';
import { pinTexts as texts } from '#texts/screens/overview.ts';
import { notifyFailure, notifySuccess } from '../notifications.tsx';
import { call } from './client.ts';
import { preferences, useWorkspace } from './queries.ts';

export interface Pins {
  /** Undefined while they load. */
  readonly pins: readonly Pin[] | undefined;
  readonly add: (pin: Omit<Pin, 'id'>) => void;
  readonly remove: (pin: Pin) => void;
  /** A step towards the front (−1) or the end (1). */
  readonly move: (pin: Pin, step: 1 | -1) => void;
}

export function usePins(): Pins {
  const client = useQueryClient();
  const { name: workspace } = useWorkspace();
  const { data: preferred } = useQuery(preferences);
  const readPins = () => client.getQueryData(preferences.queryKey)?.pins?.[workspace] ?? [];
  const store = async (next: readonly Pin[]) => {
    const pins = { ...client.getQueryData(preferences.queryKey)?.pins, [workspace]: [...next] };
    client.setQueryData(preferences.queryKey, await call('preferences.set', { pins }));
  };
  const storeWithUndo = (next: readonly Pin[], message: string) => {
    const before = readPins();
    store(next).then(() => notifySuccess(message, () => store(before)), notifyFailure);
  };
  return {
    pins: preferred && (preferred.pins?.[workspace] ?? []),
    add: (pin) => {
      const all = readPins();
      if (all.length >= MAX_PINS) notifySuccess(texts.full(MAX_PINS));
      else storeWithUndo([...all, { ...pin, id: findFreeId(all) }], texts.pinned(pin.name));
    },
    remove: (pin) => {
      storeWithUndo(
        readPins().filter(({ id }) => id !== pin.id),
        texts.removed(pin.name),
      );
    },
    move: (pin, step) => {
      const all = [...readPins()];
      const at = all.findIndex(({ id }) => id === pin.id);
      const other = all[at + step];
      const moved = all[at];
      if (!moved || !other) return;
      all[at] = other;
      all[at + step] = moved;
      store(all).catch(notifyFailure);
    },
  };
}

function findFreeId(all: readonly Pin[]): string {
  let number = all.length + 1;
  while (all.some(({ id }) => id === `pin-${number}`)) number += 1;
  return `pin-${number}`;
}
