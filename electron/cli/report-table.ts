/** A report as a table for people: group labels, rounded figures, the totals and the seal below. */
import type { Output } from '../../src/contract/api.ts';
import { unitsOf, formatUnits } from '../../src/domain/decimal.ts';
import { findProperty, OWNER_PROPERTY } from '../../src/domain/properties.ts';
import { findMeasure, type Measure } from '../../src/domain/reports/measures.ts';
import type { Report, ReportResult } from '../../src/domain/reports/report.ts';
import { words } from '../../src/texts/en/cli.ts';
import { count, figure, wholeFigure } from './figures.ts';
import { sealLine } from './lines.ts';
import { table } from './table.ts';

type Names = Output<'names.list'>;

export function reportLines(report: Report, result: ReportResult, names: Names): string[] {
  const measures = report.measures.flatMap((name) => findMeasure(name) ?? []);
  const groups = report.groupBy.flatMap((name) => findProperty(name) ?? []);
  const rows = result.rows.map(({ key, values, records }) => [
    ...groups.map(({ name }) => label(name, key[name] ?? null, names)),
    ...measures.map((measure) => cell(measure, values[measure.id] ?? null)),
    count(records),
  ]);
  const totals = [
    ...groups.map((_, index) => (index === 0 ? words.total : '')),
    ...measures.map((measure) => cell(measure, result.totals[measure.id] ?? null)),
    count(result.records),
  ];
  const columns = [
    ...groups.map((group) => ({ head: group.label })),
    ...measures.map((measure) => ({ head: measure.label, right: true })),
    { head: words.records, right: true },
  ];
  return [...table(columns, groups.length === 0 ? [totals] : [...rows, totals]), sealLine(result)];
}

function label(property: string, key: string | null, names: Names): string {
  if (key === null) return words.none;
  if (property !== OWNER_PROPERTY) return key;
  return Object.hasOwn(names.owners, key) ? (names.owners[key]?.name ?? key) : key;
}

function cell({ unit }: Measure, value: string | null): string {
  if (value === null) return '';
  if (unit === 'count') return wholeFigure(value);
  return unit === 'share' ? `${figure(formatUnits(unitsOf(value) * 100n))} %` : figure(value);
}
