/** A second calculator for own formulas: two stacks over the text, by fractions; it shares nothing with the app's. */
import { add, minus, over, textOf, units, type Fraction } from '#tests/integration/reports/report-parity/fraction.ts';

const strength: Readonly<Record<string, number>> = { '+': 1, '-': 1, '*': 2, '/': 2, negate: 3 };

/**
 * @param formula of ids, as own measures have it after the `=`
 * @param valueOf a measure before any rounding, as a share of 1; null: unknown
 * @returns to 8 decimals, half-even; null: not computable
 */
export function calculate(formula: string, valueOf: (id: string) => Fraction | null): string | null {
  const values: (Fraction | null)[] = [];
  const waiting: string[] = [];
  const apply = (operator: string) => {
    const right = values.pop() ?? null;
    if (operator === 'negate') {
      values.push(right && { n: -right.n, d: right.d });
      return;
    }
    const left = values.pop() ?? null;
    values.push(both(operator, left, right));
  };
  let isValueBefore = false;
  for (const [token] of formula.matchAll(/[\d.]+(?: ?%)?|[A-Za-z_][\w:]*|[-+*/()]/g)) {
    if (token === '(') waiting.push(token);
    else if (token === ')') {
      for (let top = waiting.pop(); top !== undefined && top !== '('; top = waiting.pop()) apply(top);
    } else if (/^[-+*/]$/.test(token)) {
      const operator = token === '-' && !isValueBefore ? 'negate' : token;
      const own = strength[operator] ?? 0;
      // What negates waits for what follows it.
      const isReady = () => (strength[waiting.at(-1) ?? ''] ?? 0) >= own;
      if (operator !== 'negate') while (isReady()) apply(waiting.pop() ?? '');
      waiting.push(operator);
    } else values.push(/^\d/.test(token) ? written(token) : valueOf(token));
    isValueBefore = token === ')' || !/^[-+*/(]$/.test(token);
  }
  while (waiting.length > 0) apply(waiting.pop() ?? '');
  return textOf(values.pop() ?? null);
}

function both(operator: string, left: Fraction | null, right: Fraction | null): Fraction | null {
  if (!left || !right) return null;
  switch (operator) {
    case '+':
      return add(left, right);
    case '-':
      return minus(left, right);
    case '*':
      return { n: left.n * right.n, d: left.d * right.d };
    default:
      return over(left, right);
  }
}

function written(token: string): Fraction {
  const [digits = ''] = token.split(/ ?%/);
  const [whole = '', decimals = ''] = digits.split('.');
  return { n: BigInt(whole + decimals), d: 10n ** BigInt(decimals.length + (token.includes('%') ? 2 : 0)) };
}

export function readDecimal(value: string): Fraction {
  const [, sign = '', whole = '', decimals = ''] = /^(-?)(\d+)\.?(\d*)$/.exec(value) ?? [];
  return units(BigInt(sign + whole + decimals.padEnd(8, '0')));
}
