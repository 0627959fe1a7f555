/** Lines with subtotals, differences and totals in reading order. */
import { groupTexts } from '#texts/reports/reports.ts';
import { bucketAt } from '../../reports/definition/buckets.ts';
import { findDimension, type Dimension } from '../../reports/definition/dimensions.ts';
import type { ReportRow } from '../../reports/definition/report.ts';
import { columnText, findTimeUnit, keyText } from '../../reports/keys/key-text.ts';
import { alsoText, otherSpellings } from '../../reports/keys/spellings.ts';
import { openLines } from '../../reports/print/broken-lines.ts';
import { groupThousands } from '../../thousands.ts';
import type { Cell, Line, OutlineRow } from '../model.ts';
import type { ReportLinesQuestion } from './question.ts';
import type { FigureColumn } from './figure-columns.ts';

/** A row with the keys of all its groups, of which its cells have the innermost alone. */
export interface KeyedRow extends OutlineRow {
  readonly keys: Line;
}

/** @param levels how many columns for parts there are, each with one for the group they are by */
export function toOutline(
  question: ReportLinesQuestion,
  groups: readonly Dimension[],
  levels: number,
  figures: readonly FigureColumn[],
): KeyedRow[] {
  const { options } = question;
  const { result, parents, broken } = openLines(question.result);
  const keyed: readonly (ReportRow | undefined)[] = [undefined, ...result.subtotals, ...result.rows];
  const isRow = (line: number) => line > result.subtotals.length && !broken.has(line);
  const below = new Map<number, number[]>();
  parents.forEach((parent, line) => {
    if (parent !== undefined) below.set(parent, [...(below.get(parent) ?? []), line]);
  });
  const rows: KeyedRow[] = [];
  const width = groups.length + 2 * levels;
  const name = (keys: readonly Cell[]) => Array.from({ length: width }, (_, at) => keys[at] ?? null);
  const add = (line: number, depth: number, above: Line) => {
    const row = keyed[line];
    const lines = below.get(line) ?? [];
    const own = name(row ? toKeys(row, depth, groups, question) : []);
    const level = row ? partLevel(row, groups) : 0;
    const from = level === 0 ? depth : groups.length + 2 * (level - 1);
    const keys = own.map((cell, at) => (at < from ? (above[at] ?? null) : cell));
    if (row)
      rows.push({
        level: isRow(line) ? 'line' : 'subtotal',
        depth,
        cells: [...own, ...figures.map(({ figure }) => figure(line))],
        keys,
      });
    for (const each of lines) add(each, depth + 1, keys);
    if (options.preset === 'machine' || lines.length === 0) return;
    for (const { lack, label } of lacks) {
      const cells = figures.map(({ lacking }) => lacking(line, lines.length, lack));
      if (cells.every((each) => each === null)) continue;
      const inside = broken.has(line) ? depth + 1 : Math.min(depth + 1, groups.length - 1);
      const place = broken.has(line) ? groups.length + 2 * level + 1 : inside;
      rows.push({
        level: 'difference',
        depth: inside,
        cells: [...name(labelAt(place, label)), ...cells],
        keys: name(labelAt(place, label)).map((cell, at) => (at < place ? (keys[at] ?? null) : cell)),
      });
    }
  };
  add(0, -1, []);
  const total = name([groupTexts.total]);
  rows.push({
    level: 'total',
    depth: 0,
    cells: [...total, ...figures.map(({ figure }) => figure(0))],
    keys: total,
  });
  return rows;
}

const lacks = [
  { lack: 'unlisted', label: groupTexts.notInLines },
  { lack: 'rounding', label: groupTexts.difference },
] as const;

const labelAt = (place: number, label: string): Cell[] =>
  Array.from({ length: place + 1 }, (_, at) => (at === place ? label : null));

/** Of the groups above it nothing: they stand on their own line. Of a part its own group and key, behind those of the lines. */
function toKeys(
  row: ReportRow,
  depth: number,
  groups: readonly Dimension[],
  question: ReportLinesQuestion,
): (string | null)[] {
  const names = Object.keys(row.key);
  const own = ownGroups(row, groups);
  const keys: (string | null)[] = groups.map((group, at) =>
    at < depth || at >= own ? null : toKey(row, at, group, question),
  );
  for (const [at, name] of names.entries()) {
    const group = at < own ? undefined : findDimension(name);
    if (!group) continue;
    const isOwn = at === names.length - 1;
    keys.push(isOwn ? partHead(group, question) : null, isOwn ? toKey(row, at, group, question) : null);
  }
  return keys;
}

/** How many of its keys are of the report's own groups. */
function ownGroups({ key }: ReportRow, groups: readonly Dimension[]): number {
  const names = Object.keys(key);
  const differs = names.findIndex((name, at) => groups[at]?.name !== name);
  return differs < 0 ? names.length : differs;
}

/** 0 for a line of the report's own groups, 1 for its parts. */
const partLevel = (row: ReportRow, groups: readonly Dimension[]): number =>
  Object.keys(row.key).length - ownGroups(row, groups);

const partHead = ({ name, label }: Dimension, { options }: ReportLinesQuestion) =>
  options.preset === 'machine' || options.heads === 'names' ? name : label;

/** How many parts are inside of one another at most. */
export function countLevels({ breakdowns = [] }: ReportLinesQuestion['result'], groups: readonly Dimension[]): number {
  const levels = breakdowns.flatMap(({ rows: [first] }) => (first ? [partLevel(first, groups)] : []));
  return Math.max(0, ...levels);
}

function toKey(
  row: ReportRow,
  at: number,
  group: Dimension,
  { report, result, settings, directory, options }: ReportLinesQuestion,
): Cell {
  if (at === 0 && row.folded !== undefined) return groupTexts.other(groupThousands(row.folded), report.only);
  const key = row.key[group.name] ?? null;
  if (options.preset === 'machine') return key;
  const unit = findTimeUnit(group.name);
  const bucket = unit && key !== null ? bucketAt(key, unit, result.period) : null;
  if (bucket?.cut === true) return columnText(bucket, group.name, directory, settings);
  const text = keyText(group.name, key, directory, settings);
  const also = alsoText(otherSpellings(result)(group.name, key));
  return also === '' ? text : groupTexts.withAlso(text, also);
}
