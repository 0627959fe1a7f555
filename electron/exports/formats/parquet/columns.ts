/** The typed columns of a Parquet file: their names, their types, and what each makes of a cell. */
import {
  BIGINT,
  BOOLEAN,
  DATE,
  DECIMAL,
  DuckDBDateValue,
  DuckDBDecimalValue,
  DuckDBTimestampTZValue,
  DuckDBTimestampValue,
  TIMESTAMP,
  TIMESTAMPTZ,
  VARCHAR,
  type DuckDBType,
  type DuckDBValue,
} from '@duckdb/node-api';
import { SCALE, toUnits } from '../../../../src/domain/decimal.ts';
import type { ExportColumn } from '../../../../src/domain/exports/model.ts';
import type { ExportOptions } from '../../../../src/domain/exports/options.ts';
import { toValueType, type ValueType } from '../../../../src/domain/exports/value-types.ts';

const DAY_MS = 86_400_000;
/** Amounts of records have 18 digits at most, as in the store; sums of them may have more. */
const OF_RECORDS = 18;
const OF_SUMS = 38;

export interface TypedColumn {
  readonly type: DuckDBType;
  readonly toValue: (cell: string) => DuckDBValue;
}

export function typeColumn(
  column: Pick<ExportColumn, 'kind'>,
  options: Pick<ExportOptions, 'times'>,
  holdsSums: boolean,
): TypedColumn {
  return typed(toValueType(column, options), holdsSums ? OF_SUMS : OF_RECORDS);
}

function typed(type: ValueType, digits: number): TypedColumn {
  switch (type) {
    case 'text':
    case 'object':
      return { type: VARCHAR, toValue: (cell) => cell };
    case 'boolean':
      return { type: BOOLEAN, toValue: (cell) => cell === 'true' };
    case 'date':
      return { type: DATE, toValue: (cell) => new DuckDBDateValue(Date.parse(cell) / DAY_MS) };
    case 'instant':
      return { type: TIMESTAMPTZ, toValue: (cell) => new DuckDBTimestampTZValue(toMicroseconds(cell)) };
    case 'local':
      return { type: TIMESTAMP, toValue: (cell) => new DuckDBTimestampValue(toMicroseconds(`${cell}Z`)) };
    case 'integer':
      return { type: BIGINT, toValue: (cell) => BigInt(cell) };
    case 'decimal':
      return {
        type: DECIMAL(digits, SCALE),
        toValue: (cell) => new DuckDBDecimalValue(toUnits(cell), digits, SCALE),
      };
  }
}

function toMicroseconds(instant: string): bigint {
  return BigInt(Date.parse(instant)) * 1000n;
}

/**
 * Names of columns as a file can have them: none twice, letters of either size being the same, and none with a zero character, which ends
 * a name. The columns' own names are in the file's `columns`.
 */
export function uniqueNames(names: readonly string[]): string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    const plain = name.replaceAll('\0', '\uFFFD');
    let unique = plain;
    for (let count = 2; taken.has(unique.toLowerCase()); count += 1) unique = `${plain} (${count})`;
    taken.add(unique.toLowerCase());
    return unique;
  });
}
