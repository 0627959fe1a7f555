/** Section 2.1 and 2.2: what a record looks like, by whichever operation it comes. */
import { declaredNames, hasForm, ID_PROPERTY, kinds, namesOfKind } from '../catalogue.ts';
import { idOf, isFields, isSet, member, recordsIn, sameValue, shorten, valueIn, type Fields } from '../answers.ts';
import { judge, untried, type Rule, type Run, type Verdict } from '../rule.ts';
import { operations, type Exchange, type Operation } from '../wire.ts';
import { FEW, readRecords, someRecords, uncalledFor } from './requests.ts';

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
  return isFields(value) && Object.values(value).every(isScalar);
}

/** The same few records by each operation, with two properties. */
function askEach(run: Run): Promise<readonly Exchange[]> {
  const by: Readonly<Record<Operation, () => Promise<Exchange>>> = {
    list: () => run.wire.list({ limit: '10', properties: FEW.join(',') }),
    batch: () => readRecords(run, someRecords(run, 10).map(idOf)),
    search: () => run.wire.search({ limit: 10, properties: FEW }),
  };
  return Promise.all(operations.map((operation) => by[operation]()));
}

/** Judges every record of the survey and of each operation. */
async function judgeRecords(run: Run, problem: (record: Fields) => string | undefined): Promise<Verdict> {
  const exchanges = [...run.survey.pages.slice(0, 1), ...(await askEach(run))];
  const all = exchanges.flatMap((exchange) => recordsIn(exchange).map((record) => ({ exchange, record })));
  if (all.length === 0) return untried('no operation answers a record');
  const problems = all.flatMap(({ exchange, record }) => {
    const found = problem(record);
    return found === undefined ? [] : [`${shorten(exchange.target)}: record ${idOf(record)} ${found}`];
  });
  return judge(problems, `${all.length} records of list, batch read and search`);
}

function fieldRule(id: string, states: string, field: string, holds: (value: unknown) => boolean): Rule {
  return {
    id,
    states,
    check: (run) =>
      judgeRecords(run, (record) =>
        holds(record[field]) ? undefined : `has ${field} ${shorten(JSON.stringify(record[field]) ?? 'undefined')}`,
      ),
  };
}

/** A CRM's data have slips; a service that spells a type wrong spells every value wrong. */
const MOST_SLIPS = 0.05;

function kindRule(kind: (typeof kinds)[number], number: number): Rule {
  return {
    id: `2.2-${number}`,
    states: `Values of the properties of type ${kind} have its form (single slips in the data aside).`,
    check({ survey }) {
      let count = 0;
      const slips: string[] = [];
      const wrong: string[] = [];
      for (const name of namesOfKind(kind)) {
        const values = survey.records.map((record) => valueIn(record, name)).filter(isSet);
        const bad = values.filter((value) => !hasForm[kind](value));
        count += values.length;
        const told = `${name} ${JSON.stringify(bad[0])}, ${bad.length} of ${values.length}`;
        if (bad.length > Math.max(values.length > 20 ? 1 : 0, values.length * MOST_SLIPS)) wrong.push(told);
        else if (bad.length > 0) slips.push(told);
      }
      if (count === 0) return untried('no surveyed record has such a value');
      return judge(wrong, [`${count} values`, ...slips.map((slip) => `slip: ${slip}`)].join('; '));
    },
  };
}

export const records: readonly Rule[] = [
  fieldRule('2.1-1', 'id is a string or a number.', 'id', isId),
  fieldRule('2.1-2', 'properties is an object of names and single values.', 'properties', isMapOfScalars),
  fieldRule('2.1-3', 'createdAt is a UTC time with milliseconds.', 'createdAt', isInstant),
  fieldRule('2.1-4', 'updatedAt is a UTC time with milliseconds.', 'updatedAt', isInstant),
  fieldRule('2.1-5', 'archived is a boolean, in every record.', 'archived', (value) => typeof value === 'boolean'),
  {
    id: '2.1-6',
    states: 'A record has the requested properties and built-in ones, and no other declared ones.',
    async check(run) {
      const exchanges = await askEach(run);
      const problems = exchanges.flatMap((exchange) =>
        recordsIn(exchange).flatMap((record) =>
          uncalledFor(record, FEW).map((name) => `${shorten(exchange.target)} answers ${name}, not asked for`),
        ),
      );
      return judge([...new Set(problems)], `asked for ${FEW.join(' and ')} by list, batch read and search`);
    },
  },
  {
    id: '2.1-7',
    states: 'A requested property that a record has is in its answer, by each operation.',
    async check(run) {
      const known = new Map(run.survey.records.map((record) => [idOf(record), record]));
      const exchanges = await askEach(run);
      const pairs = exchanges.flatMap((exchange) =>
        recordsIn(exchange).map((record) => ({ exchange, record, wide: known.get(idOf(record)) })),
      );
      const compared = pairs.filter(({ record, wide }) => wide?.['updatedAt'] === record['updatedAt']);
      if (compared.length === 0) return untried('no answer has a record of the survey');
      const problems = compared.flatMap(({ exchange, record, wide }) =>
        FEW.filter((name) => wide && isSet(valueIn(wide, name)) && !isSet(valueIn(record, name))).map(
          (name) => `${shorten(exchange.target)}: record ${idOf(record)} lacks ${name}`,
        ),
      );
      return judge(problems, `${compared.length} records compared`);
    },
  },
  {
    id: '2.1-8',
    states: 'One record has the same fields and values by list, batch read and search.',
    async check(run) {
      const known = new Map(run.survey.records.map((record) => [idOf(record), record]));
      const ids = someRecords(run, 10).map(idOf);
      const rest = { properties: declaredNames };
      const exchanges = [await readRecords(run, ids, rest), await run.wire.search({ limit: 20, ...rest })];
      const pairs = exchanges.flatMap((exchange) =>
        recordsIn(exchange).flatMap((record) => {
          const listed = known.get(idOf(record));
          return listed && listed['updatedAt'] === record['updatedAt'] ? [{ exchange, record, listed }] : [];
        }),
      );
      if (pairs.length === 0) return untried('no answer has a record of the survey');
      const problems = pairs.flatMap(({ exchange, record, listed }) =>
        differences(listed, record).map(
          (name) => `${shorten(exchange.target)}: record ${idOf(record)} has another ${name}`,
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
        const value = member(record, 'properties', ID_PROPERTY);
        if (value === undefined || JSON.stringify(value).replaceAll('"', '') === idOf(record)) return undefined;
        return `has ${ID_PROPERTY} ${JSON.stringify(value)}`;
      }),
  },
  {
    id: '2.1-10',
    states: 'A record is in one page once, and in the pages of a list once.',
    check({ survey: { pages } }) {
      const seen = new Set<string>();
      const repeated = pages.flatMap(recordsIn).flatMap((record) => {
        const id = idOf(record);
        if (seen.has(id)) return [`record ${id} is listed twice`];
        seen.add(id);
        return [];
      });
      return judge(repeated, `${seen.size} records on ${pages.length} pages`);
    },
  },
  ...kinds.map((kind, index) => kindRule(kind, index + 1)),
];

function differences(left: Fields, right: Fields): string[] {
  const fields = ['createdAt', 'archived'].filter((name) => left[name] !== right[name]);
  const values = declaredNames.filter((name) => !sameValue(valueIn(left, name), valueIn(right, name)));
  return [...fields, ...values];
}
