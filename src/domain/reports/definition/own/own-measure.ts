/**
 * Own measures: a formula over other measures under a name, written `Cost per hour = recorded_cost / logged_hours`. That text is their id, so
 * that a saved report, an address and a file have all there is to know of them.
 */
import { ownFormulaTexts as texts } from '#texts/reports/own-measures.ts';
import type { Units } from '../../../decimal.ts';
import { addFractions, divideFractions, multiplyFractions, negateFraction, type Fraction } from './fraction.ts';
import type { Aggregate, Measure, MeasureSettings, Sums } from '../measure-model.ts';
import { listNames, parseFormula, printFormula, type Formula, type Operator } from './formula.ts';
import { checkUnits } from './units.ts';

/** Finds the measures that a formula may name. */
export interface OperandFinder {
  readonly byId: (name: string) => Measure | undefined;
  readonly byLabel: (label: string) => Measure | undefined;
  /** Whether something built in bears that name: two columns would be read as one figure. */
  readonly isBuiltIn: (name: string) => boolean;
}

export interface WrittenMeasure {
  readonly name: string;
  readonly formula: string;
}

export type OwnMeasureAnswer =
  { readonly ok: true; readonly measure: Measure } | { readonly ok: false; readonly problem: string };

const MOST_NAME = 60;
/** Nothing by which lists, orders and addresses of measures are written, and nothing that a spreadsheet would run. */
const NAME = /^[\p{L}\p{N}][\p{L}\p{N} .%&()'’/+_-]*$/u;

/** @returns undefined for what is no own measure */
export function readOwnName(id: string): WrittenMeasure | undefined {
  const at = id.indexOf('=');
  return at < 0 ? undefined : { name: id.slice(0, at).trim(), formula: id.slice(at + 1).trim() };
}

const remembered = new Map<string, OwnMeasureAnswer>();
const MOST_REMEMBERED = 500;

/** @returns undefined for any other name, and where something is wrong with it */
export function findOwnMeasure(id: string, finder: OperandFinder): Measure | undefined {
  const written = readOwnName(id);
  const answer = written && readOwnMeasure(written, finder);
  return answer?.ok === true ? answer.measure : undefined;
}

/** One that is created, renamed or saved anew. Those saved before such names were refused are read all the same. */
export function readNewMeasure(written: WrittenMeasure, finder: OperandFinder): OwnMeasureAnswer {
  const { name } = written;
  return finder.isBuiltIn(name) ? { ok: false, problem: texts.builtIn(name) } : readOwnMeasure(written, finder);
}

/** @returns the first thing that is wrong, in one sentence */
export function readOwnMeasure(written: WrittenMeasure, finder: OperandFinder): OwnMeasureAnswer {
  const key = JSON.stringify([written.name, written.formula]);
  const known = remembered.get(key);
  if (known) return known;
  const answer = buildOwnMeasure(written, finder);
  if (remembered.size >= MOST_REMEMBERED) remembered.clear();
  remembered.set(key, answer);
  return answer;
}

function buildOwnMeasure({ name, formula: text }: WrittenMeasure, finder: OperandFinder): OwnMeasureAnswer {
  const refuse = (problem: string): OwnMeasureAnswer => ({ ok: false, problem });
  if (name === '') return refuse(texts.noName);
  if (name.length > MOST_NAME) return refuse(texts.longName(MOST_NAME));
  if (!NAME.test(name)) return refuse(texts.badName(name));
  const parsed = parseFormula(text);
  if (!parsed.ok) return refuse(parsed.problem);
  const found = new Map<string, Measure>();
  for (const each of listNames(parsed.formula)) {
    // A label in brackets is not told from an id here: ids have no capitals and no spaces.
    const measure = finder.byId(each) ?? finder.byLabel(each);
    if (!measure) return refuse(texts.unknown(each));
    found.set(each, measure);
  }
  if (found.size === 0) return refuse(texts.noMeasure);
  const measureCalled = (each: string): Measure => {
    const measure = found.get(each);
    if (!measure) throw new RangeError(`No measure is called ${each}`);
    return measure;
  };
  const checked = checkUnits(parsed.formula, measureCalled);
  if (!checked.ok) return refuse(checked.problem);
  const operands = [...new Map([...found.values()].map((each) => [each.id, each])).values()];
  return {
    ok: true,
    measure: {
      id: `${name} = ${printFormula(parsed.formula, (each) => measureCalled(each).id)}`,
      label: name,
      formula: printFormula(parsed.formula, (each) => measureCalled(each).label),
      unit: checked.unit,
      additive: checked.additive,
      money: operands.some((each) => each.money),
      operands,
      sums: Object.fromEntries(
        operands.flatMap((each) => Object.entries(each.sums).map(([sum, own]) => [sumName(each, sum), own])),
      ),
      exact: (sums, settings) => evaluate(parsed.formula, operandReader(sums, settings, measureCalled)),
    },
  };
}

const sumName = ({ id }: Measure, sum: string) => `${id} ${sum}`;

/** Operands before any rounding; what is 0 to 100 counts as a share of 1. */
function operandReader(sums: Sums<string>, settings: MeasureSettings, find: (name: string) => Measure) {
  return (name: string): Fraction | null => {
    const measure = find(name);
    const own: Record<string, Units | null> = {};
    for (const sum of Object.keys(measure.sums)) own[sum] = sums[sumName(measure, sum)] ?? null;
    const value = measure.exact(own, settings);
    return value && measure.unit === 'percent' ? multiplyFractions(value, HUNDREDTH) : value;
  };
}

const HUNDREDTH: Fraction = { over: 1n, under: 100n };

/** Null: an operand is unknown, or something is divided by 0. */
function evaluate(formula: Formula, valueOf: (name: string) => Fraction | null): Fraction | null {
  switch (formula.kind) {
    case 'number':
      return formula.value;
    case 'name':
      return valueOf(formula.name);
    case 'minus': {
      const own = evaluate(formula.of, valueOf);
      return own && negateFraction(own);
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

/** Whether it needs what is counted for all currencies together alone: different people, expected hours. */
export function needsAllRecords({ sums }: Pick<Measure, 'sums'>): boolean {
  return Object.values(sums).some((each: Aggregate) => each.kind === 'distinct' || each.kind === 'expected');
}
