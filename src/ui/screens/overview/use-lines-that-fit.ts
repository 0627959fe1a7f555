/** How many lines of a table have room in its panel: no table of the Overview scrolls inside itself, what does not fit is led on to. */
import { useMediaQuery } from '@mantine/hooks';
import type { RefCallback } from 'react';
import { useElementSize } from '#ui/charts/use-element-size.ts';
import { useOnPaper } from '#ui/paper.tsx';

/** Pixels: `--row-compact` of a line, `--row` of a head and of a foot. */
const LINE = 28;
const BAND = 32;
/** Where panels are below one another they are as high as their content, and this many lines are enough for a first look. */
const IS_STACKED = '(max-width: 1240px)';
const MAX_STACKED = 12;

export interface LinesThatFit {
  readonly room: RefCallback<HTMLElement>;
  /** At least one; on paper all of them. */
  readonly most: number;
}

/** @param bands heads and feet of the table. */
export function useLinesThatFit(bands: number): LinesThatFit {
  const { ref: room, height } = useElementSize();
  const isStacked = useMediaQuery(IS_STACKED, false, { getInitialValueInEffect: false });
  const isOnPaper = useOnPaper();
  if (isOnPaper) return { room, most: Number.POSITIVE_INFINITY };
  return { room, most: isStacked ? MAX_STACKED : Math.max(1, Math.floor((height - bands * BAND) / LINE)) };
}
