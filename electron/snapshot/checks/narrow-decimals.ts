/**
 * Computes amounts in 64 bits where a record's figures are small enough: most are, and the store is several times faster with them than
 * with the 128 bits that hold every product. Nothing is rounded: figures that do not fit fail `within` and are computed the wide way.
 */
import type { Amount } from '../../../src/domain/checks/condition.ts';
import { formatUnits, SCALE, type Units } from '../../../src/domain/decimal.ts';
import type { CheckTerms } from './terms.ts';
import { columnSql } from '../database/schema.ts';

export interface Narrow {
  /** DECIMAL(width, scale); width is 18 at most. */
  readonly sql: string;
  readonly width: number;
  readonly scale: number;
  /** Conditions under which it equals the amount; where one is unknown, it may not. */
  readonly within: readonly string[];
}

const WIDEST = 18;
/** Digits before the point: of figures that stand alone, and of the two factors of a product. */
const DIGITS = { alone: 7, rate: 4, whole: 5 } as const;

const cast = (sql: string, width: number, scale: number) => `CAST(${sql} AS DECIMAL(${width}, ${scale}))`;
const bound = (digits: number) => 10 ** digits - 1;
const between = (sql: string, digits: number) => `${sql} BETWEEN -${bound(digits)} AND ${bound(digits)}`;

/** @returns undefined where an amount could not be held. */
export function narrowSql(amount: Amount, thresholds: CheckTerms['thresholds']): Narrow | undefined {
  switch (amount.kind) {
    case 'property':
      return ofProperty(amount.name, DIGITS.alone);
    case 'threshold':
      return ofThreshold(thresholds.get(amount.name) ?? 0n);
    case 'number': {
      const width = String(Math.abs(amount.value)).length;
      return { sql: cast(String(amount.value), width, 0), width, scale: 0, within: [] };
    }
    case 'product':
      return toNarrowProduct(amount.left, amount.right, thresholds);
    case 'difference':
      return toNarrowDifference(narrowSql(amount.left, thresholds), narrowSql(amount.right, thresholds));
    case 'absolute': {
      const of = narrowSql(amount.of, thresholds);
      return of && { ...of, sql: `abs(${of.sql})` };
    }
    case 'first':
      // A record whose first alternative is unknown does not fit: it is computed the wide way.
      return amount.of[0]?.kind === 'property' ? narrowSql(amount.of[0], thresholds) : undefined;
    case 'unless-zero':
      return undefined;
  }
}

function ofProperty(name: string, digits: number): Narrow {
  const width = digits + SCALE;
  return { sql: cast(columnSql(name), width, SCALE), width, scale: SCALE, within: [between(columnSql(name), digits)] };
}

/** Written as digits: it is a number, and which of the two ways needs it is decided later. */
function ofThreshold(units: Units): Narrow | undefined {
  const width = Math.max(SCALE + 1, String(units).replace('-', '').length);
  if (width > WIDEST) return undefined;
  return { sql: cast(formatUnits(units), width, SCALE), width, scale: SCALE, within: [] };
}

/** Two figures of a record fit if the first is whole, as minutes are. */
function toNarrowProduct(left: Amount, right: Amount, thresholds: CheckTerms['thresholds']): Narrow | undefined {
  const [whole, rate] = [propertyNameIn(left), propertyNameIn(right)];
  if (whole !== undefined && rate !== undefined) return product(ofWhole(whole), ofProperty(rate, DIGITS.rate));
  return product(narrowSql(left, thresholds), narrowSql(right, thresholds));
}

function product(left: Narrow | undefined, right: Narrow | undefined): Narrow | undefined {
  if (!left || !right) return undefined;
  const [width, scale] = [left.width + right.width, left.scale + right.scale];
  if (width > WIDEST) return undefined;
  return { sql: `(${left.sql} * ${right.sql})`, width, scale, within: [...left.within, ...right.within] };
}

function propertyNameIn(amount: Amount): string | undefined {
  if (amount.kind === 'property') return amount.name;
  return amount.kind === 'first' && amount.of[0]?.kind === 'property' ? amount.of[0].name : undefined;
}

function ofWhole(name: string): Narrow {
  const held = columnSql(name);
  const within = [between(held, DIGITS.whole), `TRY_CAST(${held} AS INTEGER) = ${held}`];
  return { sql: cast(held, DIGITS.whole, 0), width: DIGITS.whole, scale: 0, within };
}

function toNarrowDifference(left: Narrow | undefined, right: Narrow | undefined): Narrow | undefined {
  if (!left || !right) return undefined;
  const scale = Math.max(left.scale, right.scale);
  const width = Math.max(...[left, right].map((each) => each.width - each.scale)) + scale + 1;
  if (width > WIDEST) return undefined;
  return { sql: `(${left.sql} - ${right.sql})`, width, scale, within: [...left.within, ...right.within] };
}
