/** A report's lines as the rows of its table: groups before their members, collapsed or open, the grouped tail last. Pure. */
import { shortfallLines } from '#domain/reports/print/lacks.ts';
import { findBrokenDownLine } from '#domain/reports/print/broken-lines.ts';
import type { Report, ReportResult, ReportRow } from '#domain/reports/definition/report.ts';

export interface GridRow {
  /** Its keys as text: the same row has the same id in the next answer. */
  readonly id: string;
  /** Keys of its groups, outermost first. */
  readonly path: readonly (string | null)[];
  /** The groups of the keys; for a part, those of its line and then its own. */
  readonly names: readonly string[];
  /** 0 for the outermost group. */
  readonly depth: number;
  readonly line: ReportRow;
  /** The list with its line: the answer's rows, its subtotals, or the parts of a break-down. */
  readonly among: 'rows' | 'subtotals' | number;
  /** Index of its line in that list. */
  readonly index: number;
  /** The group by which it is broken down; undefined if it is not. */
  readonly brokenBy: string | undefined;
  /** Whether it has rows of its own. */
  readonly isGroup: boolean;
  readonly isClosed: boolean;
  /** The number of groups in the grouped tail; undefined for other rows. */
  readonly folded: number | undefined;
  /** Set for a row that is no line of the answer: what the parts of break-down `among` above it fall short of their line. */
  readonly shortfall?: (typeof shortfallLines)[number];
}

export type Closed = readonly string[] | 'all';

const OTHER = 'other';

export function toPath(line: ReportRow, groupBy: readonly string[]): (string | null)[] {
  return groupBy.flatMap((name) => (Object.hasOwn(line.key, name) ? [line.key[name] ?? null] : []));
}

type Answer = Pick<ReportResult, 'rows' | 'subtotals' | 'breakdowns'>;

/** @returns rows in reading order; those inside a collapsed group are left out. Parts take the place of the lines of a broken-down group. */
export function toGridRows({ groupBy }: Pick<Report, 'groupBy'>, answer: Answer, closed: Closed): GridRow[] {
  const { rows, subtotals } = answer;
  const groups = new Map(subtotals.map((line, index) => [toId(line, toPath(line, groupBy)), { line, index }]));
  const broken = findBroken(answer);
  const visible: GridRow[] = [];
  const emitted = new Set<string>();
  const add = (place: Pick<GridRow, 'line' | 'index' | 'among' | 'names'>, isGroup: boolean) => {
    const own = broken.get(`${place.among} ${place.index}`);
    const opened = own === undefined ? undefined : answer.breakdowns?.[own];
    const row = toRow(place, isGroup, opened?.by, closed);
    visible.push(row);
    if (own === undefined || !opened || row.isClosed) return;
    const { by, rows: parts } = opened;
    for (const [index, line] of parts.entries()) add({ line, index, among: own, names: [...place.names, by] }, false);
  };
  for (const [index, line] of rows.entries()) {
    const path = toPath(line, groupBy);
    const outer = path.slice(0, -1).map((_, depth) => path.slice(0, depth + 1));
    let isHidden = false;
    for (const keys of outer) {
      const id = toId(line, keys);
      const group = groups.get(id);
      if (!group) continue;
      if (!emitted.has(id) && !isHidden)
        add({ ...group, among: 'subtotals', names: groupBy.slice(0, keys.length) }, true);
      emitted.add(id);
      isHidden ||= isClosed(id, closed) || broken.has(`subtotals ${group.index}`);
    }
    if (!isHidden) add({ line, index, among: 'rows', names: groupBy }, false);
  }
  return visible;
}

/** Indexes of break-downs by the position of their line. */
function findBroken(answer: Answer): ReadonlyMap<string, number> {
  return new Map(
    (answer.breakdowns ?? []).flatMap((_, index) => {
      const place = findBrokenDownLine(answer, index);
      return place ? [[`${place.among} ${place.index}`, index] as const] : [];
    }),
  );
}

function toRow(
  { line, index, among, names }: Pick<GridRow, 'line' | 'index' | 'among' | 'names'>,
  hasLines: boolean,
  brokenBy: string | undefined,
  closed: Closed,
): GridRow {
  const isGroup = hasLines || brokenBy !== undefined;
  const path = toPath(line, names);
  const own = toId(line, path);
  // A part may have the keys of another line, by other groups.
  const id = typeof among === 'number' ? `${names.join(' ')} ${own}` : own;
  return {
    id,
    path,
    names,
    depth: Math.max(0, path.length - 1),
    line,
    among,
    index,
    brokenBy,
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
export function listGroupIds(
  { groupBy }: Pick<Report, 'groupBy'>,
  { subtotals }: Pick<ReportResult, 'subtotals'>,
): string[] {
  return subtotals.map((line) => toId(line, toPath(line, groupBy)));
}

/** Collapses one group or opens it again. */
export function toggleGroup(closed: Closed, id: string, every: readonly string[]): Closed {
  const now = closed === 'all' ? every : closed;
  return now.includes(id) ? now.filter((other) => other !== id) : [...now, id];
}

/**
 * Adds lines below the parts of a broken-down line for the difference between the printed parts and the printed line.
 *
 * @param hasFigures whether such a line has any figure
 */
export function addShortfallRows(rows: readonly GridRow[], hasFigures: (row: GridRow) => boolean): readonly GridRow[] {
  const allRows: GridRow[] = [];
  /** Lines that are open here, outermost first, with the index of their break-down. */
  const opened: { readonly row: GridRow; readonly among: number }[] = [];
  const closeTo = (depth: number) => {
    for (let last = opened.at(-1); last && last.row.depth >= depth; last = opened.at(-1)) {
      opened.pop();
      allRows.push(...toShortfallRows(last.row, last.among).filter(hasFigures));
    }
  };
  for (const [at, row] of rows.entries()) {
    closeTo(row.depth);
    allRows.push(row);
    const among = row.brokenBy === undefined || row.isClosed ? undefined : rows[at + 1]?.among;
    if (typeof among === 'number') opened.push({ row, among });
  }
  closeTo(0);
  return allRows;
}

function toShortfallRows(row: GridRow, among: number): GridRow[] {
  return shortfallLines.map((shortfall) => ({
    ...row,
    id: `${row.id} ${shortfall}`,
    depth: row.depth + 1,
    among,
    brokenBy: undefined,
    isGroup: false,
    folded: undefined,
    shortfall,
  }));
}
