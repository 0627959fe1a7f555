import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatUnits, toUnits } from '#domain/decimal.ts';
import { checkReport, findNewProblem } from '#domain/reports/definition/check.ts';
import {
  computeFigure,
  findMeasure,
  measures,
  operandFinder,
  addOperands,
} from '#domain/reports/definition/measures.ts';
import { needsAllRecords, readOwnMeasure } from '#domain/reports/definition/own-measure.ts';
import { reportSchema, type ReportResult } from '#domain/reports/definition/report.ts';
import { listFootNotes } from '#domain/reports/notes/foot-notes.ts';
import { defaultSettings } from '#domain/settings.ts';
import { over, times, units, whole64, type Fraction } from '#tests/integration/reports/report-parity/fraction.ts';
import { calculate, readDecimal } from '#tests/support/reports/calculator.ts';
import { chooseSize } from '#tests/support/tier.ts';

const own = (formula: string) => readOwnMeasure({ name: 'Mine', formula }, operandFinder);
const unitOf = (formula: string) => {
  const answer = own(formula);
  return answer.ok ? answer.measure.unit : answer.problem;
};

describe('units', () => {
  test.each([
    ['recorded_cost / logged_hours', 'rate'],
    ['billable_value - recorded_cost', 'money'],
    ['billable_value / owners', 'money'],
    ['recorded_cost / billable_value', 'share'],
    ['logged_hours - expected_hours', 'hours'],
    ['billable_logged_hours / expected_hours', 'share'],
    ['billable_share - 80 %', 'share'],
    ['1 - billable_share', 'share'],
    ['margin_percent - billable_share', 'share'],
    ['effective_rate * logged_hours', 'money'],
    ['billable_value / effective_rate', 'hours'],
    ['records / owners', 'plain'],
    ['records + owners', 'count'],
    ['records * 2', 'plain'],
    ['records + 1', 'plain'],
    ['1 + records', 'plain'],
    ['1 / billable_share', 'plain'],
    ['billable_share * records', 'plain'],
    ['working_days / 2', 'days'],
    ['a552213_total_minutes + a552213_billable_minutes', 'minutes'],
    ['[Billable value] ÷ [logged HOURS]', 'rate'],
    ['total_minutes', 'minutes'],
  ])('%s is %s', (formula, unit) => {
    expect(unitOf(formula)).toBe(unit);
  });

  test.each([
    [
      'logged_hours + billable_value',
      'Logged hours is hours and Billable value is money: only what has the same unit can be added',
    ],
    ['logged_hours - 8', 'Logged hours is hours and 8 is a number: only what has the same unit can be subtracted'],
    [
      'logged_hours + working_days',
      'Logged hours is hours and Working days is days: only what has the same unit can be added',
    ],
    [
      'records + billable_share',
      'Records is a number of things and Billable share is a percentage: only what has the same unit can be added',
    ],
    [
      'margin * recorded_cost',
      'the result would be money × money, which is no hours, days, money, money per hour, percentage or number',
    ],
    [
      '1 / logged_hours',
      'the result would be 1 / hours, which is no hours, days, money, money per hour, percentage or number',
    ],
    [
      'billable_value / working_days',
      'the result would be money / days, which is no hours, days, money, money per hour, percentage or number',
    ],
    ['', 'write a formula of measures, such as [Billable value] / [Logged hours]'],
    ['records +', 'a measure or a number is missing after +'],
    ['* records', 'a measure or a number is missing before *'],
    ['(records', 'a "(" is not closed by ")"'],
    ['records)', 'a ")" has no "(" before it'],
    ['records owners', 'an operator is missing before owners: put +, -, * or / between'],
    ['records * 0,5', 'write decimals with a point, such as 0.8, and no commas between thousands'],
    ['records ^ 2', '"^" has no meaning here: use measures, numbers, + - * / and parentheses'],
    ['[records', 'a "[" is not closed: write the name of a measure between [ and ]'],
    ['turnover', 'no measure is called "turnover": choose one from the list'],
    ['[Turnover]', 'no measure is called "Turnover": choose one from the list'],
    ['platform_owner_id:sum', 'no measure is called "platform_owner_id:sum": choose one from the list'],
    ['3 * 4', 'a formula needs at least one measure'],
    ['records * 1234567890123', '1234567890123 has too many digits: at most 12'],
    [
      `${'('.repeat(60)}records${')'.repeat(60)}`,
      'there are too many parentheses inside of one another: write it more simply',
    ],
    [`records${' + records'.repeat(60)}`, 'a formula has at most 400 characters'],
  ])('%s: %s', (formula, problem) => {
    expect(own(formula)).toEqual({ ok: false, problem });
  });

  test.each(['', '=cmd', 'a,b', 'a@b', 'a~b', 'a:b', '-1', 'x'.repeat(61), '<b>'])(
    'the name “%s” is refused',
    (name) => {
      expect(readOwnMeasure({ name, formula: 'records' }, operandFinder).ok).toBe(false);
    },
  );
});

const labels = [...measures, ...['total_minutes:avg', 'billable_amount'].map((name) => findMeasure(name))];
const takenNames = [
  ...labels.flatMap((measure) => (measure ? [measure.label, measure.id] : [])),
  'BILLABLE  value',
  'billablevalue',
  'Ｂillable value',
  'billable_amount',
  'a552213_billable_amount',
  'Team',
  'Month',
  'client',
].filter((name) => !name.includes(':'));

test.each(takenNames)('the name “%s” is that of something built in, and is refused', (name) => {
  const [id, saved] = [`${name} = billable_value * 2`, reportSchema.parse({ measures: ['records'] })];
  expect(findNewProblem({ ...saved, measures: ['records', id] }, saved.measures)).toBe(
    `"${name.trim()}" cannot be computed: "${name.trim()}" is what the program calls something else: give the measure another name`,
  );
});

test('a report that was saved before such names were refused is read, runs, and says that it means something else', () => {
  const id = 'Billable rate = billable_value / logged_hours';
  const report = reportSchema.parse({ measures: [id] });
  expect(checkReport(report)).toMatchObject({ ok: true, value: { measures: [{ label: 'Billable rate' }] } });
  expect(findNewProblem(report, [id])).toBeUndefined();
  const totals = { [id]: '2' };
  const result = { rows: [], subtotals: [], columns: [], missing: [], notes: [], comparison: null, totals, records: 1 };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what notes read of a result
  const notes = listFootNotes(report, result as unknown as ReportResult, [], defaultSettings);
  expect(notes.map(({ text }) => text)).toEqual([
    "Billable rate = Billable value / Logged hours, which is a measure of one's own and not what the program calls Billable rate",
  ]);
});

describe('a measure of one’s own', () => {
  test('is found by its text, whose canonical form is its id', () => {
    const found = findMeasure('Cost per hour=[Cost]/( [Logged hours] )');
    expect(found).toMatchObject({
      id: 'Cost per hour = recorded_cost / logged_hours',
      label: 'Cost per hour',
      formula: 'Cost / Logged hours',
      unit: 'rate',
      money: true,
      additive: false,
    });
    expect(findMeasure(found?.id ?? '')?.id).toBe(found?.id);
  });

  test.each([
    ['margin + recorded_cost', true],
    ['0.5 * (billable_value - recorded_cost) / 3', true],
    ['-recorded_cost', true],
    ['billable_value * 80 %', true],
    ['billable_value / owners', false],
    ['logged_hours * billable_share', false],
    ['billable_share', false],
    ['records + 1', false],
    ['100 / records', false],
    ['recorded_cost * (records + 1)', false],
    ['recorded_cost * (2 * records)', false],
  ])('%s adds up over lines: %s', (formula, additive) => {
    const answer = own(formula);
    expect(answer.ok && answer.measure.additive).toBe(additive);
  });

  test.each([
    'margin - (recorded_cost - billable_value)',
    'margin / (logged_hours / 2)',
    'margin - (-recorded_cost)',
    '-(margin + recorded_cost) * 2',
    'margin * 3 / 2 + recorded_cost * 0.5',
  ])('%s keeps its meaning when it is written again', (formula) => {
    const answer = own(formula);
    const again = answer.ok ? answer.measure.id.slice('Mine = '.length) : '';
    const values = new Map(
      Object.entries({ margin: '3.5', recorded_cost: '-2', billable_value: '7', logged_hours: '3' }),
    );
    const valueOf = (id: string) => readDecimal(values.get(id) ?? '');
    expect(calculate(again, valueOf)).toBe(calculate(formula, valueOf));
  });

  test.each([
    ['billable_value', false],
    ['billable_value / logged_hours', false],
    ['billable_value / owners', true],
    ['billable_value * expected_hours / logged_hours', true],
  ])('%s is not counted for one currency’s records alone: %s', (formula, isOfAll) => {
    const answer = own(formula);
    expect(answer.ok && needsAllRecords(answer.measure)).toBe(isOfAll);
  });

  test('reads its operands too', () => {
    const mine = findMeasure('Mine = margin / logged_hours');
    const logged = findMeasure('logged_hours');
    if (!mine || !logged) throw new Error('They are there');
    expect(addOperands({ measures: [logged, mine] }).measures.map(({ id }) => id)).toEqual([
      'logged_hours',
      'Mine = margin / logged_hours',
      'margin',
    ]);
  });

  test('a report says what is wrong with it', () => {
    const problem = (measure: string) => {
      const answer = checkReport(reportSchema.parse({ measures: [measure] }));
      return answer.ok ? '' : answer.problem.detail;
    };
    expect(problem('Mine = margin / nothing')).toBe(
      '"Mine" cannot be computed: no measure is called "nothing": choose one from the list',
    );
    expect(problem(' = records')).toBe('a measure of your own cannot be computed: give the measure a name');
  });
});

const none = units(0n);
/** Of what each operand is made, and how, in fractions that nothing has rounded. */
const operands: Readonly<
  Record<string, { readonly sums: readonly string[]; readonly of: (...sums: readonly Fraction[]) => Fraction | null }>
> = {
  billable_value: { sums: ['value'], of: (value = none) => value },
  recorded_cost: { sums: ['cost'], of: (cost = none) => cost },
  logged_hours: { sums: ['logged'], of: (logged = none) => over(logged, whole64(60)) },
  billable_logged_hours: { sums: ['billable'], of: (billable = none) => over(billable, whole64(60)) },
  effective_rate: {
    sums: ['value', 'billable'],
    of: (value = none, billable = none) => over(times(value, 60n), billable),
  },
  billable_share: { sums: ['billable', 'logged'], of: (billable = none, logged = none) => over(billable, logged) },
  margin_percent: {
    sums: ['value', 'cost'],
    of: (value = none, cost = none) => over({ n: value.n - cost.n, d: value.d }, value),
  },
  'billable_rate:avg': { sums: ['sum', 'known'], of: (sum = none, known = none) => over(sum, known) },
};
const sumNames = ['value', 'cost', 'logged', 'billable', 'sum', 'known'] as const;
const decimals = fc.option(
  fc.oneof(fc.constant(0n), fc.bigInt({ min: -(10n ** 17n), max: 10n ** 17n }), fc.bigInt({ min: -5n, max: 5n })),
  { freq: 19 },
);

const number = fc.oneof(
  fc.nat(999).map(String),
  fc.tuple(fc.nat(99), fc.nat(9999)).map(([whole, part]) => `${whole}.${part}`),
  fc.nat(300).map((percent) => `${percent} %`),
);
/** Formulas of money: sums of money, rates by hours, and money by numbers, shares or a quotient of money. */
const { formulas } = fc.letrec<{ formulas: string; plain: string }>((tie) => ({
  formulas: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom('billable_value', 'recorded_cost', 'effective_rate * billable_logged_hours'),
    fc.constant('billable_rate:avg * logged_hours'),
    fc.tuple(tie('formulas'), fc.constantFrom(' + ', ' - '), tie('formulas')).map((parts) => `(${parts.join('')})`),
    fc.tuple(tie('formulas'), fc.constantFrom(' * ', ' / '), tie('plain')).map((parts) => parts.join('')),
    tie('formulas').map((inside) => `-(${inside})`),
  ),
  plain: fc.oneof(
    { depthSize: 'small' },
    number,
    fc.constantFrom('billable_share', 'margin_percent'),
    fc.tuple(tie('formulas'), tie('formulas')).map(([a, b]) => `((${a}) / (${b}))`),
  ),
}));

test('random formulas are what another calculator makes of unrounded operands, to the last digit', () => {
  const runs = chooseSize(300, 2000);
  let computed = 0;
  let empty = 0;
  fc.assert(
    fc.property(formulas, fc.tuple(...sumNames.map(() => decimals)), (formula, values) => {
      fc.pre(formula.length <= 400);
      const answer = own(formula);
      if (!answer.ok) throw new Error(`${formula}: ${answer.problem}`);
      const { measure } = answer;
      const sumCalled = (name: string) => values[sumNames.findIndex((each) => each === name)] ?? null;
      const sums = Object.fromEntries(
        Object.keys(measure.sums).map((name) => [name, sumCalled(name.split(' ')[1] ?? '')]),
      );
      const valueOf = (id: string) => {
        const { sums: names = [], of = () => null } = operands[id] ?? {};
        const known = names.flatMap((name) => {
          const sum = sumCalled(name);
          return sum === null ? [] : [units(sum)];
        });
        return known.length === names.length ? of(...known) : null;
      };
      const value = computeFigure(measure, sums, { hoursPerDay: toUnits('8') });
      expect(value === null ? null : formatUnits(value), formula).toBe(calculate(formula, valueOf));
      expect(measure.unit).toBe('money');
      if (value === null) empty += 1;
      else computed += 1;
    }),
    { numRuns: runs, seed: 20261123 },
  );
  expect(computed).toBeGreaterThan(runs / 4);
  expect(empty).toBeGreaterThan(runs / 20);
});

test.each([
  ['billable_value / logged_hours', { value: '100', logged: '20' }, '300'],
  ['effective_rate * billable_logged_hours', { value: '1005.81', billable: '910' }, '1005.81'],
  ['billable_logged_hours * 3', { billable: '20' }, '1'],
])('%s is rounded once, at its end', (formula, given, expected) => {
  const answer = own(formula);
  if (!answer.ok) throw new Error(answer.problem);
  const sums = Object.fromEntries(
    Object.keys(answer.measure.sums).map((name) => {
      const [, text = ''] = Object.entries(given).find(([sum]) => name.endsWith(` ${sum}`)) ?? [];
      return [name, toUnits(text)];
    }),
  );
  const figure = computeFigure(answer.measure, sums, { hoursPerDay: toUnits('8') });
  expect(figure === null ? null : formatUnits(figure)).toBe(expected);
});

test('divided by 0 it is not computable, never 0', () => {
  const measure = findMeasure('Mine = billable_value / recorded_cost');
  const sums = Object.fromEntries(
    Object.keys(measure?.sums ?? {}).map((name) => [name, name.startsWith('recorded_cost') ? 0n : toUnits('5')]),
  );
  expect(measure && computeFigure(measure, sums, { hoursPerDay: toUnits('8') })).toBeNull();
});
