/** Decides how a report is drawn: which figures, in which shapes, and what is drawn if the main figure is unknown. Pure. */
import { chartTexts as texts } from '#texts/screens/charts.ts';
import { propertyNames } from '#domain/properties.ts';
import { formatUnits, toUnits } from '../decimal.ts';
import type { ReportRow } from '../reports/definition/report.ts';
import type { ChartKind } from '../reports/definition/chart-kinds.ts';
import type { Measure } from '../reports/definition/measures.ts';
import { hasMultipleCurrencies, isAmount } from '../reports/print/printed-currencies.ts';
import { buildColumnsModel, buildMultiples, buildRowsModel, type ChartContext, listOuterRows } from './build-model.ts';
import { type ChartModel, MAX_BARS, MAX_SERIES, type Pair, type Shape, toGeometry } from './chart-model.ts';
import type { SmallPlot } from './small-plot.ts';

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
    isBackground: hasGround && index === pair.whole,
    isWritten: index !== pair.whole && index !== pair.inner,
  }));
  return { ...model, series, pair };
}

export interface ReportDrawing {
  readonly plots: readonly SmallPlot[];
  /** The shape of each series; undefined for horizontal bars. */
  readonly shapes: readonly Shape[] | undefined;
  readonly notDrawn: number;
  /** The shared scale of all small charts. */
  readonly domain: readonly [number, number];
  /** Set if the chart's main figure is unknown, so that another figure of the report is drawn. */
  readonly instead?: { readonly subject: Measure; readonly drawn: Measure } | undefined;
  /** True if the figures to draw are amounts in several currencies, which cannot share an axis. */
  readonly mixesAmounts: boolean;
}

type Kind = Exclude<ChartKind, 'none'>;

export function drawReport(kind: Kind, chartContext: ChartContext): ReportDrawing {
  const subject = findSubject(kind, chartContext);
  const mixesCurrencies = hasMultipleCurrencies(chartContext.result);
  const mixesAmounts = mixesCurrencies && isAmount(subject);
  // Bars in different currencies side by side would be compared by their lengths.
  const comparable = chartContext.measures.filter((measure) => !(mixesCurrencies && isAmount(measure)));
  if (!subject || comparable.length === 0)
    return { plots: [], shapes: undefined, notDrawn: 0, domain: [0, 1], mixesAmounts };
  const known = comparable.filter((measure) => isKnown(chartContext, measure));
  const lead = known.includes(subject) ? subject : (known[0] ?? comparable[0] ?? subject);
  const instead = lead === subject ? undefined : { subject, drawn: lead };
  const context = { ...chartContext, measures: known.length === 0 ? comparable : known };
  if (kind === 'multiples') {
    const { panels, notDrawn } = buildMultiples(context, filterByUnit(context.measures, lead).slice(0, 2));
    return {
      plots: panels,
      shapes: [],
      notDrawn,
      domain: measureDomain(panels.map(({ model }) => model)),
      instead,
      mixesAmounts,
    };
  }
  const isChange = kind === 'bars' && chartContext.report.order?.of !== undefined && isCompared(chartContext);
  const fullModel = isChange ? buildChangesModel(context, lead) : buildModel(kind, context, lead);
  const model = kind === 'trend-line' ? dropLongRest(fullModel) : fullModel;
  const shapes = chooseShapes(kind, model);
  return { plots: [{ label: '', model }], shapes, notDrawn: model.notDrawn, domain: [0, 1], instead, mixesAmounts };
}

/** Finds the chart's main figure. */
export function findSubject(
  kind: Kind,
  { measures, report }: Pick<ChartContext, 'measures' | 'report'>,
): Measure | undefined {
  const findById = (id: string | undefined) => measures.find((measure) => measure.id === id);
  if (kind === 'billable-cost') return findById('billable_value') ?? findById('recorded_cost') ?? measures[0];
  if (kind !== 'bars') return measures[0];
  const [first] = measures;
  // The lowest and highest rates are compared with the effective rate, regardless of the order of the lines.
  const isRate = first?.unit === 'rate' && findBarPair(first, measures) !== undefined;
  return (isRate ? undefined : findById(report.order?.by)) ?? first;
}

function isKnown(context: ChartContext, { id }: Measure): boolean {
  return (
    listOuterRows(context).some(
      ({ values, cells }) => (values[id] ?? null) !== null || (cells?.[id] ?? []).some((value) => value !== null),
    ) || (context.result.total.values[id] ?? null) !== null
  );
}

function buildModel(kind: Kind, context: ChartContext, lead: Measure): ChartModel {
  const { measures, report } = context;
  if (kind === 'billable-cost') {
    const order = ['billable_value', 'recorded_cost', 'margin'];
    const billableMeasures = order.flatMap((id) => measures.find((measure) => measure.id === id) ?? []);
    const model = buildRowsModel(context, billableMeasures.length === 0 ? [lead] : billableMeasures, MAX_BARS);
    return model.axis === 'time' ? model : buildBarsModel(context, measures.find(({ id }) => id === 'margin') ?? lead);
  }
  if (kind === 'bars') return buildBarsModel(context, lead);
  if (report.columns !== undefined) return buildColumnsModel(context, lead);
  const sameUnitMeasures = filterByUnit(measures, lead);
  const drawn = kind === 'trend-line' ? sameUnitMeasures : listParts(sameUnitMeasures, lead);
  return buildRowsModel(context, drawn.slice(0, MAX_SERIES), MAX_SERIES);
}

/** A tail far above every line would flatten them, so it is not drawn. */
function dropLongRest(model: ChartModel): ChartModel {
  const findLargest = (series: ChartModel['series']) =>
    Math.max(0, ...series.flatMap(({ values }) => values.map((value) => Math.abs(toGeometry(value)))));
  const rest = model.series.filter(({ folded }) => folded !== undefined);
  const lines = model.series.filter(({ folded }) => folded === undefined);
  if (lines.length === 0 || findLargest(rest) <= 2 * findLargest(lines)) return model;
  const groups = rest.reduce((sum, { folded }) => sum + (folded ?? 0), 0);
  // The tail comes last, so the indexes of the lines do not change.
  return { ...model, series: lines, notDrawn: model.notDrawn + groups };
}

const isCompared = ({ result: { comparison } }: ChartContext) => comparison !== null && comparison.refused === null;

/** If a report is ordered by changes, its chart shows the changes. */
function buildChangesModel(context: ChartContext, lead: Measure): ChartModel {
  const { result } = context;
  const toChange = <Line extends ReportRow>(line: Line): Line => ({
    ...line,
    values: { ...line.values, [lead.id]: readChange(line, lead) },
    before: undefined,
  });
  const changes = { rows: result.rows.map(toChange), subtotals: result.subtotals.map(toChange), comparison: null };
  const model = buildRowsModel({ ...context, result: { ...result, ...changes } }, [lead], MAX_BARS);
  return {
    ...model,
    series: model.series.map((series) => ({ ...series, label: texts.changeIn(lead.label) })),
    markAt: (bucket, index) => {
      const mark = model.markAt(bucket, index);
      return mark && { ...mark, isChange: true };
    },
  };
}

/** A line without records in one of the periods counts as 0 there if the measure adds up; otherwise its change is unknown. */
function readChange({ values, before, records }: ReportRow, { id, additive }: Measure): string | null {
  const current = values[id] ?? (additive && records === 0 ? '0' : null);
  const previous = before?.values[id] ?? (additive && before === null ? '0' : null);
  return current === null || previous === null ? null : formatUnits(toUnits(current) - toUnits(previous));
}

function buildBarsModel(context: ChartContext, lead: Measure): ChartModel {
  const single = buildRowsModel(context, [lead], MAX_BARS);
  // In a comparison, the earlier period is already drawn behind each bar.
  const paired = isCompared(context) || single.axis === 'time' ? undefined : findBarPair(lead, context.measures);
  return paired ? applyBarPair(buildRowsModel(context, paired.measures, MAX_BARS), paired) : single;
}

function chooseShapes(kind: Kind, { axis, series }: ChartModel): readonly Shape[] | undefined {
  switch (kind) {
    case 'billable-cost':
      return axis === 'time' ? series.map(({ measure }) => (measure.id === 'margin' ? 'line' : 'bar')) : undefined;
    case 'trend-line':
      return series.map(() => 'line');
    case 'trend-area':
      return series.map(({ measure }) => (measure.additive ? 'area' : 'line'));
    case 'trend-bars':
      return series.map(({ measure }) => (measure.additive ? 'stack' : 'line'));
    case 'bars':
    case 'multiples':
      return axis === 'time' ? series.map(() => 'bar') : undefined;
  }
}

function filterByUnit(measures: readonly Measure[], first: Measure): readonly Measure[] {
  return measures.filter(({ unit }) => unit === first.unit);
}

/**
 * Lists the series that can be stacked: parts of one total, such as billable and non-billable hours. Other figures overlap (billable hours
 * are logged hours, too), so only the first has an area.
 */
function listParts(measures: readonly Measure[], first: Measure): readonly Measure[] {
  const parts = measures.filter(({ id }) => id === 'billable_logged_hours' || id === 'nonbillable_hours');
  return parts.length === 2 ? parts : [first];
}

function measureDomain(models: readonly ChartModel[]): readonly [number, number] {
  const all = models.flatMap(({ series }) => series.flatMap(({ values }) => values.map((value) => toGeometry(value))));
  return [Math.min(0, ...all), Math.max(1, ...all)];
}
