import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  MAX_PX,
  moveBy,
  toPositionAtRow,
  revealRow,
  findInView,
  settle,
  computeSpaceHeight,
  START,
  type Position,
} from '#ui/grid/scroll-space.ts';

const million = { rows: 1_000_000, rowPx: 28, viewPx: 700 };
const few = { rows: 1_000, rowPx: 28, viewPx: 700 };
const end = (space: typeof few) => computeSpaceHeight(space) - space.viewPx;

describe('rows that fit a box', () => {
  it('are where the box is scrolled to', () => {
    expect(moveBy(few, START, 5_600)).toEqual({ scrollTop: 5_600, top: 5_600 });
    expect(findInView(few, toPositionAtRow(few, 999))).toEqual({ first: 975, last: 999 });
  });
});

describe('a million rows', () => {
  it('are never higher than a browser lays out', () => {
    expect(computeSpaceHeight(million)).toBe(MAX_PX);
  });

  it('are all reached: the first, the last, and any by its number', () => {
    expect(findInView(million, moveBy(million, START, end(million))).last).toBe(999_999);
    expect(findInView(million, moveBy(million, toPositionAtRow(million, 999_999), 0)).first).toBe(0);
    fc.assert(
      fc.property(fc.nat(999_999), (row) => {
        const { first, last } = findInView(million, toPositionAtRow(million, row));
        expect(first).toBeLessThanOrEqual(row);
        expect(last).toBeGreaterThanOrEqual(row);
      }),
    );
  });

  it('move by as many pixels as were scrolled, and stay where they are when the box is put back', () => {
    const before = toPositionAtRow(million, 500_000);
    const after = moveBy(million, before, before.scrollTop + 120);
    expect(after.top - before.top).toBe(120);
    const rested = settle(million, after);
    expect(rested.top).toBe(after.top);
    expect(moveBy(million, rested, rested.scrollTop).top).toBe(after.top);
  });

  it('lead to both ends by small steps, whatever came before', () => {
    const steps = fc.array(fc.integer({ min: -3_000, max: 3_000 }), { maxLength: 40 });
    fc.assert(
      fc.property(fc.nat(999_999), steps, fc.boolean(), (row, walked, isDown) => {
        let place: Position = toPositionAtRow(million, row);
        const scroll = (by: number) => {
          place = moveBy(million, place, Math.max(0, Math.min(end(million), place.scrollTop + by)));
          const { first, last } = findInView(million, place);
          expect(first).toBeGreaterThanOrEqual(0);
          expect(last).toBeLessThanOrEqual(999_999);
          expect(place.scrollTop).toBeGreaterThanOrEqual(0);
          expect(place.scrollTop).toBeLessThanOrEqual(end(million));
        };
        walked.forEach(scroll);
        place = toPositionAtRow(million, isDown ? 999_800 : 200);
        for (let at = 0; at < 60; at += 1) scroll(isDown ? 120 : -120);
        const { first, last } = findInView(million, place);
        expect(isDown ? last : first).toBe(isDown ? 999_999 : 0);
      }),
    );
  });

  it('come into view by the shortest way', () => {
    const place = toPositionAtRow(million, 500_000);
    expect(revealRow(million, place, 500_010)).toBe(place);
    expect(findInView(million, revealRow(million, place, 500_030)).last).toBe(500_030);
    expect(findInView(million, revealRow(million, place, 499_990)).first).toBe(499_990);
  });
});
