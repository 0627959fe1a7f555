/**
 * Reads the parts of the lines that a report breaks down: the report's own question with one more group, of which only those lines are
 * taken.
 */
import type { DuckDBConnection } from '@duckdb/node-api';
import type { Breakdown } from '#domain/reports/definition/breakdowns.ts';
import type { CheckedReport, Order } from '#domain/reports/definition/check.ts';
import { findDimension, isDated, type Dimension } from '#domain/reports/definition/dimensions.ts';
import { isExpectable, hasExpectedHours } from '#domain/reports/definition/expected-cells.ts';
import type { Measure } from '#domain/reports/definition/measures.ts';
import type { ReportParts, ReportRow } from '#domain/reports/definition/report.ts';
import { isSameKey } from '#domain/reports/keys/key-class.ts';
import type { ReportFigures, ReportOptions } from './context.ts';
import { runReport } from './execute.ts';

/** @returns the figures with the parts of their lines; a line that does not exist has none. */
export async function addBreakdowns(
  connection: DuckDBConnection,
  report: CheckedReport,
  options: ReportOptions,
  figures: ReportFigures,
): Promise<ReportFigures> {
  const { breakdowns: requested = [] } = report;
  if (requested.length === 0) return figures;
  const partsByPlace: (ReportParts | undefined)[] = requested.map(() => undefined);
  const spellings = [...(figures.spellings ?? [])];
  // Lines of the same groups are read together.
  const placesByGroups = Map.groupBy(requested.keys(), (at) => JSON.stringify(toNames(requested[at])));
  for (const places of placesByGroups.values()) {
    const lines = places.flatMap((at) => requested[at] ?? []);
    const answer = await readParts(connection, report, options, { lines, figures });
    for (const at of places) {
      const breakdown = requested[at];
      if (breakdown) partsByPlace[at] = toParts(breakdown, answer);
    }
    for (const spelling of answer.spellings ?? [])
      if (!spellings.some(({ group, key }) => group === spelling.group && key === spelling.key))
        spellings.push(spelling);
  }
  const breakdowns = partsByPlace.filter((parts) => parts !== undefined);
  return {
    ...figures,
    ...(breakdowns.length > 0 && { breakdowns }),
    ...(spellings.length > 0 && { spellings }),
  };
}

const toNames = (breakdown: Breakdown | undefined): string[] =>
  breakdown ? [...breakdown.line.map(({ group }) => group), breakdown.by] : [];

interface BrokenLines {
  readonly lines: readonly Breakdown[];
  readonly figures: ReportFigures;
}

async function readParts(
  connection: DuckDBConnection,
  { order, ...report }: CheckedReport,
  options: ReportOptions,
  { lines, figures }: BrokenLines,
): Promise<ReportFigures> {
  const groupBy = toNames(lines[0]).flatMap((name) => findDimension(name) ?? []);
  const [first] = groupBy;
  const by = groupBy.at(-1);
  // Hours are expected of people, so parts by anything else have none and say so.
  const isExpected = [...groupBy, ...(report.columns ? [report.columns] : [])].every(isExpectable);
  const measures = report.measures.filter((measure) => isExpected || !hasExpectedHours(measure));
  const innerOrder = by && choosePartsOrder(by, measures, order, options);
  const allLines = [...figures.subtotals, ...figures.rows];
  const isWritten = (key: ReportRow['key'], isOther: boolean) =>
    lines.some((breakdown) => (breakdown.other === true) === isOther && isOnPath(breakdown, key));
  const listed = allLines.some(({ folded }) => folded !== undefined)
    ? allLines.flatMap(({ key, folded }) => (folded === undefined && first ? [key[first.name] ?? null] : []))
    : undefined;
  return runReport(connection, { ...report, measures, groupBy, ...(innerOrder && { innerOrder }) }, options, {
    listed,
    isWritten,
  });
}

/**
 * Orders parts as the lines are ordered. What made a change comes first unless another order is requested, and time stays in its own order.
 */
function choosePartsOrder(
  by: Dimension,
  measures: readonly Measure[],
  order: CheckedReport['order'],
  { compared }: ReportOptions,
): Order | undefined {
  const measure = order?.kind === 'measure' ? measures.find(({ id }) => id === order.by) : undefined;
  if (order?.kind === 'measure' && measure) return order;
  const [first] = measures;
  if (!compared || !first || isDated(by)) return undefined;
  return { kind: 'measure', by: first.id, of: 'movement', direction: 'descending' };
}

/** Says whether a line is above the one that is broken down, that line itself, or inside it. */
function isOnPath({ line, other }: Breakdown, key: ReportRow['key']): boolean {
  return line.every(
    ({ group, key: lineKey }, at) =>
      !Object.hasOwn(key, group) || (at === 0 && other === true) || isSameKey(group, key[group] ?? null, lineKey),
  );
}

function toParts(breakdown: Breakdown, { rows }: ReportFigures): ReportParts | undefined {
  const partRows = rows.filter(
    ({ key, folded }) => (folded !== undefined) === (breakdown.other === true) && isOnPath(breakdown, key),
  );
  const [first] = partRows;
  if (!first) return undefined;
  const { [breakdown.by]: _, ...key } = first.key;
  const { folded } = first;
  return { key, ...(folded !== undefined && { folded }), by: breakdown.by, rows: partRows };
}
