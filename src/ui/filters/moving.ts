/** Moves a condition to a different alternative, by dragging its chip or with Alt and an arrow key. */
import type { DragEvent, KeyboardEvent } from 'react';
import { z } from 'zod';
import type { Place } from './edit-groups.ts';

/** A custom type, so that no other program accepts the dragged chip. */
const TYPE = 'application/x-timelog-filter';

const placeSchema = z.object({ group: z.number().int().min(0), filter: z.number().int().min(0) });

/** @param onMove called with the target group */
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
      // An open editor handles its own keys.
      const isOnChip = event.target instanceof HTMLElement && event.target.matches('[data-place] > button');
      if (!event.altKey || step === undefined || !isOnChip) return;
      event.preventDefault();
      onMove(group + step);
    },
  };
}

/** @param onMove called with the position of the dropped condition */
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

/** Moves the focus to the chip of a moved condition, once it is drawn in its new row. */
export function focusPlace({ group, filter }: Place): void {
  requestAnimationFrame(() =>
    document.querySelector<HTMLElement>(`[data-place="${group} ${filter}"] > button`)?.focus(),
  );
}
