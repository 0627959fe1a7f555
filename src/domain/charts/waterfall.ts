/** A bridge as a waterfall: the figure before, a floating bar for each part, the figure now. Lengths only; figures are printed elsewhere. Pure. */
import type { Bridge, BridgeAmount } from '../reports/bridge/question.ts';
import type { BridgePart } from '../reports/bridge/split.ts';
import { toGeometry } from './drawn-length.ts';

export interface WaterfallBar {
  readonly kind: 'before' | BridgePart | 'now';
  readonly amount: BridgeAmount;
  /** The lower and the upper end. */
  readonly span: readonly [number, number];
  /** Where the next bar goes on. */
  readonly level: number;
  readonly tone: 'whole' | 'more' | 'less';
}

export function drawWaterfall({ start, end, order, parts }: Bridge): readonly WaterfallBar[] {
  const toWhole = (kind: 'before' | 'now', amount: BridgeAmount): WaterfallBar => {
    const level = toGeometry(amount.exact);
    return { kind, amount, span: [Math.min(0, level), Math.max(0, level)], level, tone: 'whole' };
  };
  const bars = [toWhole('before', start)];
  for (const part of order) {
    const amount = parts[part];
    if (!amount) continue;
    const from = bars.at(-1)?.level ?? 0;
    const level = from + toGeometry(amount.exact);
    const span = [Math.min(from, level), Math.max(from, level)] as const;
    bars.push({ kind: part, amount, span, level, tone: level < from ? 'less' : 'more' });
  }
  return [...bars, toWhole('now', end)];
}
