/** Units of own formulas: only hours are added to hours and money to money; money by hours is a rate, hours by hours a percentage. */
import { ownFormulaTexts as texts } from '#texts/reports/own-measures.ts';
import type { Measure, MeasureUnit } from './measure-model.ts';
import { printFormula, type Formula, type Operator } from './formula.ts';

/** The exponents of units. All are 0 for a plain number, a count or a share. */
interface Dimension {
  readonly money: number;
  readonly hours: number;
  readonly minutes: number;
  readonly days: number;
}

/** The kind of a number without a unit: a number in the formula, a count, a share, or anything else. */
type Plain = 'number' | 'count' | 'share' | 'plain';

interface Kind {
  readonly dimension: Dimension;
  readonly plain: Plain;
  /** Whether the value adds up over lines: its parts do, and it is not a quotient of them. */
  readonly additive: boolean;
  /** True if it consists of numbers in the formula only. */
  readonly isFixed: boolean;
}

export type UnitAnswer =
  | { readonly ok: true; readonly unit: MeasureUnit; readonly additive: boolean }
  | { readonly ok: false; readonly problem: string };

const noUnits: Dimension = { money: 0, hours: 0, minutes: 0, days: 0 };

const dimensions: Readonly<Partial<Record<MeasureUnit, Dimension>>> = {
  hours: { ...noUnits, hours: 1 },
  minutes: { ...noUnits, minutes: 1 },
  days: { ...noUnits, days: 1 },
  money: { ...noUnits, money: 1 },
  rate: { ...noUnits, money: 1, hours: -1 },
};

class UnitProblem extends Error {}

/** @returns what is wrong, in one sentence, if units are incompatible */
export function checkUnits(formula: Formula, find: (name: string) => Measure): UnitAnswer {
  try {
    const kind = findKind(formula, find);
    const unit = toUnit(kind);
    if (unit === undefined) throw new UnitProblem(texts.noUnit(describe(kind)));
    return { ok: true, unit, additive: kind.additive };
  } catch (fault) {
    if (fault instanceof UnitProblem) return { ok: false, problem: fault.message };
    throw fault;
  }
}

function findKind(formula: Formula, find: (name: string) => Measure): Kind {
  switch (formula.kind) {
    case 'number':
      return { dimension: noUnits, plain: formula.isPercent ? 'share' : 'number', additive: false, isFixed: true };
    case 'name': {
      const { unit, additive } = find(formula.name);
      return { dimension: dimensions[unit] ?? noUnits, plain: toPlain(unit), additive, isFixed: false };
    }
    case 'minus':
      return findKind(formula.of, find);
    case 'both': {
      const [left, right] = [findKind(formula.left, find), findKind(formula.right, find)];
      const { operator } = formula;
      if (operator === '*' || operator === '/') return combineKinds(left, operator, right);
      if (!areCompatible(left, right)) {
        const [a, b] = [formula.left, formula.right].map((operand) =>
          printFormula(operand, (name) => find(name).label),
        );
        throw new UnitProblem(texts.unlike[operator](a ?? '', describe(left), b ?? '', describe(right)));
      }
      return {
        dimension: left.dimension,
        plain: mergePlain(left.plain, right.plain) ?? 'plain',
        additive: left.additive && right.additive,
        isFixed: left.isFixed && right.isFixed,
      };
    }
  }
}

function toPlain(unit: MeasureUnit): Plain {
  if (unit === 'share' || unit === 'percent') return 'share';
  return unit === 'count' ? 'count' : 'plain';
}

const keys = ['money', 'hours', 'minutes', 'days'] as const;

const isNone = (dimension: Dimension) => keys.every((key) => dimension[key] === 0);

function areCompatible(left: Kind, right: Kind): boolean {
  if (!keys.every((key) => left.dimension[key] === right.dimension[key])) return false;
  return !isNone(left.dimension) || mergePlain(left.plain, right.plain) !== undefined;
}

/** Merges the kinds of two numbers that are added; undefined if they cannot be, such as a share and a count. */
function mergePlain(left: Plain, right: Plain): Plain | undefined {
  if (left === right) return left;
  if (left === 'number') return right === 'count' ? 'plain' : right;
  if (right === 'number') return left === 'count' ? 'plain' : left;
  return left === 'share' || right === 'share' ? undefined : 'plain';
}

function combineKinds(left: Kind, operator: Operator, right: Kind): Kind {
  const sign = operator === '*' ? 1 : -1;
  const dimension = Object.fromEntries(keys.map((key) => [key, left.dimension[key] + sign * right.dimension[key]]));
  const isQuotient = operator === '/' && !isNone(left.dimension) && isNone(toDimension(dimension));
  return {
    dimension: toDimension(dimension),
    plain: isQuotient ? 'share' : combinePlain(left, operator, right),
    additive: isScaled(left, operator, right),
    isFixed: left.isFixed && right.isFixed,
  };
}

const toDimension = ({ money = 0, hours = 0, minutes = 0, days = 0 }: Partial<Dimension>): Dimension => ({
  money,
  hours,
  minutes,
  days,
});

/** Returns whether the value is only multiplied or divided by a fixed number, so that it still adds up. */
function isScaled(left: Kind, operator: Operator, right: Kind): boolean {
  if (right.isFixed) return left.additive;
  return operator === '*' && left.isFixed && right.additive;
}

function combinePlain(left: Kind, operator: Operator, right: Kind): Plain {
  if (left.plain === 'number' && right.plain === 'number') return 'number';
  if (right.plain === 'number') return left.plain === 'count' ? 'plain' : left.plain;
  if (left.plain === 'number' && operator === '*') return right.plain === 'count' ? 'plain' : right.plain;
  return left.plain === 'share' && right.plain === 'share' ? 'share' : 'plain';
}

function toUnit({ dimension, plain }: Kind): MeasureUnit | undefined {
  if (isNone(dimension)) return plain === 'share' ? 'share' : plain === 'count' ? 'count' : 'plain';
  const entry = Object.entries(dimensions).find(([, candidate]) =>
    keys.every((key) => candidate[key] === dimension[key]),
  );
  // The keys of `dimensions` are names of units.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return entry?.[0] as MeasureUnit | undefined;
}

/** Formats, for example, `hours`, `money per hour`, `hours × hours` or `a percentage`. */
function describe(kind: Kind): string {
  if (isNone(kind.dimension)) return texts.plain[kind.plain];
  const unit = toUnit(kind);
  if (unit) return texts.results[unit];
  const listUnits = (sign: 1 | -1) =>
    keys.flatMap((key) => Array.from({ length: Math.max(0, sign * kind.dimension[key]) }, () => texts.units[key]));
  return texts.made(listUnits(1), listUnits(-1));
}
