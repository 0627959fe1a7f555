/** The same answers from plain JavaScript objects through the table library's client-side models: what a page without a store does. */
import { DatabaseSync } from 'node:sqlite';
import {
  aggregationFn_sum,
  columnFilteringFeature,
  columnGroupingFeature,
  constructTable,
  createColumnHelper,
  createFilteredRowModel,
  createGroupedRowModel,
  createPaginatedRowModel,
  createSortedRowModel,
  filterFn_greaterThanOrEqualTo,
  globalFilteringFeature,
  filterFn_includesString,
  rowAggregationFeature,
  rowPaginationFeature,
  rowSortingFeature,
  sortFn_basic,
  tableFeatures,
} from '@tanstack/react-table';
import { sqlitePath } from './data.ts';
import { plainReactivity } from './plain-reactivity.ts';
import {
  AT_LEAST_MINUTES,
  ID,
  MINUTES,
  MODIFIED,
  MONTH,
  OWNER,
  PAGE,
  pageColumns,
  SERVICE,
  sums,
  textColumns,
  TOP,
  VALUE,
  WEEK,
  WORD,
  type AnswerRows,
  type Contender,
  type Job,
} from './questions.ts';

type Cell = string | number | null;
type Row = Readonly<Record<string, Cell>>;

const numbers: readonly string[] = sums;
const names = [...new Set<string>([...pageColumns, ...textColumns, ...sums, MONTH, WEEK, OWNER])];

const features = tableFeatures({
  coreReactivityFeature: plainReactivity,
  columnFilteringFeature,
  globalFilteringFeature,
  columnGroupingFeature,
  rowAggregationFeature,
  rowSortingFeature,
  rowPaginationFeature,
  filteredRowModel: createFilteredRowModel(),
  groupedRowModel: createGroupedRowModel(),
  sortedRowModel: createSortedRowModel(),
  paginatedRowModel: createPaginatedRowModel(),
  filterFns: { atLeast: filterFn_greaterThanOrEqualTo, includes: filterFn_includesString },
  sortFns: { basic: sortFn_basic },
  aggregationFns: { sum: aggregationFn_sum },
});
const helper = createColumnHelper<typeof features, Row>();

export function openArrays({ folder, records }: Job): Contender {
  const table = constructTable({
    features,
    columns: helper.columns(
      names.map((name) =>
        helper.accessor((row: Row) => row[name] ?? null, {
          id: name,
          filterFn: 'atLeast',
          sortFn: 'basic',
          ...(numbers.includes(name) ? { aggregationFn: 'sum' as const } : {}),
          enableGlobalFilter: (textColumns as readonly string[]).includes(name),
        }),
      ),
    ),
    data: rowsIn(folder),
    getRowId: (row) => String(row[ID]),
    globalFilterFn: 'includes',
    getColumnCanGlobalFilter: () => true,
    autoResetPageIndex: false,
  });
  const onlyLong = () => table.setColumnFilters([{ id: MINUTES, value: AT_LEAST_MINUTES }]);

  function grouped(keys: readonly string[], measures: readonly string[]): string[][] {
    table.setGrouping([...keys]);
    let rows = table.getGroupedRowModel().rows;
    for (let depth = 1; depth < keys.length; depth += 1) rows = rows.flatMap((row) => row.subRows);
    return rows
      .map((row) => ({
        keys: keys.map((name) => String(row.getValue(name) ?? '')),
        values: measures.map((name) => Number(row.getValue(name) ?? 0)),
      }))
      .toSorted((a, b) => (b.values[0] ?? 0) - (a.values[0] ?? 0))
      .map((row) => [...row.keys, ...row.values.map(String)]);
  }

  function page(sorting: { id: string; desc: boolean }[]): AnswerRows {
    table.setSorting(sorting);
    table.setPagination({ pageIndex: Math.floor(records / 2 / PAGE), pageSize: PAGE });
    return table
      .getPaginatedRowModel()
      .rows.map((row) => pageColumns.map((name) => shown(name, row.original[name] ?? null)));
  }

  return {
    answers: {
      'month × 4 sums, filtered': () => {
        onlyLong();
        return grouped([MONTH], sums);
      },
      'top 20 of services': () => grouped([SERVICE], [VALUE]).slice(0, TOP),
      'owner × week pivot': () => grouped([OWNER, WEEK], [MINUTES]),
      'filtered count': () => {
        onlyLong();
        return [[String(table.getFilteredRowModel().rows.length)]];
      },
      'page at half depth, by id': () => page([{ id: ID, desc: false }]),
      'page at half depth, newest changes first': () =>
        page([
          { id: MODIFIED, desc: true },
          { id: ID, desc: false },
        ]),
      'text contains, count': () => {
        table.setGlobalFilter(WORD);
        return [[String(table.getFilteredRowModel().rows.length)]];
      },
    },
    reset() {
      table.setColumnFilters([]);
      table.setGlobalFilter(undefined);
      table.setGrouping([]);
      table.setSorting([]);
      // Looked at, so that the next change really is one.
      table.getPaginatedRowModel();
    },
    close: async () => {},
  };
}

/** Numbers as doubles, as a page would hold them. */
function rowsIn(folder: string): Row[] {
  const database = new DatabaseSync(sqlitePath(folder), { readOnly: true });
  const list = names.map((name) => (numbers.includes(name) ? `"${name}" / 1e8 AS "${name}"` : `"${name}"`)).join(', ');
  const rows: Row[] = [];
  for (const row of database.prepare(`SELECT ${list} FROM records ORDER BY "${ID}"`).iterate()) rows.push(row as Row);
  database.close();
  return rows;
}

function shown(name: string, cell: Cell): string {
  if (cell === null) return '';
  return name === MODIFIED ? new Date(Number(cell)).toISOString() : String(cell);
}
