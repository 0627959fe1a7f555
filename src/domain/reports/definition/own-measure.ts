/**
 * Own measures: a formula over other measures under a name, written `Cost per hour = recorded_cost / logged_hours`. That text is their id, so
 * that a saved report, an address and a file have all there is to know of them.
 */
import { ownFormulaTexts as texts } from '#texts/reports/own-measures.ts';
import {
  type Units,
  addFractions,
  divideFractions,
  multiplyFractions,
  negateFraction,
  type Fraction,
} from '#domain/decimal.ts';
import type { Aggregate, Measure, MeasureSettings, Sums } from './measure-model.ts';
import { listNames, parseFormula, printFormula, type Formula, type Operator } from './formula.ts';
import { checkUnits } from './formula-units.ts';

/** Finds the measures that a formula may name. */
export interface OperandFinder {
  readonly byId: (name: string) => Measure | undefined;
  readonly byLabel: (label: string) => Measure | undefined;
  /** Whether something built in has that name: two columns would be read as one figure. */
  readonly isBuiltIn: (name: string) => boolean;
}

export interface OwnMeasureText {
  readonly name: string;
  readonly formula: string;
}

export type OwnMeasureAnswer =
  { readonly ok: true; readonly measure: Measure } | { readonly ok: false; readonly problem: string };

const MOST_NAME = 60;
/** A name has no signs by which lists, orders and addresses of measures are written, and nothing that a spreadsheet would run. */
const NAME = /^[\p{L}\p{N}][\p{L}\p{N} .%&()'’/+_-]*$/u;

/** @returns undefined for what is no own measure */
export function readOwnName(id: string): OwnMeasureText | undefined {
  const equalsSign = id.indexOf('=');
  return equalsSign < 0
    ? undefined
    : { name: id.slice(0, equalsSign).trim(), formula: id.slice(equalsSign + 1).trim() };
}

const answers = new Map<string, OwnMeasureAnswer>();
const MOST_REMEMBERED = 500;

/** @returns undefined for any other name, and where something is wrong with it */
export function findOwnMeasure(id: string, finder: OperandFinder): Measure | undefined {
  const ownText = readOwnName(id);
  const answer = ownText && readOwnMeasure(ownText, finder);
  return answer?.ok === true ? answer.measure : undefined;
}

/**
 * Reads a measure that is created, renamed or saved anew. Measures that were saved before such names were refused are read all the same.
 */
export function readNewMeasure(ownText: OwnMeasureText, finder: OperandFinder): OwnMeasureAnswer {
  const { name } = ownText;
  return finder.isBuiltIn(name) ? { ok: false, problem: texts.builtIn(name) } : readOwnMeasure(ownText, finder);
}

/** @returns the first thing that is wrong, in one sentence */
export function readOwnMeasure(ownText: OwnMeasureText, finder: OperandFinder): OwnMeasureAnswer {
  const key = JSON.stringify([ownText.name, ownText.formula]);
  const cachedAnswer = answers.get(key);
  if (cachedAnswer) return cachedAnswer;
  const answer = buildOwnMeasure(ownText, finder);
  if (answers.size >= MOST_REMEMBERED) answers.clear();
  answers.set(key, answer);
  return answer;
}

function buildOwnMeasure({ name, formula: text }: OwnMeasureText, finder: OperandFinder): OwnMeasureAnswer {
  const refuse = (problem: string): OwnMeasureAnswer => ({ ok: false, problem });
  if (name === '') return refuse(texts.noName);
  if (name.length > MOST_NAME) return refuse(texts.longName(MOST_NAME));
  if (!NAME.test(name)) return refuse(texts.badName(name));
  const parsed = parseFormula(text);
  if (!parsed.ok) return refuse(parsed.problem);
  const measuresByName = new Map<string, Measure>();
  for (const operandName of listNames(parsed.formula)) {
    // A label in brackets cannot be mistaken for an id: ids have no capitals and no spaces.
    const measure = finder.byId(operandName) ?? finder.byLabel(operandName);
    if (!measure) return refuse(texts.unknown(operandName));
    measuresByName.set(operandName, measure);
  }
  if (measuresByName.size === 0) return refuse(texts.noMeasure);
  const findOperand = (operandName: string): Measure => {
    const measure = measuresByName.get(operandName);
    if (!measure) throw new RangeError(`No measure is called ${operandName}`);
    return measure;
  };
  const checked = checkUnits(parsed.formula, findOperand);
  if (!checked.ok) return refuse(checked.problem);
  const operands = [...new Map([...measuresByName.values()].map((measure) => [measure.id, measure])).values()];
  return {
    ok: true,
    measure: {
      id: `${name} = ${printFormula(parsed.formula, (operandName) => findOperand(operandName).id)}`,
      label: name,
      formula: printFormula(parsed.formula, (operandName) => findOperand(operandName).label),
      unit: checked.unit,
      additive: checked.additive,
      money: operands.some((operand) => operand.money),
      operands,
      sums: Object.fromEntries(
        operands.flatMap((operand) =>
          Object.entries(operand.sums).map(([sum, aggregate]) => [formatSumName(operand, sum), aggregate]),
        ),
      ),
      exact: (sums, settings) => evaluate(parsed.formula, createOperandReader(sums, settings, findOperand)),
    },
  };
}

const formatSumName = ({ id }: Measure, sum: string) => `${id} ${sum}`;

/** Reads operands before any rounding; a value from 0 to 100 counts as a share of 1. */
function createOperandReader(sums: Sums<string>, settings: MeasureSettings, find: (name: string) => Measure) {
  return (name: string): Fraction | null => {
    const measure = find(name);
    const operandSums: Record<string, Units | null> = {};
    for (const sum of Object.keys(measure.sums)) operandSums[sum] = sums[formatSumName(measure, sum)] ?? null;
    const value = measure.exact(operandSums, settings);
    return value && measure.unit === 'percent' ? multiplyFractions(value, HUNDREDTH) : value;
  };
}

const HUNDREDTH: Fraction = { numerator: 1n, denominator: 100n };

/** @returns null where an operand is unknown, or something is divided by 0 */
function evaluate(formula: Formula, valueOf: (name: string) => Fraction | null): Fraction | null {
  switch (formula.kind) {
    case 'number':
      return formula.value;
    case 'name':
      return valueOf(formula.name);
    case 'minus': {
      const operand = evaluate(formula.of, valueOf);
      return operand && negateFraction(operand);
    }
    case 'both': {
      const [a, b] = [evaluate(formula.left, valueOf), evaluate(formula.right, valueOf)];
      return a && b && calculate[formula.operator](a, b);
    }
  }
}

const calculate: Readonly<Record<Operator, (a: Fraction, b: Fraction) => Fraction | null>> = {
  '+': addFractions,
  '-': (a, b) => addFractions(a, negateFraction(b)),
  '*': multiplyFractions,
  '/': divideFractions,
};

/** Tells whether the measure needs what is counted for all currencies together: different people, or expected hours. */
export function needsAllRecords({ sums }: Pick<Measure, 'sums'>): boolean {
  return Object.values(sums).some(
    (aggregate: Aggregate) => aggregate.kind === 'distinct' || aggregate.kind === 'expected',
  );
}
