/** English for filters: what is wrong with one, and a filter as a sentence. */

type Type = 'string' | 'enumeration' | 'boolean' | 'number' | 'date' | 'datetime';

const operandNeeds: Readonly<Record<Exclude<Type, 'number'> | 'id', string>> = {
  string: 'some text',
  enumeration: 'one of the listed options',
  boolean: 'true or false',
  date: 'a date, such as 2026-10-31',
  datetime: 'a time, such as 2026-10-31 or 2026-10-31T08:00:00Z',
  id: 'a whole number',
};

export const filterProblemTexts = {
  where: (group: number, filter: number) => `group ${group}, filter ${filter}`,
  unknownProperty: (name: string) => `no property is called "${name}"`,
  findsSearchOnly: (name: string) => `FINDS searches everything, as "search", not "${name}"`,
  operatorUnfit: (operator: string, label: string, fitting: readonly string[]) =>
    `${operator} does not fit ${label}; it takes ${fitting.join(', ')}`,
  operandMissing: (operator: string, operand: 'value' | 'highValue' | 'values') => `${operator} needs "${operand}"`,
  /** @param number an example of one */
  operandUnreadable: (text: string, label: string, type: Type | 'id', number: string) =>
    `"${text}" does not fit ${label}, which takes ${type === 'number' ? `a number, such as ${number}` : operandNeeds[type]}`,
  tooMuch: {
    filters: (most: string) => `there are more than ${most} filters; use fewer, or one with a list of values`,
    values: (most: string) => `the lists hold more than ${most} values; use shorter ones`,
    words: (most: string) => `there are more than ${most} words to look for; use fewer`,
    wildcards: (most: string) => `there are more than ${most} words with *; use fewer, or whole words`,
  },
  noWord: (text: string) => `"${text}" has no letter or digit to look for`,
};

/** The words between a property's label and its operands, by operator. */
const words = {
  EQ: 'is',
  NEQ: 'is not',
  LT: 'is under',
  LTE: 'is at most',
  GT: 'is over',
  GTE: 'is at least',
  BETWEEN: 'is between',
  IN: 'is one of',
  NOT_IN: 'is none of',
  HAS_PROPERTY: 'is set',
  NOT_HAS_PROPERTY: 'is not set',
  CONTAINS_TOKEN: 'contains',
  NOT_CONTAINS_TOKEN: 'does not contain',
} as const;

const wordsOfTime: Partial<Record<keyof typeof words, string>> = {
  LT: 'is before',
  LTE: 'is on or before',
  GT: 'is after',
  GTE: 'is on or after',
};

export const filterTexts = {
  operator: (operator: keyof typeof words, type: Type) =>
    (type === 'date' || type === 'datetime' ? wordsOfTime[operator] : undefined) ?? words[operator],
  unread: 'The filter in this address cannot be read, so these are the figures without it.',
  booleans: { true: 'yes', false: 'no' },
  between: (low: string, high: string) => `${low} and ${high}`,
  list: (items: readonly string[]) => items.join(', '),
  inZone: (times: string, zone: string) => `${times} (${zone})`,
  all: (parts: readonly string[]) => parts.join(' and '),
  any: (parts: readonly string[]) => parts.join(', or '),
  group: (text: string) => `(${text})`,
  search: 'Search',
  finds: (text: string) => `Search “${text}”`,
  query: (text: string) => `text contains “${text}”`,
  everything: 'All records',
};

// English for filters by client and team, and for searches, which only this computer knows.

export const localFilterTexts = {
  search:
    'the service cannot search everything as this computer does: take the search out and give the words as free text, or use the records held here',
  billed: 'the service does not know what was billed: take “Billed” out of the filter, or use the records held here',
  tooMany: (groups: number, filters: number) =>
    `the service knows neither clients nor teams, and as ids this is ${groups} groups with ${filters} filters, more than one search takes: filter by the objects themselves, or use the records held here`,
};
