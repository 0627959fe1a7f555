/**
 * Own measures: a named formula over other measures, such as `Cost per hour = recorded_cost / logged_hours`. This text is the measure's id,
 * so that saved reports, addresses and files contain its definition.
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

/** Finds the measures that a formula may use. */
export interface OperandFinder {
  readonly byId: (name: string) => Measure | undefined;
  readonly byLabel: (label: string) => Measure | undefined;
  /** Returns whether the name is built in, because two columns of the same name would be confused. */
  readonly isBuiltIn: (name: string) => boolean;
}

export interface OwnMeasureText {
  readonly name: string;
  readonly formula: string;
}

export type OwnMeasureAnswer =
  { readonly ok: true; readonly measure: Measure } | { readonly ok: false; readonly problem: string };

const MAX_NAME = 60;
/** A name has no characters with a meaning in lists, orders and addresses of measures, and none that a spreadsheet would run as a formula. */
const NAME = /^[\p{L}\p{N}][\p{L}\p{N} .%&()'’/+_-]*$/u;

/** @returns undefined for anything but an own measure */
export function readOwnName(id: string): OwnMeasureText | undefined {
  const equalsSign = id.indexOf('=');
  return equalsSign < 0
    ? undefined
    : { name: id.slice(0, equalsSign).trim(), formula: id.slice(equalsSign + 1).trim() };
}

const answers = new Map<string, OwnMeasureAnswer>();
const MAX_REMEMBERED = 500;

/** @returns undefined for any other name, and if it is invalid */
export function findOwnMeasure(id: string, finder: OperandFinder): Measure | undefined {
  const ownText = readOwnName(id);
  const answer = ownText && readOwnMeasure(ownText, finder);
  return answer?.ok === true ? answer.measure : undefined;
}

/** Reads a measure that is created or renamed. Built-in names are refused only here, because older saved measures may have them. */
export function readNewMeasure(ownText: OwnMeasureText, finder: OperandFinder): OwnMeasureAnswer {
  const { name } = ownText;
  return finder.isBuiltIn(name) ? { ok: false, problem: texts.builtIn(name) } : readOwnMeasure(ownText, finder);
}

/** @returns the measure, or the first problem in one sentence */
export function readOwnMeasure(ownText: OwnMeasureText, finder: OperandFinder): OwnMeasureAnswer {
  const key = JSON.stringify([ownText.name, ownText.formula]);
  const cachedAnswer = answers.get(key);
  if (cachedAnswer) return cachedAnswer;
  const answer = buildOwnMeasure(ownText, finder);
  if (answers.size >= MAX_REMEMBERED) answers.clear();
  answers.set(key, answer);
  return answer;
}

function buildOwnMeasure({ name, formula: text }: OwnMeasureText, finder: OperandFinder): OwnMeasureAnswer {
  const reject = (problem: string): OwnMeasureAnswer => ({ ok: false, problem });
  if (name === '') return reject(texts.noName);
  if (name.length > MAX_NAME) return reject(texts.longName(MAX_NAME));
  if (!NAME.test(name)) return reject(texts.badName(name));
  const parsed = parseFormula(text);
  if (!parsed.ok) return reject(parsed.problem);
  const measuresByName = new Map<string, Measure>();
  for (const operandName of listNames(parsed.formula)) {
    // A label in brackets cannot be confused with an id, because ids have no capitals and no spaces.
    const measure = finder.byId(operandName) ?? finder.byLabel(operandName);
    if (!measure) return reject(texts.unknown(operandName));
    measuresByName.set(operandName, measure);
  }
  if (measuresByName.size === 0) return reject(texts.noMeasure);
  const findOperand = (operandName: string): Measure => {
    const measure = measuresByName.get(operandName);
    if (!measure) throw new RangeError(`No measure is called ${operandName}`);
    return measure;
  };
  const checked = checkUnits(parsed.formula, findOperand);
  if (!checked.ok) return reject(checked.problem);
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

/** Creates a reader of unrounded operands; percentages from 0 to 100 are converted to shares of 1. */
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

/** @returns null if an operand is unknown, or for a division by 0 */
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

/** Returns whether the measure needs the records of all currencies together, for distinct people or expected hours. */
export function needsAllRecords({ sums }: Pick<Measure, 'sums'>): boolean {
  return Object.values(sums).some(
    (aggregate: Aggregate) => aggregate.kind === 'distinct' || aggregate.kind === 'expected',
  );
}
