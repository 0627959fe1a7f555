/** Where pinned columns stay when the others are scrolled. Pure. */
import type { CSSProperties } from 'react';
import type { Property } from '../../../../domain/properties.ts';

export interface PinnedEdges {
  /** Of the column of row numbers; undefined where nothing is pinned. */
  readonly number: CSSProperties | undefined;
  /** Of each column; undefined for one that scrolls. */
  readonly columns: readonly (CSSProperties | undefined)[];
}

/** @param columns the pinned ones first. @param beside pixels of the column of row numbers */
export function pinnedEdges(
  columns: readonly Property[],
  pinned: readonly string[],
  widths: readonly number[],
  beside: number,
): PinnedEdges {
  let left = beside;
  const edges = columns.map(({ name }, at) => {
    if (!pinned.includes(name)) return undefined;
    const edge = { insetInlineStart: left };
    left += widths[at] ?? 0;
    return edge;
  });
  return { number: edges.some((each) => each !== undefined) ? { insetInlineStart: 0 } : undefined, columns: edges };
}
