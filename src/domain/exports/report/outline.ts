/** Lines with subtotals, differences and totals in reading order. */
import { groupTexts } from '#texts/reports/reports.ts';
import { bucketAt } from '../../reports/definition/buckets.ts';
import type { Dimension } from '../../reports/definition/dimensions.ts';
import type { ReportRow } from '../../reports/definition/report.ts';
import { columnText, findTimeUnit, keyText } from '../../reports/keys/key-text.ts';
import { alsoText, otherSpellings } from '../../reports/keys/spellings.ts';
import { lineParents } from '../../reports/print/lines.ts';
import { groupThousands } from '../../thousands.ts';
import type { Cell, OutlineRow } from '../model.ts';
import type { ReportLinesQuestion } from './question.ts';
import type { FigureColumn } from './figure-columns.ts';

export function toOutline(
  question: ReportLinesQuestion,
  groups: readonly Dimension[],
  figures: readonly FigureColumn[],
): OutlineRow[] {
  const { result, options } = question;
  const parents = lineParents(result);
  const keyed: readonly (ReportRow | undefined)[] = [undefined, ...result.subtotals, ...result.rows];
  const isRow = (line: number) => line > result.subtotals.length;
  const below = new Map<number, number[]>();
  parents.forEach((parent, line) => below.set(parent, [...(below.get(parent) ?? []), line]));
  const rows: OutlineRow[] = [];
  const name = (keys: readonly Cell[]) => groups.map((_, at) => keys[at] ?? null);
  const add = (line: number, depth: number) => {
    const row = keyed[line];
    const lines = below.get(line) ?? [];
    if (row)
      rows.push({
        level: isRow(line) ? 'line' : 'subtotal',
        depth,
        cells: [
          ...name(
            groups.map((group, at) =>
              at < depth || !Object.hasOwn(row.key, group.name) ? null : toKey(row, at, group, question),
            ),
          ),
          ...figures.map(({ figure }) => figure(line)),
        ],
      });
    for (const each of lines) add(each, depth + 1);
    if (options.preset === 'machine' || lines.length === 0) return;
    for (const { lack, label } of lacks) {
      const cells = figures.map(({ lacking }) => lacking(line, lines.length, lack));
      if (cells.every((each) => each === null)) continue;
      const inside = Math.min(depth + 1, groups.length - 1);
      rows.push({
        level: 'difference',
        depth: inside,
        cells: [...name(groups.map((_, at) => (at === inside ? label : null))), ...cells],
      });
    }
  };
  add(0, -1);
  rows.push({
    level: 'total',
    depth: 0,
    cells: [...name([groupTexts.total]), ...figures.map(({ figure }) => figure(0))],
  });
  return rows;
}

const lacks = [
  { lack: 'unlisted', label: groupTexts.notInLines },
  { lack: 'rounding', label: groupTexts.difference },
] as const;

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
