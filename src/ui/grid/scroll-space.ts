/**
 * Maps the scroll position of a box to the rows of a table that may be higher than browsers can lay out. The box of such a table is lower
 * and scrolls in proportion, but a small step still moves the rows by as many pixels as were scrolled. Pure.
 */

/** Browsers limit a box to about 33 million device pixels, which are 8 million pixels at 400 % scaling. */
export const MAX_PX = 8_000_000;

export interface ScrollSpace {
  readonly rows: number;
  readonly rowPx: number;
  /** The height of the part in which rows are visible. */
  readonly viewPx: number;
}

export interface Place {
  /** The scroll position of the box. */
  readonly scrollTop: number;
  /** The pixel of the entire table at which the view begins. */
  readonly top: number;
}

export const START: Place = { scrollTop: 0, top: 0 };

/** @returns the height of the box, in pixels */
export function spaceHeight({ rows, rowPx }: ScrollSpace): number {
  return Math.min(MAX_PX, rows * rowPx);
}

/** @returns the place after the box was scrolled; where its `scrollTop` is another than the box's, the box must be scrolled there */
export function moveBy(space: ScrollSpace, before: Place, scrollTop: number): Place {
  if (farthestTop(space) <= farthestScroll(space)) return { scrollTop, top: scrollTop };
  const step = scrollTop - before.scrollTop;
  // Browsers round the scroll position that is set.
  if (Math.abs(step) < 1) return { scrollTop, top: before.top };
  if (Math.abs(step) > space.viewPx) return { scrollTop, top: Math.round(toTop(space, scrollTop)) };
  const top = clampTop(space, before.top + step);
  const isAtStart = scrollTop < 1;
  const isAtEnd = scrollTop > farthestScroll(space) - 1;
  if (isAtStart && before.top <= space.viewPx) return { scrollTop, top: 0 };
  if (isAtEnd && farthestTop(space) - before.top <= space.viewPx) return { scrollTop, top: farthestTop(space) };
  return isAtStart || isAtEnd ? placeAt(space, top) : { scrollTop, top };
}

/** Small steps move the box out of proportion; once it rests, this scrolls it back without moving a row. */
export function settle(space: ScrollSpace, { top }: Place): Place {
  return placeAt(space, clampTop(space, top));
}

/** @returns the place nearest to the current one at which the row is in view */
export function placeOfRow(space: ScrollSpace, before: Place, row: number): Place {
  const top = row * space.rowPx;
  if (top < before.top) return placeAt(space, clampTop(space, top));
  if (top + space.rowPx > before.top + space.viewPx)
    return placeAt(space, clampTop(space, top + space.rowPx - space.viewPx));
  return before;
}

export function placeAtRow(space: ScrollSpace, row: number): Place {
  return placeAt(space, clampTop(space, row * space.rowPx));
}

/** @returns the indexes of the first and the last visible row */
export function rowsInView(space: ScrollSpace, { top }: Place): { readonly first: number; readonly last: number } {
  const last = Math.max(0, space.rows - 1);
  const at = (px: number) => Math.max(0, Math.min(last, Math.floor(px / space.rowPx)));
  return { first: at(top), last: at(top + Math.max(0, space.viewPx - 1)) };
}

function farthestTop({ rows, rowPx, viewPx }: ScrollSpace): number {
  return Math.max(0, rows * rowPx - viewPx);
}

function farthestScroll(space: ScrollSpace): number {
  return Math.max(0, spaceHeight(space) - space.viewPx);
}

function clampTop(space: ScrollSpace, top: number): number {
  return Math.max(0, Math.min(farthestTop(space), top));
}

function toTop(space: ScrollSpace, scrollTop: number): number {
  return clampTop(space, (scrollTop / farthestScroll(space)) * farthestTop(space));
}

function placeAt(space: ScrollSpace, top: number): Place {
  const [scroll, farthest] = [farthestScroll(space), farthestTop(space)];
  return { scrollTop: farthest <= scroll ? top : (top / farthest) * scroll, top };
}
