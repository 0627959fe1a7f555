/** Compiles aggregates: over records, and again over groups of records. */
import { OWNER_PROPERTY } from '../../src/domain/properties.ts';
import { chosenAmounts, type Aggregate, type Condition } from '../../src/domain/reports/measures.ts';
import type { AmountSource } from '../../src/domain/settings.ts';
import { textSql } from './report-keys.ts';
import { columnOf, isUnreadable } from './schema.ts';

/** What the store adds up; different values and expected hours are reckoned beside it. */
export type StoreAggregate = Exclude<Aggregate, { kind: 'distinct' | 'expected' }>;

/** What a workspace has settled that decides which values count. */
export interface Terms {
  readonly amounts: AmountSource;
  /** Owner ids whose weekly hours are known. */
  readonly expectable: readonly string[];
}

/** The column of `expectableJoin`: null for records of anybody else. */
export const EXPECTABLE = 'expectable';

/** Tells records of people whose weekly hours are known: by a join, for a list of people would be gone through for every record. */
export function expectableJoin(ownerIds: readonly string[]): string {
  const ids = `[${ownerIds.map(textSql).join(', ')}]::VARCHAR[]`;
  return ` LEFT JOIN (SELECT unnest(${ids}) AS ${EXPECTABLE}) ON ${columnOf({ name: OWNER_PROPERTY }).sql} = ${EXPECTABLE}`;
}

/** Whether an aggregate needs that join. */
export function needsExpectable(aggregate: StoreAggregate): boolean {
  return 'where' in aggregate && (aggregate.where ?? []).some(({ is }) => is === 'with-weekly-hours');
}

const exact = (sql: string) => `CAST(${sql} AS DECIMAL(38, 8))`;

/** Sums, lowest and highest values as DECIMAL(38, 8), counts as BIGINT. */
export function aggregateSql(aggregate: StoreAggregate, terms: Terms): string {
  const { amounts } = terms;
  if (aggregate.kind === 'min' || aggregate.kind === 'max') {
    return exact(`${aggregate.kind}(${valueSql(aggregate.property, amounts)})`);
  }
  const where = (aggregate.where ?? []).map((each) => conditionSql(each, terms));
  const only = where.length === 0 ? '' : ` FILTER (WHERE ${where.join(' AND ')})`;
  return aggregate.kind === 'count' ? `count(*)${only}` : `sum(${valueSql(aggregate.property, amounts)})${only}`;
}

/** The same aggregate of what `aggregateSql` gave for parts of a group. */
export function regroupSql({ kind }: StoreAggregate, part: string): string {
  switch (kind) {
    case 'count':
      return `CAST(sum(${part}) AS BIGINT)`;
    case 'sum':
      return `sum(${part})`;
    case 'min':
    case 'max':
      return `${kind}(${part})`;
  }
}

/** A property's column, or the amount that counts in this workspace. */
export function valueSql(property: string, amounts: AmountSource): string {
  const chosen = chosenAmounts.get(property);
  if (!chosen) return columnOf({ name: property }).sql;
  const { recorded, auto } = { recorded: columnOf({ name: chosen.recorded }), auto: columnOf({ name: chosen.auto }) };
  if (amounts !== 'recorded-else-auto') return (amounts === 'auto' ? auto : recorded).sql;
  // An amount that is there and cannot be read is not replaced by another.
  return `(CASE WHEN ${recorded.sql} IS NULL AND NOT ${isUnreadable({ name: chosen.recorded })} THEN ${auto.sql} ELSE ${recorded.sql} END)`;
}

/** True where a value was received and cannot be read. Never null. */
export function unreadableSql(property: string, amounts: AmountSource): string {
  const chosen = chosenAmounts.get(property);
  if (!chosen) return isUnreadable({ name: property });
  const { recorded, auto } = {
    recorded: isUnreadable({ name: chosen.recorded }),
    auto: isUnreadable({ name: chosen.auto }),
  };
  if (amounts !== 'recorded-else-auto') return amounts === 'auto' ? auto : recorded;
  return `(${recorded} OR (${columnOf({ name: chosen.recorded }).sql} IS NULL AND ${auto}))`;
}

function conditionSql({ property, is }: Condition, { amounts }: Terms): string {
  const value = valueSql(property, amounts);
  switch (is) {
    case 'known':
      return `${value} IS NOT NULL`;
    case 'unknown':
      return `${value} IS NULL`;
    case 'not-unreadable':
      return `(${value} IS NOT NULL OR NOT ${unreadableSql(property, amounts)})`;
    case 'with-weekly-hours':
      return `${EXPECTABLE} IS NOT NULL`;
  }
}
