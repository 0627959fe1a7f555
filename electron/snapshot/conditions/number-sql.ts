/** Compiles numbers to exact texts in the store, with the same digits as `formatUnits`, and never through a double. */
import { divideHalfEven, formatUnits, SCALE } from '#domain/decimal.ts';
import { columnSql } from '../database/schema.ts';
import { propertyNames as names } from '#domain/properties.ts';

const ONE = 10n ** BigInt(SCALE);

/** The decimals of money. Numbers with more are rare, unless they have all eight. */
const CENTS = 2;

/**
 * Writes no trailing zeros. Casting to the shortest type that holds the value takes a quarter of the time of trimming its text, but each type
 * is one more case to plan, in each of the thirty columns of a file.
 * @param sql of type DECIMAL(18,8), or a wider one of 8 decimals
 */
export function decimalTextSql(sql: string, width = 18): string {
  const step = (decimals: number) => (decimals === 0 ? '1' : `0.${'0'.repeat(decimals - 1)}1`);
  const [integer = '', ...cents] = Array.from(
    { length: CENTS + 1 },
    (_, decimals) =>
      `WHEN ${sql} % ${step(decimals)} = 0 THEN CAST(CAST(${sql} AS DECIMAL(${width},${decimals})) AS VARCHAR)`,
  );
  const all = `CAST(${sql} AS VARCHAR)`;
  // Most numbers have no decimals or all eight, so these cases come first.
  return `CASE ${integer} WHEN ${sql} % ${step(SCALE - 1)} <> 0 THEN ${all} ${cents.join(' ')} ELSE rtrim(${all}, '0') END`;
}

/** Writes the same of a long expression, which is written once. Its type has eight decimals: of none it would lose the noughts of 100. */
const trimmedTextSql = (sql: string) => `rtrim(rtrim(CAST(${sql} AS VARCHAR), '0'), '.')`;

const getMinutesColumn = () => columnSql(names.totalMinutes);
const getHoursColumn = () => columnSql(names.totalHours);

/** Compiles an integer count of 10⁻⁸, in the widest type, because a product has the type of its factors. */
const unitsSql = (sql: string) => `CAST(CAST(${sql} AS DECIMAL(38,${SCALE})) * ${ONE} AS HUGEINT)`;

/** The minutes of an hour. Their texts are looked up in a list, because nearly all minutes are integers. */
const MINUTES = Array.from({ length: 60 }, (_, minute) => minute);
const lookUpSql = (texts: readonly string[], minutesText: string, type: string) =>
  `list_extract(CAST([${texts.map((text) => `'${text}'`).join(', ')}] AS ${type}[]), abs(${minutesText}) % 60 + 1)`;

const isWholeSql = (sql: string) => `${sql} % 1 = 0`;
const wholeSql = (sql: string) => `CAST(${sql} AS BIGINT)`;
const signSql = (sql: string) => `CASE WHEN ${sql} < 0 THEN '-' ELSE '' END`;

/**
 * Computes hours as `minutesToHours` does: minutes / 60, half-even at the eighth decimal, or the record's hours if it has no minutes.
 * DECIMAL(18,8).
 */
export function hoursSql(): string {
  return `CASE WHEN ${getMinutesColumn()} IS NULL THEN ${getHoursColumn()}
    WHEN ${isWholeSql(getMinutesColumn())} THEN ${unitsToDecimalSql(wholeMinuteHoursSql())} ELSE ${exactHoursSql()} END`;
}

/** Computes hours of whole minutes as a count of 10⁻⁸. A sixtieth is never half of a unit, so adding half rounds to the nearest. */
function wholeMinuteHoursSql(): string {
  const count = wholeSql(getMinutesColumn());
  return `(sign(${count}) * ((abs(${count}) * ${ONE} + 30) // 60))`;
}

const unitsToDecimalSql = (units: string) =>
  `CAST(CAST(${units} AS DECIMAL(18,0)) * 0.${'0'.repeat(SCALE - 1)}1 AS DECIMAL(18,${SCALE}))`;

/** The decimals of hours, by minutes of the hour. */
const HOUR_FRACTIONS = MINUTES.map((minute) => formatUnits(divideHalfEven(BigInt(minute) * ONE, 60n)).slice(1));

/** Compiles the text of `hoursSql`. */
export function hoursTextSql(): string {
  const count = wholeSql(getMinutesColumn());
  const text = `concat(${signSql(count)}, abs(${count}) // 60, ${lookUpSql(HOUR_FRACTIONS, count, 'VARCHAR')})`;
  return `CASE WHEN ${isWholeSql(getMinutesColumn())} THEN ${text} ELSE ${trimmedTextSql(hoursSql())} END`;
}

function exactHoursSql(): string {
  const units = `CAST(${unitsSql(getMinutesColumn())} AS BIGINT)`;
  const [quotient, rest] = [`(${units} // 60)`, `(${units} % 60)`];
  const isUp = `abs${rest} > 30 OR (abs${rest} = 30 AND ${quotient} % 2 <> 0)`;
  const rounded = `${quotient} + CASE WHEN ${isUp} THEN sign(${units}) ELSE 0 END`;
  return unitsToDecimalSql(rounded);
}

/** Compiles the minutes to print as h:mm: a record's minutes, or its hours times 60 if it has none. DECIMAL(28,8). */
export function minutesSql(): string {
  const wideSql = (sql: string) => `CAST(${sql} AS DECIMAL(28,${SCALE}))`;
  return `CAST(coalesce(${wideSql(getMinutesColumn())}, ${wideSql(getHoursColumn())} * 60) AS DECIMAL(28,${SCALE}))`;
}

/** Compiles hours times 60. DECIMAL(28,8). */
export function minutesOfHoursSql(sql: string): string {
  return `CAST(CAST(${sql} AS DECIMAL(28,${SCALE})) * 60 AS DECIMAL(28,${SCALE}))`;
}

/** Writes the same minutes as `h:mm`, with a part of a minute as seconds. */
export function clockSql(): string {
  const count = wholeSql(getMinutesColumn());
  const minuteTexts = MINUTES.map((minute) => `:${String(minute).padStart(2, '0')}`);
  const text = `concat(${signSql(count)}, abs(${count}) // 60, ${lookUpSql(minuteTexts, count, 'VARCHAR')})`;
  return `CASE WHEN ${isWholeSql(getMinutesColumn())} THEN ${text} ELSE ${clockTextSql(minutesSql())} END`;
}

/** Writes minutes as `h:mm`, with a part of a minute as seconds; null stays null. */
export function clockTextSql(sql: string): string {
  const units = unitsSql(`abs(${sql})`);
  const count = `(${units} // ${ONE})`;
  const seconds = `((${units} % ${ONE}) * 60)`;
  const rest = `(${seconds} % ${ONE})`;
  const padSql = (number: string, digits: number) => `lpad(CAST(${number} AS VARCHAR), ${digits}, '0')`;
  const fraction = `CASE WHEN ${rest} = 0 THEN '' ELSE '.' || rtrim(${padSql(rest, SCALE)}, '0') END`;
  const secondsText = `CASE WHEN ${seconds} = 0 THEN '' ELSE ':' || ${padSql(`(${seconds} // ${ONE})`, 2)} || ${fraction} END`;
  return `(${signSql(sql)} || CAST(${count} // 60 AS VARCHAR) || ':' || ${padSql(`${count} % 60`, 2)} || ${secondsText})`;
}
