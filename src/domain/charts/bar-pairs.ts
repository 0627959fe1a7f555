/** Chooses two figures of a report to draw as overlapping horizontal bars, because the difference between them matters. Pure. */
import type { Measure } from '../reports/definition/measures.ts';
import type { ChartModel, Pair } from './chart-model.ts';
import { propertyNames } from '../properties.ts';

interface PairRule {
  readonly whole: string;
  readonly inner: string;
  /** Ids of the measures written at the bar's end, if the report has them. */
  readonly written: readonly string[];
  /** Ids of the measures whose single bars are replaced by the pair. */
  readonly leads: readonly string[];
  /** Whether the outer bar is drawn grey behind the inner one; otherwise both keep their colours. */
  readonly hasGround: boolean;
}

const LOWEST_RATE = `${propertyNames.billableRate}:min`;
const HIGHEST_RATE = `${propertyNames.billableRate}:max`;

const rules: readonly PairRule[] = [
  {
    whole: 'billable_value',
    inner: 'recorded_cost',
    written: ['margin', 'margin_percent'],
    leads: ['margin', 'margin_percent', 'recorded_cost'],
    hasGround: false,
  },
  {
    whole: 'logged_hours',
    inner: 'billable_logged_hours',
    written: ['logged_hours', 'billable_share'],
    leads: ['logged_hours', 'billable_share', 'nonbillable_hours'],
    hasGround: true,
  },
  {
    whole: HIGHEST_RATE,
    inner: 'effective_rate',
    written: ['effective_rate'],
    leads: [LOWEST_RATE, HIGHEST_RATE, 'effective_rate'],
    hasGround: true,
  },
];

export interface PairedMeasures {
  /** The outer bar's measure, the inner bar's, then those that are only written. */
  readonly measures: readonly Measure[];
  readonly pair: Pair;
  readonly hasGround: boolean;
}

/** @param lead the measure that single bars would show */
export function findBarPair(lead: Measure, reportMeasures: readonly Measure[]): PairedMeasures | undefined {
  const find = (id: string) => reportMeasures.find((measure) => measure.id === id);
  for (const { whole, inner, written, leads, hasGround } of rules) {
    const [outer, part] = [find(whole), find(inner)];
    if (!outer || !part || !leads.includes(lead.id)) continue;
    const writtenMeasures = written.flatMap((id) => find(id) ?? []);
    const measures = [outer, part, ...writtenMeasures.filter((measure) => measure !== outer && measure !== part)];
    const writtenIndexes = writtenMeasures.map((measure) => measures.indexOf(measure));
    return {
      measures,
      pair: { whole: 0, inner: 1, written: writtenIndexes.length === 0 ? [0] : writtenIndexes },
      hasGround,
    };
  }
  return undefined;
}

export function applyBarPair(model: ChartModel, { pair, hasGround }: PairedMeasures): ChartModel {
  const series = model.series.map((item, index) => ({
    ...item,
    // A third and fourth bar behind two overlapping ones would be illegible.
    before: undefined,
    isGround: hasGround && index === pair.whole,
    isWritten: index !== pair.whole && index !== pair.inner,
  }));
  return { ...model, series, pair };
}
