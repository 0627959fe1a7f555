/** Moves a condition to another alternative: dragged with the mouse, or by Alt and an arrow on its chip. */
import type { DragEvent, KeyboardEvent } from 'react';
import { z } from 'zod';
import type { Place } from './edit-groups.ts';

/** What is dragged here is nothing to other programs. */
const TYPE = 'application/x-timelog-filter';

const placeSchema = z.object({ group: z.number().int().min(0), filter: z.number().int().min(0) });

/** @param onMove called with the group that the condition goes to */
export function makeDraggable({ group, filter }: Place, onMove: (to: number) => void) {
  return {
    draggable: true,
    'data-place': `${group} ${filter}`,
    onDragStart: (event: DragEvent) => {
      event.dataTransfer.setData(TYPE, JSON.stringify({ group, filter }));
      event.dataTransfer.effectAllowed = 'move';
    },
    onKeyDown: (event: KeyboardEvent) => {
      const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : undefined;
      // Keys of the editor that is open belong to it.
      const isOnChip = event.target instanceof HTMLElement && event.target.matches('[data-place] > button');
      if (!event.altKey || step === undefined || !isOnChip) return;
      event.preventDefault();
      onMove(group + step);
    },
  };
}

/** @param onMove called with the dragged condition, when one is let go there */
export function makeDropTarget(onMove: (from: Place) => void) {
  return {
    onDragOver: (event: DragEvent) => {
      if (!event.dataTransfer.types.includes(TYPE)) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'move';
    },
    onDrop: (event: DragEvent) => {
      const place = readPlace(event.dataTransfer.getData(TYPE));
      if (!place) return;
      event.preventDefault();
      event.stopPropagation();
      onMove(place);
    },
  };
}

function readPlace(text: string): Place | undefined {
  try {
    return placeSchema.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** Its chip is drawn anew in another row: the focus goes with it, once it is there. */
export function focusPlace({ group, filter }: Place): void {
  requestAnimationFrame(() =>
    document.querySelector<HTMLElement>(`[data-place="${group} ${filter}"] > button`)?.focus(),
  );
}
