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
  const all = `CAST(${sql} AS VARCHAR)`;
  const step = (decimals: number) => (decimals === 0 ? '1' : `0.${'0'.repeat(decimals - 1)}1`);
  const [whole = '', ...shorter] = Array.from(
    { length: SCALE },
    (_, decimals) =>
      `WHEN ${sql} % ${step(decimals)} = 0 THEN CAST(CAST(${sql} AS DECIMAL(${width},${decimals})) AS VARCHAR)`,
  );
  // Most have no decimals, or more than fit.
  return `CASE ${whole} WHEN ${sql} % ${step(SCALE - 1)} <> 0 THEN ${all} ${shorter.join(' ')} ELSE ${all} END`;
}

const minutes = () => columnSql(names.totalMinutes);
const hours = () => columnSql(names.totalHours);

/** As a whole count of 10⁻⁸: in the widest type, since a product has the type of its factors. */
const unitsSql = (sql: string) => `CAST(CAST(${sql} AS DECIMAL(38,${SCALE})) * ${ONE} AS HUGEINT)`;

/** What whole minutes leave beyond whole hours, from none to 59: looked up, since nearly all minutes are whole. */
const MINUTES = Array.from({ length: 60 }, (_, minute) => minute);
const lookUp = (texts: readonly string[], minutesText: string, type: string) =>
  `list_extract(CAST([${texts.map((each) => `'${each}'`).join(', ')}] AS ${type}[]), abs(${minutesText}) % 60 + 1)`;

const isWhole = (sql: string) => `${sql} % 1 = 0`;
const whole = (sql: string) => `CAST(${sql} AS BIGINT)`;
const signSql = (sql: string) => `CASE WHEN ${sql} < 0 THEN '-' ELSE '' END`;

/** As `hoursOfMinutes` has them: minutes / 60, half-even at the eighth decimal; the record's hours where it has no minutes. DECIMAL(18,8). */
export function hoursSql(): string {
  return `CASE WHEN ${minutes()} IS NULL THEN ${hours()}
    WHEN ${isWhole(minutes())} THEN ${decimalOfUnits(hoursOfWholeSql())} ELSE ${exactHoursSql()} END`;
}

/** Of whole minutes, as a count of 10⁻⁸: a sixtieth is never half of one, so adding half rounds to the nearest. */
function hoursOfWholeSql(): string {
  const count = whole(minutes());
  return `(sign(${count}) * ((abs(${count}) * ${ONE} + 30) // 60))`;
}

const decimalOfUnits = (units: string) =>
  `CAST(CAST(${units} AS DECIMAL(18,0)) * 0.${'0'.repeat(SCALE - 1)}1 AS DECIMAL(18,${SCALE}))`;

/** The same as text: of whole minutes either at most two decimals, or all. */
export function hoursTextSql(): string {
  const units = hoursOfWholeSql();
  const decimal = decimalOfUnits(units);
  const short = (decimals: number) =>
    `WHEN ${units} % ${10n ** BigInt(SCALE - decimals)} = 0 THEN CAST(CAST(${decimal} AS DECIMAL(18,${decimals})) AS VARCHAR)`;
  const text = `CASE ${short(0)} ${short(1)} ${short(2)} ELSE CAST(${decimal} AS VARCHAR) END`;
  return `CASE WHEN ${isWhole(minutes())} THEN ${text} ELSE ${decimalTextSql(hoursSql())} END`;
}

function exactHoursSql(): string {
  const units = `CAST(${unitsSql(minutes())} AS BIGINT)`;
  const [quotient, rest] = [`(${units} // 60)`, `(${units} % 60)`];
  const isUp = `abs${rest} > 30 OR (abs${rest} = 30 AND ${quotient} % 2 <> 0)`;
  const rounded = `${quotient} + CASE WHEN ${isUp} THEN sign(${units}) ELSE 0 END`;
  return decimalOfUnits(rounded);
}

/** Minutes, or the hours times 60 of a record without them: what h:mm is printed from. DECIMAL(28,8). */
export function minutesSql(): string {
  const wide = (sql: string) => `CAST(${sql} AS DECIMAL(28,${SCALE}))`;
  return `CAST(coalesce(${wide(minutes())}, ${wide(hours())} * 60) AS DECIMAL(28,${SCALE}))`;
}

/** Hours times 60. DECIMAL(28,8). */
export function minutesOfHoursSql(sql: string): string {
  return `CAST(CAST(${sql} AS DECIMAL(28,${SCALE})) * 60 AS DECIMAL(28,${SCALE}))`;
}

/** The same minutes as `h:mm`, with a part of a minute as seconds. */
export function clockSql(): string {
  const count = whole(minutes());
  const behind = MINUTES.map((minute) => `:${String(minute).padStart(2, '0')}`);
  const text = `concat(${signSql(count)}, abs(${count}) // 60, ${lookUp(behind, count, 'VARCHAR')})`;
  return `CASE WHEN ${isWhole(minutes())} THEN ${text} ELSE ${clockTextSql(minutesSql())} END`;
}

/** Minutes as `h:mm`, with a part of a minute as seconds; null of null. */
export function clockTextSql(sql: string): string {
  const units = unitsSql(`abs(${sql})`);
  const count = `(${units} // ${ONE})`;
  const seconds = `((${units} % ${ONE}) * 60)`;
  const rest = `(${seconds} % ${ONE})`;
  const padded = (number: string, digits: number) => `lpad(CAST(${number} AS VARCHAR), ${digits}, '0')`;
  const fraction = `CASE WHEN ${rest} = 0 THEN '' ELSE '.' || rtrim(${padded(rest, SCALE)}, '0') END`;
  const behind = `CASE WHEN ${seconds} = 0 THEN '' ELSE ':' || ${padded(`(${seconds} // ${ONE})`, 2)} || ${fraction} END`;
  return `(${signSql(sql)} || CAST(${count} // 60 AS VARCHAR) || ':' || ${padded(`${count} % 60`, 2)} || ${behind})`;
}
