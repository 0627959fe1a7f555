/** Finds where the sections of a head begin and end: columns from inclusive, to exclusive, and their place in pixels. Pure. */
import type { GridColumn } from './grid-columns.ts';

export interface SectionSpan {
  readonly id: string;
  readonly from: number;
  readonly to: number;
  /** From the first column's edge. */
  readonly left: number;
  readonly width: number;
}

export function sectionSpans(
  columns: readonly Pick<GridColumn, 'section'>[],
  widths: readonly number[],
): SectionSpan[] {
  const spans: SectionSpan[] = [];
  let left = 0;
  for (const [at, { section }] of columns.entries()) {
    const width = widths[at] ?? 0;
    const last = spans.at(-1);
    if (last?.id === section) spans[spans.length - 1] = { ...last, to: at + 1, width: last.width + width };
    else spans.push({ id: section, from: at, to: at + 1, left, width });
    left += width;
  }
  return spans;
}
