/** What is wrong with the shape of something written for the program: a filter, a report's file, a setting. */

/** Kinds of values as JSON has them. */
const kinds = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
  undefined: 'nothing',
  other: 'another kind of value',
} as const;
export type ValueKind = keyof typeof kinds;

export const schemaTexts = {
  kind: (expected: ValueKind, received: ValueKind) => `expected ${kinds[expected]}, found ${kinds[received]}`,
  notOneOf: (values: readonly string[]) => `expected one of ${values.join(', ')}`,
  /** Of a number, of a text's characters or of a list's entries. */
  tooBig: (most: string, isAllowed: boolean) => (isAllowed ? `more than ${most}` : `not less than ${most}`),
  tooSmall: (least: string, isAllowed: boolean) => (isAllowed ? `less than ${least}` : `not more than ${least}`),
  empty: 'empty',
  unknownKeys: (keys: readonly string[]) =>
    `Unrecognized key${keys.length === 1 ? '' : 's'}: ${keys.map((key) => `"${key}"`).join(', ')}`,
  form: 'not written as it must be',
  other: 'not as it must be',
} as const;

// English for invisible characters.

export const spellingTexts = {
  blanks: (count: number) => (count === 1 ? 'blank' : `${count} blanks`),
} as const;
