/**
 * Reads the parts of the lines that a report breaks down, by running the report again with one more group and selecting those lines from the
 * result.
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

/** @returns the figures with the parts of their lines; a line that does not exist has no parts. */
export async function addBreakdowns(
  connection: DuckDBConnection,
  report: CheckedReport,
  options: ReportOptions,
  figures: ReportFigures,
): Promise<ReportFigures> {
  const { breakdowns: requested = [] } = report;
  if (requested.length === 0) return figures;
  const partsByIndex: (ReportParts | undefined)[] = requested.map(() => undefined);
  const spellings = [...(figures.spellings ?? [])];
  // Lines of the same groups are read together.
  const indexesByGroups = Map.groupBy(requested.keys(), (index) => JSON.stringify(listGroupNames(requested[index])));
  for (const indexes of indexesByGroups.values()) {
    const lines = indexes.flatMap((index) => requested[index] ?? []);
    const answer = await readParts(connection, report, options, { lines, figures });
    for (const index of indexes) {
      const breakdown = requested[index];
      if (breakdown) partsByIndex[index] = toParts(breakdown, answer);
    }
    for (const spelling of answer.spellings ?? [])
      if (!spellings.some(({ group, key }) => group === spelling.group && key === spelling.key))
        spellings.push(spelling);
  }
  const breakdowns = partsByIndex.filter((parts) => parts !== undefined);
  return {
    ...figures,
    ...(breakdowns.length > 0 && { breakdowns }),
    ...(spellings.length > 0 && { spellings }),
  };
}

const listGroupNames = (breakdown: Breakdown | undefined): string[] =>
  breakdown ? [...breakdown.line.map(({ group }) => group), breakdown.by] : [];

async function readParts(
  connection: DuckDBConnection,
  { order, ...report }: CheckedReport,
  options: ReportOptions,
  { lines, figures }: { readonly lines: readonly Breakdown[]; readonly figures: ReportFigures },
): Promise<ReportFigures> {
  const groupBy = listGroupNames(lines[0]).flatMap((name) => findDimension(name) ?? []);
  const [first] = groupBy;
  const partDimension = groupBy.at(-1);
  // Hours are expected of people, so parts by other dimensions have no such measures.
  const isExpected = [...groupBy, ...(report.columns ? [report.columns] : [])].every(isExpectable);
  const measures = report.measures.filter((measure) => isExpected || !hasExpectedHours(measure));
  const innerOrder = partDimension && choosePartsOrder(partDimension, measures, order, options);
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
 * Chooses the order of the parts: that of the lines or, in a comparison without a requested order, by the largest change. Dates stay
 * in chronological order.
 */
function choosePartsOrder(
  dimension: Dimension,
  measures: readonly Measure[],
  order: CheckedReport['order'],
  { compared }: ReportOptions,
): Order | undefined {
  const measure = order?.kind === 'measure' ? measures.find(({ id }) => id === order.by) : undefined;
  if (order?.kind === 'measure' && measure) return order;
  const [first] = measures;
  if (!compared || !first || isDated(dimension)) return undefined;
  return { kind: 'measure', by: first.id, of: 'movement', direction: 'descending' };
}

/** Returns true for the line that is broken down, for the lines above it and for the lines inside it. */
function isOnPath({ line, other }: Breakdown, key: ReportRow['key']): boolean {
  return line.every(
    ({ group, key: lineKey }, index) =>
      !Object.hasOwn(key, group) || (index === 0 && other === true) || isSameKey(group, key[group] ?? null, lineKey),
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
