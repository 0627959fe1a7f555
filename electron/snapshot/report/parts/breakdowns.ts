/** Reads the parts of the lines that a report breaks down: the report's own question with one more group, of which only those lines are taken. */
import type { DuckDBConnection } from '@duckdb/node-api';
import type { Breakdown } from '../../../../src/domain/reports/definition/breakdowns.ts';
import type { CheckedReport, Order } from '../../../../src/domain/reports/definition/check.ts';
import { findDimension, isDated, type Dimension } from '../../../../src/domain/reports/definition/dimensions.ts';
import { isExpectable, needsExpected } from '../../../../src/domain/reports/definition/expected-cells.ts';
import type { Measure } from '../../../../src/domain/reports/definition/measures.ts';
import type { ReportParts, ReportRow } from '../../../../src/domain/reports/definition/report.ts';
import { isSameKey } from '../../../../src/domain/reports/keys/key-class.ts';
import type { ReportFigures, ReportOptions } from '../context.ts';
import { runReport } from '../execute.ts';

/** @returns the figures with the parts of their lines; a line that is not there has none. */
export async function withBreakdowns(
  connection: DuckDBConnection,
  report: CheckedReport,
  options: ReportOptions,
  figures: ReportFigures,
): Promise<ReportFigures> {
  const { breakdowns: asked = [] } = report;
  if (asked.length === 0) return figures;
  const found: (ReportParts | undefined)[] = asked.map(() => undefined);
  const spellings = [...(figures.spellings ?? [])];
  // Lines of the same groups are read together.
  const together = Map.groupBy(asked.keys(), (at) => JSON.stringify(toNames(asked[at])));
  for (const places of together.values()) {
    const lines = places.flatMap((at) => asked[at] ?? []);
    const answer = await readParts(connection, report, options, { lines, figures });
    for (const at of places) {
      const own = asked[at];
      if (own) found[at] = toParts(own, answer);
    }
    for (const each of answer.spellings ?? [])
      if (!spellings.some(({ group, key }) => group === each.group && key === each.key)) spellings.push(each);
  }
  const breakdowns = found.filter((each) => each !== undefined);
  return {
    ...figures,
    ...(breakdowns.length > 0 && { breakdowns }),
    ...(spellings.length > 0 && { spellings }),
  };
}

const toNames = (asked: Breakdown | undefined): string[] =>
  asked ? [...asked.line.map(({ group }) => group), asked.by] : [];

interface Broken {
  readonly lines: readonly Breakdown[];
  readonly figures: ReportFigures;
}

async function readParts(
  connection: DuckDBConnection,
  { order, ...report }: CheckedReport,
  options: ReportOptions,
  { lines, figures }: Broken,
): Promise<ReportFigures> {
  const groupBy = toNames(lines[0]).flatMap((name) => findDimension(name) ?? []);
  const [first] = groupBy;
  const by = groupBy.at(-1);
  // Hours are expected of people: parts by anything else have none, and say so.
  const isExpected = [...groupBy, ...(report.columns ? [report.columns] : [])].every(isExpectable);
  const measures = report.measures.filter((each) => isExpected || !needsExpected(each));
  const innerOrder = by && choosePartsOrder(by, measures, order, options);
  const all = [...figures.subtotals, ...figures.rows];
  const isWritten = (key: ReportRow['key'], isOther: boolean) =>
    lines.some((each) => (each.other === true) === isOther && isOnPath(each, key));
  const listed = all.some(({ folded }) => folded !== undefined)
    ? all.flatMap(({ key, folded }) => (folded === undefined && first ? [key[first.name] ?? null] : []))
    : undefined;
  return runReport(connection, { ...report, measures, groupBy, ...(innerOrder && { innerOrder }) }, options, {
    listed,
    isWritten,
  });
}

/** As the lines are ordered, but what made a change comes first unless another order is asked for; time stays in its own. */
function choosePartsOrder(
  by: Dimension,
  measures: readonly Measure[],
  order: CheckedReport['order'],
  { compared }: ReportOptions,
): Order | undefined {
  const asked = order?.kind === 'measure' ? measures.find(({ id }) => id === order.by) : undefined;
  if (order?.kind === 'measure' && asked) return order;
  const [first] = measures;
  if (!compared || !first || isDated(by)) return undefined;
  return { kind: 'measure', by: first.id, of: 'movement', direction: 'descending' };
}

/** Whether a line is above the one that is broken down, that line itself, or inside of it. */
function isOnPath({ line, other }: Breakdown, key: ReportRow['key']): boolean {
  return line.every(
    ({ group, key: wanted }, at) =>
      !Object.hasOwn(key, group) || (at === 0 && other === true) || isSameKey(group, key[group] ?? null, wanted),
  );
}

function toParts(asked: Breakdown, { rows }: ReportFigures): ReportParts | undefined {
  const own = rows.filter(
    ({ key, folded }) => (folded !== undefined) === (asked.other === true) && isOnPath(asked, key),
  );
  const [first] = own;
  if (!first) return undefined;
  const { [asked.by]: _, ...key } = first.key;
  const { folded } = first;
  return { key, ...(folded !== undefined && { folded }), by: asked.by, rows: own };
}
