/** A report's lines as the rows of its table: groups before their members, collapsed or open, the grouped tail last. Pure. */
import type { Report, ReportResult, ReportRow } from '../../../../../domain/reports/definition/report.ts';

export interface GridRow {
  /** Its keys as text: the same row has the same id in the next answer. */
  readonly id: string;
  /** Keys of its groups, outermost first. */
  readonly path: readonly (string | null)[];
  /** 0 for the outermost group. */
  readonly depth: number;
  readonly line: ReportRow;
  /** Index of its line among the answer's rows, or among its subtotals for a group. */
  readonly index: number;
  /** Has rows of its own. */
  readonly isGroup: boolean;
  /** Its rows are collapsed. */
  readonly isClosed: boolean;
  /** The grouped tail; how many groups it holds. */
  readonly folded: number | undefined;
}

export type Closed = readonly string[] | 'all';

const OTHER = 'other';

export function toPath(line: ReportRow, groupBy: readonly string[]): (string | null)[] {
  return groupBy.flatMap((name) => (Object.hasOwn(line.key, name) ? [line.key[name] ?? null] : []));
}

/** @returns rows in reading order; those inside a collapsed group are left out. */
export function gridRows(
  { groupBy }: Pick<Report, 'groupBy'>,
  { rows, subtotals }: Pick<ReportResult, 'rows' | 'subtotals'>,
  closed: Closed,
): GridRow[] {
  const groups = new Map(subtotals.map((line, index) => [toId(line, toPath(line, groupBy)), { line, index }]));
  const shown: GridRow[] = [];
  const emitted = new Set<string>();
  for (const [index, line] of rows.entries()) {
    const path = toPath(line, groupBy);
    const outer = path.slice(0, -1).map((_, depth) => path.slice(0, depth + 1));
    let isHidden = false;
    for (const keys of outer) {
      const id = toId(line, keys);
      const group = groups.get(id);
      if (!group) continue;
      if (!emitted.has(id) && !isHidden) shown.push(toRow(group, keys, id, true, closed));
      emitted.add(id);
      isHidden ||= isClosed(id, closed);
    }
    if (!isHidden) shown.push(toRow({ line, index }, path, toId(line, path), false, closed));
  }
  return shown;
}

function toRow(
  { line, index }: Pick<GridRow, 'line' | 'index'>,
  path: readonly (string | null)[],
  id: string,
  isGroup: boolean,
  closed: Closed,
): GridRow {
  return {
    id,
    path,
    depth: Math.max(0, path.length - 1),
    line,
    index,
    isGroup,
    isClosed: isGroup && isClosed(id, closed),
    folded: line.folded,
  };
}

function toId({ folded }: ReportRow, path: readonly (string | null)[]): string {
  return folded === undefined ? JSON.stringify(path) : `${OTHER}${JSON.stringify(path.slice(1))}`;
}

function isClosed(id: string, closed: Closed): boolean {
  return closed === 'all' || closed.includes(id);
}

/** The ids of every group that can be collapsed. */
export function groupIds(
  { groupBy }: Pick<Report, 'groupBy'>,
  { subtotals }: Pick<ReportResult, 'subtotals'>,
): string[] {
  return subtotals.map((line) => toId(line, toPath(line, groupBy)));
}

/** Collapses one group or opens it again. */
export function toggled(closed: Closed, id: string, every: readonly string[]): Closed {
  const now = closed === 'all' ? every : closed;
  return now.includes(id) ? now.filter((each) => each !== id) : [...now, id];
}
