/** The lines of a client's statement: grouped, with subtotals and totals of what is printed, and what is carried over to a next page. Pure. */
import { exportPdfTexts as pdfWords } from '#texts/export-pdf.ts';
import { statementTexts as texts } from '#texts/exports/statement.ts';
import { formatUnits, roundUnits, toUnits, type Units } from '../decimal.ts';
import { propertyNames as names } from '../property-names.ts';
import { HOURS_COLUMN, type RecordColumns } from './record-columns.ts';
import { nameUniquely, type ColumnSums, type ExportColumn, type Line, type OutlineRow } from './model.ts';
import type { LineGroup } from './options.ts';

export interface StatementRow {
  readonly level: OutlineRow['level'] | 'group';
  /** The group's name, or what a sum is of; a line has none. */
  readonly label: string;
  readonly cells: Line;
  /** The sums of all lines of its currency so far, as they are printed; null where nothing goes on. */
  readonly carried: Line | null;
}

interface StatementTable {
  readonly columns: readonly ExportColumn[];
  readonly currencyAt: number | undefined;
  readonly lines: readonly Line[];
  readonly sums: ColumnSums;
}

const OBJECT = 'object_name';
const heads: Readonly<Record<string, string>> = {
  [names.firstStart]: texts.heads.day,
  owner_name: texts.heads.person,
  [OBJECT]: texts.heads.object,
  [names.title]: texts.heads.title,
  [HOURS_COLUMN]: texts.heads.hours,
};

/** How its reader knows the columns: a start is a day, and the client that it is for stands above. */
export function toStatementTable(table: RecordColumns): RecordColumns {
  const kept = table.columns.flatMap((column, at) => (column.name === 'client' ? [] : [at]));
  const isDay = (at: number) => table.columns[at]?.name === names.firstStart;
  const columns = kept.flatMap((at): ExportColumn[] => {
    const column = table.columns[at];
    if (!column) return [];
    const label = heads[column.name] ?? column.label;
    const head = column.head === column.label ? label : column.head;
    return [{ ...column, label, head, ...(isDay(at) && { kind: 'date' as const }) }];
  });
  const currencyAt = table.currencyAt === undefined ? -1 : kept.indexOf(table.currencyAt);
  return {
    columns: nameUniquely(columns),
    sources: kept.flatMap((at) => table.sources[at] ?? []),
    read: table.read,
    toLine: (record) => {
      const line = table.toLine(record);
      return kept.map((at) => (isDay(at) ? (line[at]?.slice(0, 10) ?? null) : (line[at] ?? null)));
    },
    currencyAt: currencyAt < 0 ? undefined : currencyAt,
  };
}

/** The column whose values head the groups; undefined where lines are not grouped. */
export function findGroupColumn(columns: readonly ExportColumn[], groupedBy: LineGroup): number | undefined {
  const wanted = groupedBy === 'service' ? [names.service] : [OBJECT, names.objectId];
  const at = groupedBy === 'none' ? -1 : columns.findIndex(({ name }) => wanted.includes(name));
  return at < 0 ? undefined : at;
}

type Printed = (Units | null)[];

/**
 * Every sum is of figures as they are printed, so that a reader can add up each page; what rounding leaves to the exact total is a row of
 * its own before it.
 */
export function toStatementRows(table: StatementTable, groupedBy: LineGroup): StatementRow[] {
  const { columns, currencyAt, lines } = table;
  const groupAt = findGroupColumn(columns, groupedBy);
  return listCurrencies(table).flatMap(({ currency, sums: own }) => {
    const ofCurrency = lines.filter((line) => currency === undefined || readCurrency(line, currencyAt) === currency);
    return toRows(columns, ofCurrency, {
      groups: groupAt === undefined ? [] : listGroups(ofCurrency, groupAt),
      groupAt,
      noGroup: groupedBy === 'object' ? texts.ungrouped.object : texts.ungrouped.service,
      exact: own,
      total: nameTotal(currency),
    });
  });
}

/** Sums of money name only the currencies that have an amount: lines of another one are printed all the same. */
function listCurrencies({ currencyAt, lines, sums: { all, byCurrency } }: StatementTable) {
  if (byCurrency.length === 0) return [{ currency: undefined, sums: all }];
  const summed = new Set(byCurrency.map(({ currency }) => currency));
  const others = [...new Set(lines.map((line) => readCurrency(line, currencyAt)))].filter((each) => !summed.has(each));
  const sections = [...byCurrency, ...others.map((currency) => ({ currency, sums: {} }))];
  // As sums are ordered: what has no currency comes last.
  return sections.toSorted(({ currency: a }, { currency: b }) =>
    a === null || b === null ? Number(a === null) - Number(b === null) : a < b ? -1 : 1,
  );
}

function nameTotal(currency: string | null | undefined): string {
  if (currency === undefined) return pdfWords.total;
  return currency === null ? pdfWords.totalWithoutCurrency : pdfWords.totalIn(currency);
}

const readCurrency = (line: Line, at: number | undefined) => (at === undefined ? null : (line[at] ?? null));

interface Grouping {
  /** Their names in order; null comes last. */
  readonly groups: readonly (string | null)[];
  readonly groupAt: number | undefined;
  readonly noGroup: string;
  readonly exact: ColumnSums['all'];
  /** What its total is called. */
  readonly total: string;
}

function toRows(columns: readonly ExportColumn[], lines: readonly Line[], grouping: Grouping): StatementRow[] {
  const { groups, groupAt, noGroup, exact } = grouping;
  const none = columns.map(() => null);
  const running: Printed = columns.map(() => null);
  const rows: StatementRow[] = [];
  const push = (level: StatementRow['level'], label: string, cells: Line) =>
    rows.push({ level, label, cells, carried: level === 'total' ? null : running.map(toText) });
  const pushLines = (own: readonly Line[]) => {
    const sums: Printed = columns.map(() => null);
    for (const line of own) {
      for (const total of [sums, running]) addPrinted(columns, total, line);
      push('line', '', line);
    }
    return sums.map(toText);
  };
  const isGrouped = groups.length > 1 || (groups.length === 1 && groups[0] !== null);
  if (!isGrouped) pushLines(lines);
  for (const group of isGrouped ? groups : []) {
    const name = group ?? noGroup;
    push('group', name, none);
    const sums = pushLines(lines.filter((line) => (line[groupAt ?? 0] ?? null) === group));
    if (groups.length > 1) push('subtotal', texts.subtotal(name), sums);
  }
  // Hours of several currencies are in no sum of money: those of the lines are the exact ones.
  const total = columns.map(({ name, adds }, at) => (adds ? (exact[name] ?? toText(addExact(lines, at))) : null));
  const differences = columns.map((column, at) => findDifference(column, total[at] ?? null, running[at] ?? null));
  if (differences.some((difference) => difference !== null)) {
    for (const [at, difference] of differences.entries())
      if (difference !== null) running[at] = (running[at] ?? 0n) + toUnits(difference);
    push('difference', texts.rounding, differences);
  }
  push('total', grouping.total, total);
  return rows;
}

function listGroups(lines: readonly Line[], at: number): (string | null)[] {
  const found = new Set(lines.map((line) => line[at] ?? null));
  const named = [...found].filter((group) => group !== null).toSorted((a, b) => a.localeCompare(b, 'en'));
  return found.has(null) ? [...named, null] : named;
}

function addPrinted(columns: readonly ExportColumn[], sums: Printed, line: Line): void {
  for (const [at, column] of columns.entries()) {
    const cell = line[at] ?? null;
    if (column.adds && cell !== null) sums[at] = (sums[at] ?? 0n) + toPrinted(column, toUnits(cell));
  }
}

function addExact(lines: readonly Line[], at: number): Units | null {
  const cells = lines.flatMap((line) => line[at] ?? []);
  return cells.length === 0 ? null : cells.reduce((sum, cell) => sum + toUnits(cell), 0n);
}

const toPrinted = ({ digits }: ExportColumn, units: Units) => (digits === null ? units : roundUnits(units, digits));

function findDifference(column: ExportColumn, total: string | null, printed: Units | null): string | null {
  if (total === null || printed === null) return null;
  const difference = toPrinted(column, toUnits(total)) - printed;
  return difference === 0n ? null : formatUnits(difference);
}

const toText = (units: Units | null | undefined) => (units == null ? null : formatUnits(units));
