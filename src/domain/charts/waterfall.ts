/**
 * Draws a bridge as a waterfall: the figure before, a floating bar for each part, and the figure now. Computes lengths only; figures are
 * printed elsewhere. Pure.
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
 * @returns the bars; the start of the axis, which is above 0 if the parts would be too small to see; and the ticks of such an axis, which
 * otherwise follow from the bars
 */
export function drawWaterfall({ start, end, order, parts }: Bridge) {
  const amounts = order.flatMap((part) => (parts[part] ? [{ part, amount: parts[part] }] : []));
  const levels = [toGeometry(start.exact)];
  for (const { amount } of amounts) levels.push((levels.at(-1) ?? 0) + toGeometry(amount.exact));
  const base = chooseBase(levels);
  const toTotalBar = (kind: 'before' | 'now', amount: BridgeAmount): WaterfallBar => {
    const level = toGeometry(amount.exact);
    return { kind, amount, span: [Math.min(base, level), Math.max(base, level)], tone: 'whole' };
  };
  const steps = amounts.map(({ part, amount }, index): WaterfallBar => {
    const [from = 0, to = 0] = levels.slice(index);
    return { kind: part, amount, span: [Math.min(from, to), Math.max(from, to)], tone: to < from ? 'less' : 'more' };
  });
  return {
    bars: [toTotalBar('before', start), ...steps, toTotalBar('now', end)],
    base,
    ticks: base === 0 ? undefined : chooseTicks(base, Math.max(...levels)),
  };
}

/** Chooses a round number at which the axis starts so that the parts take up at least a third of the height. */
function chooseBase(levels: readonly number[]): number {
  const [lowest, highest] = [Math.min(...levels), Math.max(...levels)];
  const extent = highest - lowest;
  if (extent === 0 || lowest <= 2 * extent) return 0;
  const round = 10 ** Math.floor(Math.log10(extent));
  return Math.floor((lowest - extent) / round) * round;
}

const STEPS = 4;

/** Chooses ticks in round steps up to at least the highest bar. */
function chooseTicks(base: number, highest: number): readonly number[] {
  const minStep = (highest - base) / STEPS;
  const round = 10 ** Math.floor(Math.log10(minStep));
  const step = [1, 2, 2.5, 5].map((factor) => factor * round).find((factor) => factor >= minStep) ?? 10 * round;
  return Array.from({ length: STEPS + 1 }, (_, index) => base + index * step);
}
