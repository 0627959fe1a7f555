/** Times as exact texts, by the store itself. A cast takes a third of the time of `strftime`, but leaves the zeros at the end of a fraction out. */

/** A day and more before the last year that has four digits ends, and after the first began: no zone leads beyond them. */
export const FOUR_DIGITS = "TIMESTAMP '0001-01-03' AND TIMESTAMP '9999-12-29'";

/** What stands between day and time. */
export type Between = 'T' | ' ';

const toFormat = (between: Between) => `%Y-%m-%d${between}%H:%M:%S`;

/** @param sql a timestamp with four digits of a year */
function castSql(sql: string, between: Between): string {
  if (between === ' ') return `CAST(${sql} AS VARCHAR)`;
  return `concat(CAST(CAST(${sql} AS DATE) AS VARCHAR), 'T', CAST(CAST(${sql} AS TIME) AS VARCHAR))`;
}

const isWhole = (sql: string) => `epoch_us(${sql}) % 1000000 = 0`;
/** A cast writes three digits. */
const hasThree = (sql: string) => `epoch_us(${sql}) % 1000 = 0 AND epoch_us(${sql}) % 10000 <> 0`;

/** `2026-10-05T08:00:00.000Z`: always three digits; null of null. */
export function utcTextSql(sql: string, between: Between): string {
  const cast = castSql(sql, between);
  const format = `strftime(${sql}, '${toFormat(between)}.%gZ')`;
  return `CASE WHEN ${sql} NOT BETWEEN ${FOUR_DIGITS} THEN ${format} WHEN ${isWhole(sql)} THEN concat(${cast}, '.000Z')
    WHEN ${hasThree(sql)} THEN concat(${cast}, 'Z') ELSE ${format} END`;
}

/** `2026-10-05T08:00:00`, or with three digits where there is a fraction; null of null. @param sql with four digits of a year */
export function localTextSql(sql: string, between: Between): string {
  return `CASE WHEN ${isWhole(sql)} OR (${hasThree(sql)}) THEN ${castSql(sql, between)}
    ELSE strftime(${sql}, '${toFormat(between)}.%g') END`;
}
