/** The rows of a client's statement: groups, subtotals and totals of printed figures, and sums carried over to the next page. Pure. */
import { exportPdfTexts as pdfWords } from '#texts/export-pdf.ts';
import { statementTexts as texts } from '#texts/exports/statement.ts';
import { formatUnits, formatUnitsOrNull, roundUnits, toUnits, type Units } from '../decimal.ts';
import { propertyNames as names } from '../properties.ts';
import { HOURS_COLUMN, type RecordColumns } from './record-columns.ts';
import { numberDuplicateNames, type ColumnSums, type ExportColumn, type Line, type OutlineRow } from './model.ts';
import type { LineGroup } from './options.ts';

export interface StatementRow {
  readonly level: OutlineRow['level'] | 'group';
  /** The name of the group or the sum; empty for a line. */
  readonly label: string;
  readonly cells: Line;
  /** The printed running sums of its currency; null if nothing is carried over. */
  readonly carried: Line | null;
}

interface StatementTable {
  readonly columns: readonly ExportColumn[];
  readonly currencyIndex: number | undefined;
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

/** Adapts the columns for the client: starts become days, and the client's name has no column. */
export function toStatementTable(table: RecordColumns): RecordColumns {
  const keptIndexes = table.columns.flatMap((column, index) => (column.name === 'client' ? [] : [index]));
  const isDay = (columnIndex: number) => table.columns[columnIndex]?.name === names.firstStart;
  const columns = keptIndexes.flatMap((columnIndex): ExportColumn[] => {
    const column = table.columns[columnIndex];
    if (!column) return [];
    const label = heads[column.name] ?? column.label;
    const head = column.head === column.label ? label : column.head;
    return [{ ...column, label, head, ...(isDay(columnIndex) && { kind: 'date' as const }) }];
  });
  const currencyIndex = table.currencyIndex === undefined ? -1 : keptIndexes.indexOf(table.currencyIndex);
  return {
    columns: numberDuplicateNames(columns),
    sources: keptIndexes.flatMap((columnIndex) => table.sources[columnIndex] ?? []),
    read: table.read,
    toLine: (record) => {
      const line = table.toLine(record);
      return keptIndexes.map((columnIndex) =>
        isDay(columnIndex) ? (line[columnIndex]?.slice(0, 10) ?? null) : (line[columnIndex] ?? null),
      );
    },
    currencyIndex: currencyIndex < 0 ? undefined : currencyIndex,
  };
}

/** Finds the column by which lines are grouped; undefined if they are not. */
export function findGroupColumn(columns: readonly ExportColumn[], groupedBy: LineGroup): number | undefined {
  const groupNames = groupedBy === 'service' ? [names.service] : [OBJECT, names.objectId];
  const columnIndex = groupedBy === 'none' ? -1 : columns.findIndex(({ name }) => groupNames.includes(name));
  return columnIndex < 0 ? undefined : columnIndex;
}

type Printed = (Units | null)[];

/** Every sum is of the printed figures, so that a reader can add up each page; a rounding difference is a row before the total. */
export function toStatementRows(table: StatementTable, groupedBy: LineGroup): StatementRow[] {
  const { columns, currencyIndex, lines } = table;
  const groupIndex = findGroupColumn(columns, groupedBy);
  return listCurrencies(table).flatMap(({ currency, sums: currencySums }) => {
    const currencyLines = lines.filter(
      (line) => currency === undefined || readCurrency(line, currencyIndex) === currency,
    );
    return toRows(columns, currencyLines, {
      groups: groupIndex === undefined ? [] : listGroups(currencyLines, groupIndex),
      groupIndex,
      noGroup: groupedBy === 'object' ? texts.ungrouped.object : texts.ungrouped.service,
      exact: currencySums,
      total: nameTotal(currency),
    });
  });
}

/** Lists the currencies of all lines, because the sums contain only those that have an amount. */
function listCurrencies({ currencyIndex, lines, sums: { all, byCurrency } }: StatementTable) {
  if (byCurrency.length === 0) return [{ currency: undefined, sums: all }];
  const summed = new Set(byCurrency.map(({ currency }) => currency));
  const others = [...new Set(lines.map((line) => readCurrency(line, currencyIndex)))].filter(
    (currency) => !summed.has(currency),
  );
  const sections = [...byCurrency, ...others.map((currency) => ({ currency, sums: {} }))];
  // The order is that of the sums, with lines without a currency last.
  return sections.toSorted(({ currency: a }, { currency: b }) =>
    a === null || b === null ? Number(a === null) - Number(b === null) : a < b ? -1 : 1,
  );
}

function nameTotal(currency: string | null | undefined): string {
  if (currency === undefined) return pdfWords.total;
  return currency === null ? pdfWords.totalWithoutCurrency : pdfWords.totalIn(currency);
}

const readCurrency = (line: Line, index: number | undefined) => (index === undefined ? null : (line[index] ?? null));

interface Grouping {
  /** The group names in order, null last. */
  readonly groups: readonly (string | null)[];
  readonly groupIndex: number | undefined;
  readonly noGroup: string;
  readonly exact: ColumnSums['all'];
  readonly total: string;
}

function toRows(columns: readonly ExportColumn[], lines: readonly Line[], grouping: Grouping): StatementRow[] {
  const { groups, groupIndex, noGroup, exact } = grouping;
  const noCells = columns.map(() => null);
  const runningSums: Printed = columns.map(() => null);
  const rows: StatementRow[] = [];
  const push = (level: StatementRow['level'], label: string, cells: Line) =>
    rows.push({ level, label, cells, carried: level === 'total' ? null : runningSums.map(formatUnitsOrNull) });
  const pushLines = (groupLines: readonly Line[]) => {
    const sums: Printed = columns.map(() => null);
    for (const line of groupLines) {
      for (const total of [sums, runningSums]) addPrinted(columns, total, line);
      push('line', '', line);
    }
    return sums.map(formatUnitsOrNull);
  };
  const isGrouped = groups.length > 1 || (groups.length === 1 && groups[0] !== null);
  if (!isGrouped) pushLines(lines);
  for (const group of isGrouped ? groups : []) {
    const name = group ?? noGroup;
    push('group', name, noCells);
    const sums = pushLines(lines.filter((line) => (line[groupIndex ?? 0] ?? null) === group));
    if (groups.length > 1) push('subtotal', texts.subtotal(name), sums);
  }
  // With several currencies, the sums contain no hours, so the exact hours are added up from the lines.
  const total = columns.map(({ name, adds }, index) =>
    adds ? (exact[name] ?? formatUnitsOrNull(addExact(lines, index))) : null,
  );
  const differences = columns.map((column, index) =>
    findDifference(column, total[index] ?? null, runningSums[index] ?? null),
  );
  if (differences.some((difference) => difference !== null)) {
    for (const [index, difference] of differences.entries())
      if (difference !== null) runningSums[index] = (runningSums[index] ?? 0n) + toUnits(difference);
    push('difference', texts.rounding, differences);
  }
  push('total', grouping.total, total);
  return rows;
}

function listGroups(lines: readonly Line[], columnIndex: number): (string | null)[] {
  const distinctGroups = new Set(lines.map((line) => line[columnIndex] ?? null));
  const namedGroups = [...distinctGroups]
    .filter((group) => group !== null)
    .toSorted((a, b) => a.localeCompare(b, 'en'));
  return distinctGroups.has(null) ? [...namedGroups, null] : namedGroups;
}

function addPrinted(columns: readonly ExportColumn[], sums: Printed, line: Line): void {
  for (const [index, column] of columns.entries()) {
    const cell = line[index] ?? null;
    if (column.adds && cell !== null) sums[index] = (sums[index] ?? 0n) + toPrinted(column, toUnits(cell));
  }
}

function addExact(lines: readonly Line[], columnIndex: number): Units | null {
  const cells = lines.flatMap((line) => line[columnIndex] ?? []);
  return cells.length === 0 ? null : cells.reduce((sum, cell) => sum + toUnits(cell), 0n);
}

const toPrinted = ({ digits }: ExportColumn, units: Units) => (digits === null ? units : roundUnits(units, digits));

function findDifference(column: ExportColumn, total: string | null, printed: Units | null): string | null {
  if (total === null || printed === null) return null;
  const difference = toPrinted(column, toUnits(total)) - printed;
  return difference === 0n ? null : formatUnits(difference);
}
