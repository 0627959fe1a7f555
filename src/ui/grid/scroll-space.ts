/**
 * Maps the scroll position of a box to the rows of a table that may be taller than browsers can lay out. The box of such a table is shorter
 * and scrolls in proportion, but a small step still moves the rows by the scrolled pixels. Pure.
 */

/** Browsers limit a box to about 33 million device pixels, which are 8 million pixels at 400 % scaling. */
export const MAX_PX = 8_000_000;

export interface ScrollSpace {
  readonly rows: number;
  readonly rowPx: number;
  /** The height of the visible part. */
  readonly viewPx: number;
}

export interface Position {
  readonly scrollTop: number;
  /** The pixels of the entire table above the view. */
  readonly top: number;
}

export const START: Position = { scrollTop: 0, top: 0 };

/** @returns the height of the box, in pixels */
export function computeSpaceHeight({ rows, rowPx }: ScrollSpace): number {
  return Math.min(MAX_PX, rows * rowPx);
}

/** @returns the position after the box was scrolled; if its `scrollTop` differs from the box's, the box must be scrolled there */
export function moveBy(space: ScrollSpace, before: Position, scrollTop: number): Position {
  if (computeMaxTop(space) <= computeMaxScroll(space)) return { scrollTop, top: scrollTop };
  const step = scrollTop - before.scrollTop;
  // Browsers round the scroll position that is set.
  if (Math.abs(step) < 1) return { scrollTop, top: before.top };
  if (Math.abs(step) > space.viewPx) return { scrollTop, top: Math.round(computeTop(space, scrollTop)) };
  const top = clampTop(space, before.top + step);
  const isAtStart = scrollTop < 1;
  const isAtEnd = scrollTop > computeMaxScroll(space) - 1;
  if (isAtStart && before.top <= space.viewPx) return { scrollTop, top: 0 };
  if (isAtEnd && computeMaxTop(space) - before.top <= space.viewPx) return { scrollTop, top: computeMaxTop(space) };
  return isAtStart || isAtEnd ? toPosition(space, top) : { scrollTop, top };
}

/** Restores the proportion of the box, which small steps disturb, without moving a row, after the scrolling ends. */
export function settle(space: ScrollSpace, { top }: Position): Position {
  return toPosition(space, clampTop(space, top));
}

/** @returns the nearest position at which the row is in view */
export function revealRow(space: ScrollSpace, before: Position, row: number): Position {
  const top = row * space.rowPx;
  if (top < before.top) return toPosition(space, clampTop(space, top));
  if (top + space.rowPx > before.top + space.viewPx)
    return toPosition(space, clampTop(space, top + space.rowPx - space.viewPx));
  return before;
}

export function toPositionAtRow(space: ScrollSpace, row: number): Position {
  return toPosition(space, clampTop(space, row * space.rowPx));
}

export function findInView(space: ScrollSpace, { top }: Position): { readonly first: number; readonly last: number } {
  const last = Math.max(0, space.rows - 1);
  const at = (px: number) => Math.max(0, Math.min(last, Math.floor(px / space.rowPx)));
  return { first: at(top), last: at(top + Math.max(0, space.viewPx - 1)) };
}

function computeMaxTop({ rows, rowPx, viewPx }: ScrollSpace): number {
  return Math.max(0, rows * rowPx - viewPx);
}

function computeMaxScroll(space: ScrollSpace): number {
  return Math.max(0, computeSpaceHeight(space) - space.viewPx);
}

function clampTop(space: ScrollSpace, top: number): number {
  return Math.max(0, Math.min(computeMaxTop(space), top));
}

function computeTop(space: ScrollSpace, scrollTop: number): number {
  return clampTop(space, (scrollTop / computeMaxScroll(space)) * computeMaxTop(space));
}

function toPosition(space: ScrollSpace, top: number): Position {
  const [scroll, farthest] = [computeMaxScroll(space), computeMaxTop(space)];
  return { scrollTop: farthest <= scroll ? top : (top / farthest) * scroll, top };
}
