/** The chosen records with what is joined to them, compiled: what every bulk copy selects from. */
import type { DuckDBConnection } from '@duckdb/node-api';
import type { CellSource } from '../../../src/domain/exports/bulk/cell-source.ts';
import type { ExportColumn } from '../../../src/domain/exports/model.ts';
import type { Sort } from '../../../src/domain/records/sort-order.ts';
import { chosenSql, type Chosen } from '../conditions/month-sql.ts';
import type { Params } from '../database/parameters.ts';
import { joinsSql, type BulkCell } from './cells.ts';

export interface BulkQuestion extends Chosen {
  readonly sort?: Sort | undefined;
  readonly columns: readonly ExportColumn[];
  /** One for each column. */
  readonly sources: readonly CellSource[];
  readonly currencyAt: number | undefined;
}

/** More texts that are joined to the lines than this are made line by line: they would take the memory that lines save. */
export const MOST_JOINED = 50_000;

export interface Lines {
  readonly connection: DuckDBConnection;
  readonly folder: string;
  readonly question: BulkQuestion;
  readonly cells: readonly BulkCell[];
  /** By record id. */
  readonly unreadable: ReadonlyMap<bigint, string>;
}

/** `FROM … WHERE …` of the chosen records with what is joined to them. @param more further joins, of texts */
export function fromSql({ question, cells, unreadable }: Lines, params: Params, more = ''): string {
  const joins = joinsSql(cells, unreadable, params);
  return `FROM records ${joins} ${more} WHERE ${chosenSql(question, params)}`;
}
