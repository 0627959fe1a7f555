/** Numbers as exact texts, by the store itself: the same digits as `formatUnits` writes. Nothing here goes through a double. */
import { SCALE } from '../../../src/domain/decimal.ts';
import { columnSql } from '../database/schema.ts';
import { propertyNames as names } from '../../../src/domain/property-names.ts';

const ONE = 10n ** BigInt(SCALE);

/**
 * Without trailing zeros: the shortest type that holds the value writes it, which takes a quarter of the time of trimming its text.
 * @param sql of type DECIMAL(18,8), or a wider one of 8 decimals
 */
export function decimalTextSql(sql: string, width = 18): string {
  const shorter = Array.from({ length: SCALE }, (_, decimals) => {
    const step = decimals === 0 ? '1' : `0.${'0'.repeat(decimals - 1)}1`;
    return `WHEN ${sql} % ${step} = 0 THEN CAST(CAST(${sql} AS DECIMAL(${width},${decimals})) AS VARCHAR)`;
  });
  return `CASE ${shorter.join(' ')} ELSE CAST(${sql} AS VARCHAR) END`;
}

const minutes = () => columnSql(names.totalMinutes);
const hours = () => columnSql(names.totalHours);

/** As a whole count of 10⁻⁸: in the widest type, since a product has the type of its factors. */
const unitsSql = (sql: string) => `CAST(CAST(${sql} AS DECIMAL(38,${SCALE})) * ${ONE} AS HUGEINT)`;

/** As `hoursOfMinutes` has them: minutes / 60, half-even at the eighth decimal; the record's hours where it has no minutes. DECIMAL(18,8). */
export function hoursSql(): string {
  const units = `CAST(${unitsSql(minutes())} AS BIGINT)`;
  const [whole, rest] = [`(${units} // 60)`, `(${units} % 60)`];
  const isUp = `abs${rest} > 30 OR (abs${rest} = 30 AND ${whole} % 2 <> 0)`;
  const rounded = `${whole} + CASE WHEN ${isUp} THEN sign(${units}) ELSE 0 END`;
  const exact = `CAST(CAST(${rounded} AS DECIMAL(18,0)) * 0.${'0'.repeat(SCALE - 1)}1 AS DECIMAL(18,${SCALE}))`;
  return `CASE WHEN ${minutes()} IS NULL THEN ${hours()} ELSE ${exact} END`;
}

/** Minutes, or the hours times 60 of a record without them: what h:mm is printed from. DECIMAL(28,8). */
export function minutesSql(): string {
  const wide = (sql: string) => `CAST(${sql} AS DECIMAL(28,${SCALE}))`;
  return `CAST(coalesce(${wide(minutes())}, ${wide(hours())} * 60) AS DECIMAL(28,${SCALE}))`;
}

/** Minutes as `h:mm`, with a part of a minute as seconds. @param sql of type DECIMAL(28,8) */
export function clockSql(sql: string): string {
  const units = unitsSql(`abs(${sql})`);
  const whole = `(${units} // ${ONE})`;
  const seconds = `((${units} % ${ONE}) * 60)`;
  const rest = `(${seconds} % ${ONE})`;
  const padded = (number: string, digits: number) => `lpad(CAST(${number} AS VARCHAR), ${digits}, '0')`;
  const fraction = `CASE WHEN ${rest} = 0 THEN '' ELSE '.' || rtrim(${padded(rest, SCALE)}, '0') END`;
  const behind = `CASE WHEN ${seconds} = 0 THEN '' ELSE ':' || ${padded(`(${seconds} // ${ONE})`, 2)} || ${fraction} END`;
  const sign = `CASE WHEN ${sql} < 0 THEN '-' ELSE '' END`;
  return `(${sign} || CAST(${whole} // 60 AS VARCHAR) || ':' || ${padded(`${whole} % 60`, 2)} || ${behind})`;
}
