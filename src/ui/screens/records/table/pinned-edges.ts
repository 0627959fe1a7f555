/** Where the pinned columns stay when the others are scrolled. Pure. */
import type { CSSProperties } from 'react';

/** Of each column, the rows' numbers first; undefined for one that scrolls. */
export type PinnedEdges = readonly (CSSProperties | undefined)[];

/** @param pinned how many are pinned: these come first, behind the rows' numbers, which stay with them */
export function pinnedEdges(widths: readonly number[], pinned: number): PinnedEdges {
  const toLeft = (at: number) => widths.slice(0, at).reduce((sum, width) => sum + width, 0);
  return widths.map((_, at) => (pinned === 0 || at > pinned ? undefined : { insetInlineStart: toLeft(at) }));
}

/** Attributes of a cell that may be pinned. */
export function pinAt(style: CSSProperties | undefined) {
  return { style, 'data-pinned': style !== undefined || undefined };
}
