/** Counts the lines that fit into a panel, because no table of the Overview scrolls: a link leads to the rest. */
import { useMediaQuery } from '@mantine/hooks';
import type { RefCallback } from 'react';
import { useElementSize } from '#ui/charts/use-element-size.ts';
import { useOnPaper } from '#ui/paper.tsx';

/** Pixels: `--row-compact` for a line, `--row` for a header or footer. */
const LINE = 28;
const BAND = 32;
/** Stacked panels are as high as their content, for which this many lines are enough at first. */
const IS_STACKED = '(max-width: 1240px)';
const MAX_STACKED = 12;

export interface LinesThatFit {
  readonly room: RefCallback<HTMLElement>;
  /** At least one; all lines on paper. */
  readonly maxLines: number;
}

/** @param bands the number of the table's headers and footers */
export function useLinesThatFit(bands: number): LinesThatFit {
  const { ref: room, height } = useElementSize();
  const isStacked = useMediaQuery(IS_STACKED, false, { getInitialValueInEffect: false });
  const isOnPaper = useOnPaper();
  if (isOnPaper) return { room, maxLines: Number.POSITIVE_INFINITY };
  return { room, maxLines: isStacked ? MAX_STACKED : Math.max(1, Math.floor((height - bands * BAND) / LINE)) };
}
