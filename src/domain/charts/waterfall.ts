/**
 * A bridge as a waterfall: the figure before, a floating bar for each part, the figure now. Lengths only; figures are printed elsewhere.
 * Pure.
 */
import type { Bridge, BridgeAmount } from '../reports/bridge/question.ts';
import type { BridgePart } from '../reports/bridge/split.ts';
import { toGeometry } from './chart-model.ts';

export interface WaterfallBar {
  readonly kind: 'before' | BridgePart | 'now';
  readonly amount: BridgeAmount;
  /** The lower and the upper end. */
  readonly span: readonly [number, number];
  readonly tone: 'whole' | 'more' | 'less';
}

/**
 * @returns the bars; where the axis begins, above 0 where the parts could not be seen beside the whole; and the ticks of such an axis, from its
 * base, which otherwise follow from the bars
 */
export function drawWaterfall({ start, end, order, parts }: Bridge) {
  const amounts = order.flatMap((part) => (parts[part] ? [{ part, amount: parts[part] }] : []));
  const levels = [toGeometry(start.exact)];
  for (const { amount } of amounts) levels.push((levels.at(-1) ?? 0) + toGeometry(amount.exact));
  const base = chooseBase(levels);
  const toWhole = (kind: 'before' | 'now', amount: BridgeAmount): WaterfallBar => {
    const level = toGeometry(amount.exact);
    return { kind, amount, span: [Math.min(base, level), Math.max(base, level)], tone: 'whole' };
  };
  const steps = amounts.map(({ part, amount }, index): WaterfallBar => {
    const [from = 0, to = 0] = levels.slice(index);
    return { kind: part, amount, span: [Math.min(from, to), Math.max(from, to)], tone: to < from ? 'less' : 'more' };
  });
  return {
    bars: [toWhole('before', start), ...steps, toWhole('now', end)],
    base,
    ticks: base === 0 ? undefined : chooseTicks(base, Math.max(...levels)),
  };
}

/** The axis begins at a round number from which the parts take at least a third of the height. */
function chooseBase(levels: readonly number[]): number {
  const [lowest, highest] = [Math.min(...levels), Math.max(...levels)];
  const extent = highest - lowest;
  if (extent === 0 || lowest <= 2 * extent) return 0;
  const round = 10 ** Math.floor(Math.log10(extent));
  return Math.floor((lowest - extent) / round) * round;
}

const STEPS = 4;

/** In round steps to no lower than the highest bar. */
function chooseTicks(base: number, highest: number): readonly number[] {
  const least = (highest - base) / STEPS;
  const round = 10 ** Math.floor(Math.log10(least));
  const step = [1, 2, 2.5, 5].map((factor) => factor * round).find((factor) => factor >= least) ?? 10 * round;
  return Array.from({ length: STEPS + 1 }, (_, at) => base + at * step);
}
