/** What the service says of a request it does not answer as asked. Words that programs act on (`error`, `category`) are the interface's, in every language. */

/** The `details` of an error body. */
export const detailTexts = {
  unexpected: 'An unexpected error occurred.',
  busy: 'Unable to process the request now; retry shortly.',
  quotaExceeded: (header: string) =>
    `This API key has reached its UTC daily request limit. The response header ${header} tells when the quota resets.`,
  badAddress: 'The address is not valid.',
  addressTooLong: (most: number) => `The address is longer than ${most} characters.`,
  noHttp: 'The request is not valid HTTP.',
  unreadable: 'The request could not be read.',
  bodyTooLarge: (most: number) => `The body is larger than ${most} bytes.`,
  encodedBody: 'The body must not be encoded or compressed.',
  tooSlow: 'The request did not arrive in time.',
  headTooLarge: (most: number) => `The head of the request is larger than ${most} bytes.`,
  notJsonType: (type: string) => `The body must be ${type}.`,
  notFound: 'There is nothing at this address.',
  onlyMethod: (method: string) => `This address answers ${method} only.`,
} as const;

/** The `message` of a refusal by the upstream, which `details` hold as JSON. */
export const upstreamTexts = {
  shortLimit: 'You have reached your ten_secondly_rolling limit.',
  unexpectedShape: (where: string) => `The upstream's answer has an unexpected shape at ${where}`,
  answerTooLarge: (most: number) => `The upstream's answer is larger than ${most} bytes.`,
  notJson: 'Invalid input JSON: the body could not be parsed.',
  /** @param where '' for the whole body. */
  badJson: (where: string, problem: string) => `Invalid input JSON${where === '' ? '' : ` at ${where}`}: ${problem}`,
  shape: {
    kind: (expected: string) => `this must be of the kind "${expected}"`,
    oneOf: (values: string) => `this must be one of ${values}`,
    most: (most: string) => `at most ${most}`,
    least: (least: string) => `at least ${least}`,
    other: 'not of the expected shape',
  },

  limit: (given: number | string, least: number, most: number) =>
    `Invalid limit ${given}: must be between ${least} and ${most}.`,
  cursor: (given: string) => `Invalid cursor ${given}.`,
  searchCursor: (given: string) => `Invalid cursor ${given}: must be an integer.`,
  archived: (given: string) => `Invalid value ${given} for archived.`,
  noneFound: 'Could not get some time logs, they may be deleted or not exist.',
  someMissing: 'Could not get some time logs, they may be deleted or not exist. Check that ids are valid.',
  tooManyInputs: (most: number, given: number) =>
    `The maximum number of inputs supported in a batch is ${most}, got ${given}.`,
  notUnique: (property: string) => `${property} is not a unique identifier property.`,
  duplicates: 'Duplicate IDs found in batch input.',

  bodyTooLong: (most: number) => `The request body exceeds ${most} characters.`,
  wall: (most: number) => `Paging past ${most} results is not possible.`,
  oneSort: 'Only one sort is allowed.',
  noProperty: (name: string) => `Property ${name} does not exist.`,
  tooManyGroups: (most: number) => `Too many filter groups: at most ${most}.`,
  tooManyInGroup: (most: number) => `Too many filters in one group: at most ${most}.`,
  tooManyInAll: (most: number) => `Too many filters in all: at most ${most}.`,
  noOperator: (operator: string) => `Invalid operator ${operator}.`,
  operatorUnfit: (operator: string, property: string) =>
    `Operator ${operator} is not supported for property ${property}.`,
  badValue: (value: string, property: string) => `${value} is not a valid value for property ${property}.`,
  operands: { one: 'a value', both: 'value and highValue', list: 'values' },
  operandMissing: (operator: string, property: string, operand: string) =>
    `Operator ${operator} on ${property} requires ${operand}.`,
} as const;

/** Why a file of records cannot be served. */
export const recordsFileTexts = {
  /** @param where '' for the whole line. */
  badLine: (line: number, where: string) =>
    `line ${line} is no record as the service lists them${where === '' ? '' : `, at ${where}`}`,
  twice: (id: string) => `two lines have the id ${id}`,
} as const;
