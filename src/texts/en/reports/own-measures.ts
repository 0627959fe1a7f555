/** English for own measures: what is wrong with a formula, in one sentence that says what to do. */

export const ownFormulaTexts = {
  empty: 'write a formula of measures, such as [Billable value] / [Logged hours]',
  tooLong: (most: number) => `a formula has at most ${most} characters`,
  tooDeep: 'there are too many parentheses inside of one another: write it more simply',
  comma: 'write decimals with a point, such as 0.8, and no commas between thousands',
  openBracket: 'a "[" is not closed: write the name of a measure between [ and ]',
  unknownCharacter: (character: string) =>
    `"${character}" has no meaning here: use measures, numbers, + - * / and parentheses`,
  tooManyDigits: (number: string, most: number) => `${number} has too many digits: at most ${most}`,
  closedTwice: 'a ")" has no "(" before it',
  notClosed: 'a "(" is not closed by ")"',
  noOperator: (next: string) => `an operator is missing before ${next}: put +, -, * or / between`,
  missingBefore: (next: string) => `a measure or a number is missing before ${next}`,
  missingAfter: (last: string) => `a measure or a number is missing after ${last}`,
  unknown: (name: string) => `no measure is called "${name}": choose one from the list`,
  noMeasure: 'a formula needs at least one measure',
  noName: 'give the measure a name',
  longName: (most: number) => `a name has at most ${most} characters`,
  badName: (name: string) =>
    `the name "${name}" may have letters, digits, spaces and . % & ( ) ' / + - _ only, and begins with a letter or a digit`,
  builtIn: (name: string) => `"${name}" is what the program calls something else: give the measure another name`,
  unlike: {
    '+': (a: string, ofA: string, b: string, ofB: string) =>
      `${a} is ${ofA} and ${b} is ${ofB}: only what has the same unit can be added`,
    '-': (a: string, ofA: string, b: string, ofB: string) =>
      `${a} is ${ofA} and ${b} is ${ofB}: only what has the same unit can be subtracted`,
  },
  noUnit: (unit: string) =>
    `the result would be ${unit}, which is no hours, days, money, money per hour, percentage or number`,
  units: { hours: 'hours', minutes: 'minutes', days: 'days', money: 'money' },
  plain: { number: 'a number', count: 'a number of things', share: 'a percentage', plain: 'a number' },
  made: (over: readonly string[], under: readonly string[]) =>
    under.length === 0 ? over.join(' × ') : `${over.length === 0 ? '1' : over.join(' × ')} / ${under.join(' / ')}`,
  results: {
    count: 'a number',
    hours: 'hours',
    days: 'days',
    money: 'money',
    rate: 'money per hour',
    percent: 'a percentage',
    share: 'a percentage',
    minutes: 'minutes',
    plain: 'a number',
  },
  /** Below a table that has the measure. */
  stated: (label: string, formula: string) => `${label} = ${formula}`,
  /** A name that is refused today, of a report saved before. */
  statedLikeBuiltIn: (stated: string, label: string) =>
    `${stated}, which is a measure of one's own and not what the program calls ${label}`,
  unsplit: (label: string) =>
    `${label} has no figure where several currencies meet: people and expected hours are not counted for each currency.`,
  /** Beside the numbers of a formula without a result. */
  unknownPart: (label: string) => `not computable: ${label} is unknown`,
  dividedByZero: 'not computable: something is divided by 0',
} as const;
