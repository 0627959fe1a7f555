/** A report as the table of a file: its columns, its lines, and the same lines with subtotals and totals in reading order. */
import { exportDocumentTexts as texts } from '#texts/export-document.ts';
import { findDimension, type Dimension } from '../reports/definition/dimensions.ts';
import { findMeasure } from '../reports/definition/measures.ts';
import { formatUnits, toUnits } from '../decimal.ts';
import { formatCount } from '../locale-forms.ts';
import { flattenLines } from '../reports/print/broken-lines.ts';
import {
  numberDuplicateNames,
  toPlainColumns,
  toTextColumn,
  type ExportColumn,
  type Line,
  type OutlineRow,
  type Cell,
} from './model.ts';
import { toMeasureColumns, toRecordsColumn, type ReportLinesInput, type FigureColumn } from './report-figures.ts';
import { groupTexts } from '#texts/reports/reports.ts';
import { findBucket } from '../reports/definition/buckets.ts';
import type { ReportRow } from '../reports/definition/report.ts';
import {
  formatColumnHeader,
  findTimeUnit,
  formatKey,
  formatOtherSpellings,
  createSpellingsLookup,
} from '../reports/keys/key-text.ts';
import { shortfallLines } from '../reports/print/lacks.ts';

export interface ReportLines {
  readonly columns: readonly ExportColumn[];
  /** The innermost lines and their shortfalls, so that a column that adds up sums to its printed total minus its rounding difference. */
  readonly lines: readonly Line[];
  /** By how much lines that are rounded individually differ from each column's printed total. */
  readonly roundingDifferences: Readonly<Record<string, string>>;
  readonly outline: readonly OutlineRow[];
}

/** Files for programs have exact figures, all others the printed ones, footed as on screen. */
export function toReportLines(input: ReportLinesInput): ReportLines {
  const { report, result } = input;
  const groups = report.groupBy.flatMap((name) => findDimension(name) ?? []);
  const keyColumns = groups.map((group) => toTextColumn(group.name, group.label, input.options));
  const figureColumns = [
    ...report.measures
      .flatMap((name) => findMeasure(name) ?? [])
      .flatMap((measure) => toMeasureColumns(measure, input)),
    ...(report.measures.includes('records') ? [] : [toRecordsColumn(input)]),
  ];
  const levels = countLevels(result, groups);
  const partColumns = Array.from({ length: levels }, (_, level) => toPartColumns(level, input)).flat();
  const outline = toOutline(input, groups, levels, figureColumns);
  const isData = ({ level }: OutlineRow) =>
    level === 'line' ||
    level === 'difference' ||
    (level === 'total' && result.rows.length === 0 && groups.length === 0);
  const columns = toPlainColumns(numberDuplicateNames([...keyColumns, ...partColumns, ...figureColumns]));
  const totals = new Set(flattenLines(result).parents);
  const roundings = figureColumns.map(({ shortfall }) =>
    [...totals].reduce((sum, line = -1) => sum + toUnits((line < 0 ? null : shortfall(line, 'noted')) ?? '0'), 0n),
  );
  return {
    columns,
    roundingDifferences: Object.fromEntries(
      columns.flatMap(({ name }, index) => {
        const units = roundings[index - keyColumns.length - partColumns.length] ?? 0n;
        return units === 0n ? [] : [[name, formatUnits(units)] as const];
      }),
    ),
    lines: outline.filter(isData).map(({ cells, keys }) => [...keys, ...cells.slice(keys.length)]),
    outline: outline.map(({ level, depth, cells }) => ({ level, depth, cells })),
  };
}

/** Creates the columns for the group by which a line is broken down, and for the part. */
function toPartColumns(level: number, { options }: ReportLinesInput): ExportColumn[] {
  return (['partsBy', 'part'] as const).map((part) => {
    const { name, label } = texts.columns[part];
    const number = level === 0 ? '' : ` ${level + 1}`;
    return toTextColumn(`${name}${number.replace(' ', '_')}`, `${label}${number}`, options);
  });
}

// Lines with subtotals, differences and totals in reading order.

/** A row with the keys of all its groups, because its cells hold only the innermost. */
interface KeyedRow extends OutlineRow {
  readonly keys: Line;
}

/** @param levels the depth of nested parts; each level has a column for the group and one for the part */
function toOutline(
  input: ReportLinesInput,
  groups: readonly Dimension[],
  levels: number,
  figures: readonly FigureColumn[],
): KeyedRow[] {
  const { options } = input;
  const { result, parents, broken } = flattenLines(input.result);
  const keyedRows: readonly (ReportRow | undefined)[] = [undefined, ...result.subtotals, ...result.rows];
  const isRow = (line: number) => line > result.subtotals.length && !broken.has(line);
  const below = new Map<number, number[]>();
  parents.forEach((parent, line) => {
    if (parent !== undefined) below.set(parent, [...(below.get(parent) ?? []), line]);
  });
  const rows: KeyedRow[] = [];
  const width = groups.length + 2 * levels;
  const fillKeys = (keys: readonly Cell[]) => Array.from({ length: width }, (_, index) => keys[index] ?? null);
  const add = (line: number, depth: number, above: Line) => {
    const row = keyedRows[line];
    const lines = below.get(line) ?? [];
    const lineKeys = fillKeys(row ? toKeys(row, depth, groups, input) : []);
    const level = row ? findPartLevel(row, groups) : 0;
    const from = level === 0 ? depth : groups.length + 2 * (level - 1);
    const keys = lineKeys.map((cell, index) => (index < from ? (above[index] ?? null) : cell));
    if (row)
      rows.push({
        level: isRow(line) ? 'line' : 'subtotal',
        depth,
        cells: [...lineKeys, ...figures.map(({ figure }) => figure(line))],
        keys,
      });
    for (const child of lines) add(child, depth + 1, keys);
    if (options.preset === 'machine' || lines.length === 0) return;
    for (const shortfallKind of shortfallLines) {
      const cells = figures.map(({ shortfall }) => shortfall(line, shortfallKind));
      if (cells.every((cell) => cell === null)) continue;
      const label = groupTexts.lacks[shortfallKind];
      const inside = broken.has(line) ? depth + 1 : Math.min(depth + 1, groups.length - 1);
      const place = broken.has(line) ? groups.length + 2 * level + 1 : inside;
      rows.push({
        level: 'difference',
        depth: inside,
        cells: [...fillKeys(placeLabel(place, label)), ...cells],
        keys: fillKeys(placeLabel(place, label)).map((cell, index) => (index < place ? (keys[index] ?? null) : cell)),
      });
    }
  };
  add(0, -1, []);
  const total = fillKeys([groupTexts.total]);
  rows.push({
    level: 'total',
    depth: 0,
    cells: [...total, ...figures.map(({ figure }) => figure(0))],
    keys: total,
  });
  return rows;
}

const placeLabel = (place: number, label: string): Cell[] =>
  Array.from({ length: place + 1 }, (_, index) => (index === place ? label : null));

/** Leaves out the groups above a line, because they have their own lines. The group and key of a part follow those of the lines. */
function toKeys(
  row: ReportRow,
  depth: number,
  groups: readonly Dimension[],
  input: ReportLinesInput,
): (string | null)[] {
  const names = Object.keys(row.key);
  const ownCount = countOwnGroups(row, groups);
  const keys: (string | null)[] = groups.map((group, index) =>
    index < depth || index >= ownCount ? null : toKey(row, index, group, input),
  );
  for (const [index, name] of names.entries()) {
    const group = index < ownCount ? undefined : findDimension(name);
    if (!group) continue;
    const isOwn = index === names.length - 1;
    keys.push(isOwn ? formatPartHeader(group, input) : null, isOwn ? toKey(row, index, group, input) : null);
  }
  return keys;
}

/** Counts the row's keys that belong to the report's groups. */
function countOwnGroups({ key }: ReportRow, groups: readonly Dimension[]): number {
  const names = Object.keys(key);
  const differs = names.findIndex((name, index) => groups[index]?.name !== name);
  return differs < 0 ? names.length : differs;
}

/** A line of the report's groups is on level 0, its parts are on level 1. */
const findPartLevel = (row: ReportRow, groups: readonly Dimension[]): number =>
  Object.keys(row.key).length - countOwnGroups(row, groups);

const formatPartHeader = ({ name, label }: Dimension, { options }: ReportLinesInput) =>
  options.preset === 'machine' || options.heads === 'names' ? name : label;

function countLevels({ breakdowns = [] }: ReportLinesInput['result'], groups: readonly Dimension[]): number {
  const levels = breakdowns.flatMap(({ rows: [first] }) => (first ? [findPartLevel(first, groups)] : []));
  return Math.max(0, ...levels);
}

function toKey(
  row: ReportRow,
  groupIndex: number,
  group: Dimension,
  { report, result, settings, directory, options }: ReportLinesInput,
): Cell {
  if (groupIndex === 0 && row.folded !== undefined)
    return groupTexts.other(formatCount(row.folded, options.locale), report.only);
  const key = row.key[group.name] ?? null;
  const forms = { ...settings, locale: options.locale };
  if (options.preset === 'machine') return key;
  const unit = findTimeUnit(group.name);
  const bucket = unit && key !== null ? findBucket(key, unit, result.period) : null;
  if (bucket?.cut === true) return formatColumnHeader(bucket, group.name, directory, forms);
  const text = formatKey(group.name, key, directory, forms);
  const otherSpellings = formatOtherSpellings(createSpellingsLookup(result)(group.name, key));
  return otherSpellings === '' ? text : groupTexts.withAlso(text, otherSpellings);
}
