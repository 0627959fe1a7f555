/** Parses formulas of own measures (numbers, measures, + − × ÷ and parentheses) into a tree, which is checked elsewhere. */
import { ownFormulaTexts as texts } from '#texts/reports/own-measures.ts';
import type { Fraction } from '#domain/decimal.ts';

export type Operator = '+' | '-' | '*' | '/';

export type Formula =
  | { readonly kind: 'number'; readonly value: Fraction; readonly isPercent: boolean; readonly text: string }
  /** A measure's name as written; a label is in brackets. */
  | { readonly kind: 'name'; readonly name: string; readonly isLabel: boolean }
  | { readonly kind: 'minus'; readonly of: Formula }
  | { readonly kind: 'both'; readonly operator: Operator; readonly left: Formula; readonly right: Formula };

export type FormulaAnswer =
  { readonly ok: true; readonly formula: Formula } | { readonly ok: false; readonly problem: string };

export const MAX_CHARACTERS = 400;
/** Deeper parentheses are probably a mistake, and could exhaust the stack. */
const MAX_DEPTH = 40;
const MAX_DIGITS = 12;

interface Token {
  readonly kind: 'number' | 'name' | 'label' | 'sign' | 'percent';
  readonly text: string;
}

const signs: Readonly<Record<string, string>> = { '−': '-', '–': '-', '×': '*', '·': '*', '÷': '/' };
const TOKEN =
  /\s*(?:(?<number>\d+(?:\.\d+)?)|\[(?<label>[^\][]*)\]|(?<name>[\p{L}_][\p{L}\p{N}_]*(?::(?:avg|min|max|sum|count_distinct)\b)?)|(?<percent>%)|(?<sign>[-+*/()−–×·÷]))/uy;

class FormulaProblem extends Error {}

function reject(problem: string): never {
  throw new FormulaProblem(problem);
}

/** @returns the first problem, in one sentence */
export function parseFormula(text: string): FormulaAnswer {
  try {
    if (text.trim() === '') reject(texts.empty);
    if (text.length > MAX_CHARACTERS) reject(texts.tooLong(MAX_CHARACTERS));
    const reader = new Reader(tokenize(text));
    const formula = reader.parseSum(0);
    reader.expectEnd();
    return { ok: true, formula };
  } catch (fault) {
    if (fault instanceof FormulaProblem) return { ok: false, problem: fault.message };
    throw fault;
  }
}

function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  TOKEN.lastIndex = 0;
  while (text.slice(TOKEN.lastIndex).trim() !== '') {
    const start = TOKEN.lastIndex;
    const groups = TOKEN.exec(text)?.groups;
    if (!groups) {
      const rest = text.slice(start).trim();
      const [character = ''] = rest;
      return reject(
        character === ',' ? texts.comma : character === '[' ? texts.openBracket : texts.unknownCharacter(character),
      );
    }
    const [kind = 'sign', content = ''] = Object.entries(groups).find(([, group]) => group !== undefined) ?? [];
    if (kind === 'number' && content.replace('.', '').length > MAX_DIGITS)
      reject(texts.tooManyDigits(content, MAX_DIGITS));
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the groups are named as the kinds
    tokens.push({ kind: kind as Token['kind'], text: kind === 'sign' ? (signs[content] ?? content) : content.trim() });
  }
  return tokens;
}

class Reader {
  #position = 0;
  readonly #tokens: readonly Token[];

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  #take(kind: Token['kind'], ...among: readonly string[]): Token | undefined {
    const token = this.#tokens[this.#position];
    if (token?.kind !== kind || (among.length > 0 && !among.includes(token.text))) return undefined;
    this.#position += 1;
    return token;
  }

  expectEnd(): void {
    const token = this.#tokens[this.#position];
    if (!token) return;
    reject(token.text === ')' ? texts.closedTwice : texts.noOperator(printToken(token)));
  }

  parseSum(depth: number): Formula {
    let left = this.#parseProduct(depth);
    for (;;) {
      const sign = this.#take('sign', '+', '-');
      if (!sign) return left;
      left = { kind: 'both', operator: sign.text === '+' ? '+' : '-', left, right: this.#parseProduct(depth) };
    }
  }

  #parseProduct(depth: number): Formula {
    let left = this.#parseFactor(depth);
    for (;;) {
      const sign = this.#take('sign', '*', '/');
      if (!sign) return left;
      left = { kind: 'both', operator: sign.text === '*' ? '*' : '/', left, right: this.#parseFactor(depth) };
    }
  }

  #parseFactor(depth: number): Formula {
    if (depth > MAX_DEPTH) return reject(texts.tooDeep);
    if (this.#take('sign', '-')) return { kind: 'minus', of: this.#parseFactor(depth + 1) };
    if (this.#take('sign', '(')) {
      const inside = this.parseSum(depth + 1);
      return this.#take('sign', ')') ? inside : reject(texts.notClosed);
    }
    const number = this.#take('number');
    if (number) {
      const isPercent = this.#take('percent') !== undefined;
      return { kind: 'number', value: toFraction(number.text, isPercent), isPercent, text: number.text };
    }
    const label = this.#take('label');
    if (label) return { kind: 'name', name: label.text, isLabel: true };
    const name = this.#take('name');
    if (name) return { kind: 'name', name: name.text, isLabel: false };
    const next = this.#tokens[this.#position];
    const last = this.#tokens[this.#position - 1];
    if (next) return reject(texts.missingBefore(printToken(next)));
    return reject(last ? texts.missingAfter(printToken(last)) : texts.empty);
  }
}

const printToken = ({ kind, text }: Token) => (kind === 'label' ? `[${text}]` : kind === 'percent' ? '%' : text);

function toFraction(text: string, isPercent: boolean): Fraction {
  const [whole = '', decimals = ''] = text.split('.');
  return { numerator: BigInt(whole + decimals), denominator: 10n ** BigInt(decimals.length + (isPercent ? 2 : 0)) };
}

const strength: Readonly<Record<Operator, number>> = { '+': 1, '-': 1, '*': 2, '/': 2 };

/** Prints a formula with as few parentheses as possible. @param nameOf formats a measure */
export function printFormula(formula: Formula, nameOf: (name: string) => string): string {
  switch (formula.kind) {
    case 'number':
      return `${formula.text}${formula.isPercent ? ' %' : ''}`;
    case 'name':
      return nameOf(formula.name);
    case 'minus': {
      const inside = printFormula(formula.of, nameOf);
      return formula.of.kind === 'both' ? `-(${inside})` : `-${inside}`;
    }
    case 'both': {
      const { operator, left, right } = formula;
      const [a, b] = [left, right].map((side) => printFormula(side, nameOf));
      const isLooser = left.kind === 'both' && strength[left.operator] < strength[operator];
      // a − (b + c) and a / (b × c) are not a − b + c and a / b × c.
      const isInside =
        right.kind === 'minus' || (right.kind === 'both' && strength[right.operator] <= strength[operator]);
      return `${isLooser ? `(${a})` : a} ${operator} ${isInside ? `(${b})` : b}`;
    }
  }
}

/** Lists the distinct names in the order in which they occur. */
export function listNames(formula: Formula): string[] {
  switch (formula.kind) {
    case 'number':
      return [];
    case 'name':
      return [formula.name];
    case 'minus':
      return listNames(formula.of);
    case 'both':
      return [...new Set([...listNames(formula.left), ...listNames(formula.right)])];
  }
}
