/** Sections 2.1 and 2.2: the form of a record, which is the same for every operation. */
import { declaredNames, hasForm, ID_PROPERTY, kinds, listNames } from '../catalogue.ts';
import {
  getId,
  isObject,
  isSet,
  getMember,
  getRecords,
  isSameValue,
  shorten,
  getValue,
  type JsonObject,
} from '../answers.ts';
import { judge, reportUntried, type Rule, type Run, type Verdict } from '../rule.ts';
import { operations, type Exchange, type Operation } from '../client.ts';
import { PROPERTIES, readRecords, sampleRecords, findUnrequested } from './requests.ts';

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

function isInstant(value: unknown): boolean {
  if (typeof value !== 'string' || !INSTANT.test(value)) return false;
  const moment = new Date(value);
  return !Number.isNaN(moment.getTime()) && moment.toISOString() === value;
}

function isId(value: unknown): boolean {
  return (typeof value === 'string' && value !== '') || (typeof value === 'number' && Number.isSafeInteger(value));
}

function isScalar(value: unknown): boolean {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}

function isMapOfScalars(value: unknown): boolean {
  return isObject(value) && Object.values(value).every(isScalar);
}

/** Requests a few records by every operation, with two properties. */
function sendToEachOperation(run: Run): Promise<readonly Exchange[]> {
  const requests: Readonly<Record<Operation, () => Promise<Exchange>>> = {
    list: () => run.client.list({ limit: '10', properties: PROPERTIES.join(',') }),
    batch: () => readRecords(run, sampleRecords(run, 10).map(getId)),
    search: () => run.client.search({ limit: 10, properties: PROPERTIES }),
  };
  return Promise.all(operations.map((operation) => requests[operation]()));
}

async function judgeRecords(run: Run, findFlaw: (record: JsonObject) => string | undefined): Promise<Verdict> {
  const exchanges = [...run.survey.pages.slice(0, 1), ...(await sendToEachOperation(run))];
  const pairs = exchanges.flatMap((exchange) => getRecords(exchange).map((record) => ({ exchange, record })));
  if (pairs.length === 0) return reportUntried('no operation returns a record');
  const problems = pairs.flatMap(({ exchange, record }) => {
    const flaw = findFlaw(record);
    return flaw === undefined ? [] : [`${shorten(exchange.target)}: record ${getId(record)} ${flaw}`];
  });
  return judge(problems, `${pairs.length} records of list, batch read and search`);
}

function fieldRule(id: string, states: string, field: string, isValid: (value: unknown) => boolean): Rule {
  return {
    id,
    states,
    check: (run) =>
      judgeRecords(run, (record) =>
        isValid(record[field]) ? undefined : `has ${field} ${shorten(JSON.stringify(record[field]) ?? 'undefined')}`,
      ),
  };
}

/** A CRM holds a few malformed values, whereas a service that writes a type wrongly does so in every value. */
const MAX_SLIPS = 0.05;

function kindRule(kind: (typeof kinds)[number], number: number): Rule {
  return {
    id: `2.2-${number}`,
    states: `Values of the properties of type ${kind} have its form (apart from isolated errors in the data).`,
    check({ survey }) {
      let count = 0;
      const slips: string[] = [];
      const invalid: string[] = [];
      for (const name of listNames(kind)) {
        const values = survey.records.map((record) => getValue(record, name)).filter(isSet);
        const malformed = values.filter((value) => !hasForm[kind](value));
        count += values.length;
        const flaw = `${name} ${JSON.stringify(malformed[0])}, ${malformed.length} of ${values.length}`;
        if (malformed.length > Math.max(values.length > 20 ? 1 : 0, values.length * MAX_SLIPS)) invalid.push(flaw);
        else if (malformed.length > 0) slips.push(flaw);
      }
      if (count === 0) return reportUntried('no surveyed record has such a value');
      return judge(invalid, [`${count} values`, ...slips.map((slip) => `slip: ${slip}`)].join('; '));
    },
  };
}

export const records: readonly Rule[] = [
  fieldRule('2.1-1', 'id is a string or a number.', 'id', isId),
  fieldRule('2.1-2', 'properties is an object of names and scalar values.', 'properties', isMapOfScalars),
  fieldRule('2.1-3', 'createdAt is a UTC time with milliseconds.', 'createdAt', isInstant),
  fieldRule('2.1-4', 'updatedAt is a UTC time with milliseconds.', 'updatedAt', isInstant),
  fieldRule('2.1-5', 'archived is a boolean, in every record.', 'archived', (value) => typeof value === 'boolean'),
  {
    id: '2.1-6',
    states: 'A record has the requested properties and built-in ones, and no other declared ones.',
    async check(run) {
      const exchanges = await sendToEachOperation(run);
      const problems = exchanges.flatMap((exchange) =>
        getRecords(exchange).flatMap((record) =>
          findUnrequested(record, PROPERTIES).map(
            (name) => `${shorten(exchange.target)} answers ${name}, not asked for`,
          ),
        ),
      );
      return judge([...new Set(problems)], `asked for ${PROPERTIES.join(' and ')} by list, batch read and search`);
    },
  },
  {
    id: '2.1-7',
    states: 'A requested property that a record has is in the answer of each operation.',
    async check(run) {
      const surveyed = new Map(run.survey.records.map((record) => [getId(record), record]));
      const exchanges = await sendToEachOperation(run);
      const pairs = exchanges.flatMap((exchange) =>
        getRecords(exchange).map((record) => ({ exchange, record, wide: surveyed.get(getId(record)) })),
      );
      const compared = pairs.filter(({ record, wide }) => wide?.['updatedAt'] === record['updatedAt']);
      if (compared.length === 0) return reportUntried('no answer has a record of the survey');
      const problems = compared.flatMap(({ exchange, record, wide }) =>
        PROPERTIES.filter((name) => wide && isSet(getValue(wide, name)) && !isSet(getValue(record, name))).map(
          (name) => `${shorten(exchange.target)}: record ${getId(record)} lacks ${name}`,
        ),
      );
      return judge(problems, `${compared.length} records compared`);
    },
  },
  {
    id: '2.1-8',
    states: 'A record has the same fields and values in list, batch read and search.',
    async check(run) {
      const surveyed = new Map(run.survey.records.map((record) => [getId(record), record]));
      const ids = sampleRecords(run, 10).map(getId);
      const rest = { properties: declaredNames };
      const exchanges = [await readRecords(run, ids, rest), await run.client.search({ limit: 20, ...rest })];
      const pairs = exchanges.flatMap((exchange) =>
        getRecords(exchange).flatMap((record) => {
          const listed = surveyed.get(getId(record));
          return listed && listed['updatedAt'] === record['updatedAt'] ? [{ exchange, record, listed }] : [];
        }),
      );
      if (pairs.length === 0) return reportUntried('no answer has a record of the survey');
      const problems = pairs.flatMap(({ exchange, record, listed }) =>
        findDifferences(listed, record).map(
          (name) => `${shorten(exchange.target)}: record ${getId(record)} has another ${name}`,
        ),
      );
      return judge(problems, `${pairs.length} records, ${declaredNames.length} properties each`);
    },
  },
  {
    id: '2.1-9',
    states: `${ID_PROPERTY}, the property that identifiers refer to, is the record's id.`,
    check: (run) =>
      judgeRecords(run, (record) => {
        const value = getMember(record, 'properties', ID_PROPERTY);
        if (value === undefined || JSON.stringify(value).replaceAll('"', '') === getId(record)) return undefined;
        return `has ${ID_PROPERTY} ${JSON.stringify(value)}`;
      }),
  },
  {
    id: '2.1-10',
    states: 'A record is at most once in a page, and at most once in the pages of a list.',
    check({ survey: { pages } }) {
      const seenIds = new Set<string>();
      const repeated = pages.flatMap(getRecords).flatMap((record) => {
        const id = getId(record);
        if (seenIds.has(id)) return [`record ${id} is listed twice`];
        seenIds.add(id);
        return [];
      });
      return judge(repeated, `${seenIds.size} records on ${pages.length} pages`);
    },
  },
  ...kinds.map((kind, index) => kindRule(kind, index + 1)),
];

function findDifferences(left: JsonObject, right: JsonObject): string[] {
  const fields = ['createdAt', 'archived'].filter((name) => left[name] !== right[name]);
  const values = declaredNames.filter((name) => !isSameValue(getValue(left, name), getValue(right, name)));
  return [...fields, ...values];
}
