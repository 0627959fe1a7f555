/** Words why a figure moved in one sentence, and formats the amounts of a bridge. Pure. */
import { bridgeTexts as texts } from '#texts/reports/bridge.ts';
import { formatCount } from '#domain/locale-forms.ts';
import { findMeasure } from '../definition/measures.ts';
import { chooseGrid, formatSteps, type PrintSettings, type TextStyle, formatUnit } from '../print/printed.ts';
import type { BridgeAmount, BridgeAnswer } from './question.ts';
import type { BridgePart } from './split.ts';

export interface BridgeWords {
  readonly label: string;
  /** `EUR`, `h`; empty if the form of the figures shows it. */
  readonly unit: string;
  readonly print: (amount: BridgeAmount, style?: TextStyle) => string;
}

/** @param ownCurrency the workspace's currency */
export function toBridgeWords(
  { measure: id, currency }: Pick<BridgeAnswer, 'measure' | 'currency'>,
  settings: PrintSettings,
  ownCurrency: string | null,
): BridgeWords {
  const measure = findMeasure(id);
  const unit = measure?.unit ?? 'plain';
  const grid = chooseGrid(unit, settings);
  return {
    label: measure?.label ?? id,
    unit: grid.style === 'decimal' ? formatUnit(unit, currency === undefined ? ownCurrency : currency) : '',
    print: ({ steps }, style) => formatSteps(BigInt(steps), grid, style),
  };
}

/** Formats as `Billable value rose by 12,300.00 EUR from … to …: +8,000.00 by more hours, −1,200.00 by the mix of clients, …`. */
export function describeBridge(
  { bridge, by }: Pick<BridgeAnswer, 'bridge' | 'by'>,
  { label, unit, print }: BridgeWords,
  { minus = '-', locale }: { readonly minus?: string; readonly locale?: string | undefined } = {},
): string {
  if (!bridge) return '';
  const { start, end, change, order, parts, counts } = bridge;
  const withUnit = (text: string) => (unit === '' ? text : `${text} ${unit}`);
  const periods = texts.fromTo(print(start, { minus }), withUnit(print(end, { minus })));
  const count: Readonly<Partial<Record<BridgePart, number>>> = {
    existing: counts.both,
    ...counts,
  };
  const partTexts = order.flatMap((part) => {
    const amount = parts[part];
    if (!amount || (amount.steps === '0' && !(part in counts))) return [];
    const figure = print(amount, { minus, signed: true });
    return texts.part[part](figure, !amount.steps.startsWith('-'), by, formatCount(count[part] ?? 0, locale));
  });
  if (change.steps === '0') return texts.toldSame(texts.same(label, withUnit(print(end, { minus }))), partTexts);
  const moved = withUnit(print({ ...change, steps: change.steps.replace('-', '') }));
  return texts.sentence((change.steps.startsWith('-') ? texts.fell : texts.rose)(label, moved, periods), partTexts);
}

/** Words that a rate or share is explained by its underlying sum; undefined if a sum was requested. */
export function describeInstead(
  requestedMeasure: string,
  { measure }: Pick<BridgeAnswer, 'measure'>,
): string | undefined {
  const [requested, explained] = [findMeasure(requestedMeasure), findMeasure(measure)];
  return requested && explained && requested.id !== explained.id
    ? texts.instead(requested.label, explained.label)
    : undefined;
}
