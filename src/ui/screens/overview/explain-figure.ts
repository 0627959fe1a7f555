/** Explains any figure of the Overview in the drawer, from the answer that it was read from. Pure. */
import type { CheckSummary } from '#contract/checks.ts';
import { formatUnits, toUnits, toHours } from '#domain/decimal.ts';
import type { Directory } from '#domain/people/directory.ts';
import { CLIENT_PROPERTY } from '#domain/local-properties.ts';
import { chooseCurrency } from '#domain/reports/print/printed-currencies.ts';
import { explain, type ExplainContext, type Explanation } from '#domain/reports/explain/explain.ts';
import { findMeasure } from '#domain/reports/definition/measures.ts';
import { printReport } from '#domain/reports/print/printed.ts';
import { hasAllRecords, type Report, type ReportResult } from '#domain/reports/definition/report.ts';
import type { Settings } from '#domain/settings.ts';
import { checkTexts } from '#texts/screens/checks.ts';
import { overviewTexts } from '#texts/screens/overview.ts';
import type { ExplainedFigure } from '#ui/explain/explained.ts';
import { explainCell, explainTotalFigure, listSourceProperties } from '#ui/explain/explained-cell.ts';
import { count } from '#ui/format/figures-and-times.ts';
import { figureUnit, formatMeasure, measureUnit } from '#ui/format/measured.ts';
import type { CellPlace } from '#ui/routing/report-view.ts';
import type { QuietClient } from './panel-figures.ts';

export interface Answer {
  readonly report: Report;
  readonly result: ReportResult;
}

export type AnswerName =
  'figures' | 'compared' | 'expected' | 'people' | 'lines' | 'trend' | 'clients' | 'clientWeeks' | 'changes';
export type Answers = Readonly<Partial<Record<AnswerName, Answer | undefined>>>;

export type CheckFigure = 'records' | 'minutes' | 'value';

/** Which figure is explained. It stays the same while its answer is refreshed. */
export type FigurePlace =
  | { readonly kind: 'cell'; readonly answer: AnswerName; readonly cell: CellPlace }
  | { readonly kind: 'quiet'; readonly client: QuietClient }
  | { readonly kind: 'check'; readonly check: CheckSummary; readonly figure: CheckFigure };

export interface FigureContext {
  readonly answers: Answers;
  readonly settings: Settings;
  readonly directory: Directory;
  /** `YYYY-MM-DD` in the workspace's zone. */
  readonly today?: string | undefined;
  readonly misspelt?: ExplainContext['misspelt'];
}

/** @returns undefined if the answer is not loaded (any more) */
export function explainFigure(place: FigurePlace, context: FigureContext): ExplainedFigure | undefined {
  switch (place.kind) {
    case 'cell':
      return explainWithChange(place, context);
    case 'quiet':
      return explainQuietClient(place.client, context);
    case 'check':
      return explainCheck(place, context);
  }
}

/** A tile's change may cover fewer days than its figure, so it is explained from the answer that contains it. */
function explainWithChange({ answer, cell }: Extract<FigurePlace, { kind: 'cell' }>, context: FigureContext) {
  const { figures, compared } = context.answers;
  const explanation = explainInAnswer(context.answers[answer], cell, context);
  if (!explanation || answer !== 'figures' || figures?.report.compare === compared?.report.compare) return explanation;
  const changes = explainInAnswer(compared, cell, context)?.facts.filter(
    ({ kind }) => kind === 'compared' || kind === 'change',
  );
  return { ...explanation, facts: [...explanation.facts, ...(changes ?? [])] };
}

function explainInAnswer(
  answer: Answer | undefined,
  cell: CellPlace,
  { settings, directory, today, misspelt }: FigureContext,
): ExplainedFigure | undefined {
  if (!answer) return undefined;
  const { report, result } = answer;
  const measure = findMeasure(cell.measure);
  if (report.groupBy.length === 0)
    return measure && explainTotalFigure(measure, { report, result, settings, directory, today, misspelt });
  const measures = report.measures.flatMap((id) => findMeasure(id) ?? []);
  return explainCell(cell, {
    report,
    result,
    printed: printReport(measures, result, settings),
    settings,
    directory,
    today,
    misspelt,
  });
}

/** Explains a client's line of weeks, with the number of quiet weeks instead of its hours. */
function explainQuietClient({ name, weeks }: QuietClient, context: FigureContext): ExplainedFigure | undefined {
  const answer = context.answers.clientWeeks;
  const measure = findMeasure('billable_logged_hours');
  const row = answer?.result.rows.find(({ key }) => key[CLIENT_PROPERTY] === name);
  if (!answer || !measure || !row) return undefined;
  const { report, result } = answer;
  const explanation = explain(measure, { row }, { ...context, report, result });
  const texts = overviewTexts.clients;
  return {
    title: texts.quietFigure,
    where: explanation.where,
    printed: count(weeks),
    unit: texts.quietUnit(count(weeks)),
    exact: String(weeks),
    isIncomplete: !hasAllRecords(result),
    facts: listFacts(explanation, texts.quietFormula),
    notes: explanation.notes,
    records: { ...explanation.drillDown, properties: listSourceProperties(measure, result.amounts) },
  };
}

const checkMeasures: Readonly<Record<CheckFigure, string>> = {
  records: 'records',
  minutes: 'logged_hours',
  value: 'billable_value',
};

/** A check reads the same records as the tiles, so it has the same basis. */
function explainCheck(
  { check, figure }: Extract<FigurePlace, { kind: 'check' }>,
  { answers, settings, directory, misspelt }: FigureContext,
): ExplainedFigure | undefined {
  const answer = answers.figures;
  const id = checkMeasures[figure];
  const measure = findMeasure(id);
  if (!answer || !measure) return undefined;
  const { report, result } = answer;
  const explanation = explain(measure, {}, { report, result, settings, directory, misspelt });
  const text = checkTexts[check.id];
  const texts = overviewTexts.attention;
  const exact = formatExact(check, figure);
  return {
    title: texts[figure === 'records' ? 'found' : figure](text?.label ?? check.id),
    where: '',
    printed: formatMeasure(id, exact, settings),
    unit: figureUnit(measureUnit(id), settings, chooseCurrency(result, settings.currency)),
    exact,
    isIncomplete: !hasAllRecords(result),
    facts: listFacts(explanation, texts.formula[figure](text?.detail ?? '')).filter(({ kind }) => kind !== 'group'),
    notes: [],
    records: { ...explanation.drillDown, properties: listSourceProperties(measure, result.amounts), check: check.id },
  };
}

function formatExact({ open, value, minutes }: CheckSummary, figure: CheckFigure): string | null {
  if (figure === 'records') return String(open);
  if (figure === 'value') return value;
  return minutes === null ? null : formatUnits(toHours(toUnits(minutes)));
}

/** Facts of the measure, which do not apply to a figure with its own formula. */
const factsOfMeasure: ReadonlySet<string> = new Set([
  'parts',
  'amounts',
  'rounding',
  'footing',
  'records',
  'compared',
  'change',
]);

function listFacts({ facts, measure }: Explanation, formula: string): ExplainedFigure['facts'] {
  const isRounded = measure.unit !== 'count';
  return facts
    .filter(({ kind }) => !factsOfMeasure.has(kind) || (kind === 'rounding' && isRounded))
    .map((fact) => (fact.kind === 'formula' ? { ...fact, text: formula } : fact));
}
