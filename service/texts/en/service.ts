/** Holds the service's texts for callers and operators. Words that programs act on (`error`, `category`) stay those of the interface in every language. */

/** The `details` of an error body. */
export const detailTexts = {
  unexpected: 'An unexpected error occurred.',
  busy: 'Unable to process the request now; retry shortly.',
  quotaExceeded: (header: string) =>
    `This API key has reached its UTC daily request limit. The response header ${header} tells when the quota resets.`,
  badAddress: 'The address is not valid.',
  addressTooLong: (maximum: number) => `The address is longer than ${maximum} characters.`,
  noHttp: 'The request is not valid HTTP.',
  unreadable: 'The request could not be read.',
  bodyTooLarge: (maximum: number) => `The body is larger than ${maximum} bytes.`,
  encodedBody: 'The body must not be encoded or compressed.',
  tooSlow: 'The request did not arrive in time.',
  headTooLarge: (maximum: number) => `The head of the request is larger than ${maximum} bytes.`,
  notJsonType: (type: string) => `The body must be ${type}.`,
  notFound: 'There is nothing at this address.',
  onlyMethod: (method: string) => `This address answers ${method} only.`,
} as const;

/** The `message` of a refusal by the upstream, which `details` hold as JSON. */
export const upstreamTexts = {
  shortLimit: 'You have reached your ten_secondly_rolling limit.',
  unexpectedShape: (where: string) => `The upstream's answer has an unexpected shape at ${where}`,
  answerTooLarge: (maximum: number) => `The upstream's answer is larger than ${maximum} bytes.`,
  notJson: 'Invalid input JSON: the body could not be parsed.',
  /** @param where the path of the member, '' for the whole body. */
  badJson: (where: string, problem: string) => `Invalid input JSON${where === '' ? '' : ` at ${where}`}: ${problem}`,
  shape: {
    kind: (expected: string) => `this must be of the kind "${expected}"`,
    oneOf: (values: string) => `this must be one of ${values}`,
    most: (maximum: string) => `at most ${maximum}`,
    least: (minimum: string) => `at least ${minimum}`,
    other: 'not of the expected shape',
  },

  limit: (value: number | string, minimum: number, maximum: number) =>
    `Invalid limit ${value}: must be between ${minimum} and ${maximum}.`,
  cursor: (value: string) => `Invalid cursor ${value}.`,
  searchCursor: (value: string) => `Invalid cursor ${value}: must be an integer.`,
  archived: (value: string) => `Invalid value ${value} for archived.`,
  noneFound: 'Could not get some time logs, they may be deleted or not exist.',
  someMissing: 'Could not get some time logs, they may be deleted or not exist. Check that ids are valid.',
  tooManyInputs: (maximum: number, value: number) =>
    `The maximum number of inputs supported in a batch is ${maximum}, got ${value}.`,
  notUnique: (property: string) => `${property} is not a unique identifier property.`,
  duplicates: 'Duplicate IDs found in batch input.',

  bodyTooLong: (maximum: number) => `The request body exceeds ${maximum} characters.`,
  wall: (maximum: number) => `Paging past ${maximum} results is not possible.`,
  oneSort: 'Only one sort is allowed.',
  noProperty: (name: string) => `Property ${name} does not exist.`,
  tooManyGroups: (maximum: number) => `Too many filter groups: at most ${maximum}.`,
  tooManyInGroup: (maximum: number) => `Too many filters in one group: at most ${maximum}.`,
  tooManyInAll: (maximum: number) => `Too many filters in all: at most ${maximum}.`,
  noOperator: (operator: string) => `Invalid operator ${operator}.`,
  operatorUnfit: (operator: string, property: string) =>
    `Operator ${operator} is not supported for property ${property}.`,
  badValue: (value: string, property: string) => `${value} is not a valid value for property ${property}.`,
  operands: { one: 'a value', both: 'value and highValue', list: 'values' },
  operandMissing: (operator: string, property: string, operand: string) =>
    `Operator ${operator} on ${property} requires ${operand}.`,
} as const;

export const recordsFileTexts = {
  /** @param where the path of the member, '' for the whole line. */
  badLine: (line: number, where: string) =>
    `line ${line} is no record as the service lists them${where === '' ? '' : `, at ${where}`}`,
  twice: (id: string) => `two lines have the id ${id}`,
} as const;

/** Messages about an unusable store: complete sentences without a full stop. */
export const storeTexts = {
  newer: (place: string) =>
    `The service's store ${place} was written by a newer version of this program: install that version`,
  unreadable: (path: string, problem: string) =>
    `The service's store ${path} cannot be used (${problem}): put a backup in its place, or name another with --data-dir`,
  unreachable: (problem: string) =>
    `The service's PostgreSQL store cannot be reached or set up (${problem}): check the server and the address`,
  tooOld: (version: string) =>
    `The service's store needs PostgreSQL 15 or later, and this server says ${version}: upgrade it`,
  notDurable: (setting: string) =>
    `This PostgreSQL server runs with ${setting} = off and would lose bookings in a crash: turn ${setting} on`,
  standby: 'This PostgreSQL server is a standby and cannot be written to: name the primary',
  addressUnread: (path: string) =>
    `The file ${path} with the address of PostgreSQL cannot be read: check its name and owner`,
  addressOpen: (path: string) =>
    `The file ${path} holds a password and is open to others than its owner: run chmod 600 on it`,
  addressBad: (path: string) =>
    `The first line of ${path} is not the address of PostgreSQL, such as postgresql://user:password@host/database, or postgresql://user@/database?host=/var/run/postgresql for a socket`,
  addressOfMany: (path: string) =>
    `The address of PostgreSQL in ${path} names several hosts: name one, which leads to the primary`,
  addressNowhere: (path: string) =>
    `The address of PostgreSQL in ${path} names no host: write one, or the folder of a socket behind it, such as ?host=/var/run/postgresql`,
} as const;

export const documentTexts = {
  title: 'Time Log Records Service',
  description: 'Reads time log records of a CRM: list, batch read and search. Nothing is written.',
  key: 'The API key. It is counted against a daily quota.',
  requestId: 'The id of the request in the log of the service.',
  reset: 'When the daily quota is new, UTC.',
  retry: 'Seconds to wait.',
  limits: 'Of the day: requests of the key, those left, and seconds until it is new.',
  list: 'List time logs',
  batch: 'Read time logs by identifier',
  search: 'Search time logs',
  names: 'Names of properties, joined by commas.',
  archived: 'true: archived records only.',
  read: 'What was asked for.',
  partly: 'The records that were found; the others are listed in errors.',
  unknownKey: 'The key is missing or invalid.',
  deactivated: 'The key has been deactivated.',
  quota: 'The daily quota of the key is used up.',
  unreadable: 'The request cannot be read.',
  method: 'The address has another method.',
  slow: 'The request did not arrive in time.',
  large: 'The body is too large.',
  long: 'The address is too long.',
  type: 'The body is no JSON.',
  heads: 'The heads are too large.',
  unexpected: 'An unexpected failure.',
  busy: 'The service is busy for the moment.',
  upstream: 'The upstream has rejected or failed the call.',
} as const;
