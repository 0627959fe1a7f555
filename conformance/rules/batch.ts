/** Section 4.2: records by identifier, and what is said of those that are missing. */
import { ID_PROPERTY, readTime, RECORD_ID_PROPERTY, TITLE_PROPERTY } from '../catalogue.ts';
import { describe, idOf, idsIn, isSet, member, recordsIn, valueIn } from '../answers.ts';
import { judge, untried, type Rule, type Run, type Verdict } from '../rule.ts';
import type { Exchange } from '../wire.ts';
import { findSetProperty, missingId, NONSENSE, readRecords, someRecords } from './requests.ts';

const NO_RECORDS = untried('the service has no record to read');

function onRecords(id: string, states: string, check: (ids: readonly string[], run: Run) => Promise<Verdict>): Rule {
  return {
    id,
    states,
    check: (run) => {
      const ids = someRecords(run, 5).map(idOf);
      return ids.length === 0 ? NO_RECORDS : check(ids, run);
    },
  };
}

/** A batch with records and, in between, an identifier that none has. */
async function askWithMissing(ids: readonly string[], run: Run) {
  const missing = missingId(run);
  return { missing, page: await readRecords(run, [...ids.slice(0, 1), missing, ...ids.slice(1)]) };
}

function errorsIn({ body }: Exchange): readonly unknown[] {
  const errors = member(body, 'errors');
  return Array.isArray(errors) ? errors : [];
}

function missingIn(page: Exchange): readonly string[] {
  return errorsIn(page).flatMap((error) => {
    const ids = member(error, 'context', 'ids');
    return Array.isArray(ids) ? ids.map(String) : [];
  });
}

function sameIds(left: readonly string[], right: readonly string[]): boolean {
  return left.toSorted().join() === right.toSorted().join();
}

export const batch: readonly Rule[] = [
  onRecords('4.2-1', 'Each record that is asked for is in results once, and no other is.', async (ids, run) => {
    const page = await readRecords(run, ids);
    const right = sameIds(idsIn(page), ids);
    return judge(
      right ? [] : [`asked ${ids.join(', ')}; ${describe(page)}: ${idsIn(page).join(', ')}`],
      describe(page),
    );
  }),
  onRecords('4.2-2', 'status is COMPLETE.', async (ids, run) => {
    const page = await readRecords(run, ids);
    const status = member(page.body, 'status');
    return judge(status === 'COMPLETE' ? [] : [`status ${JSON.stringify(status)}`], describe(page));
  }),
  onRecords('4.2-3', 'startedAt and completedAt are times, in this order.', async (ids, run) => {
    const { body } = await readRecords(run, ids);
    const [from, to] = ['startedAt', 'completedAt'].map((name) => member(body, name));
    const [began, ended] = [from, to].map((text) =>
      typeof text === 'string' && text.includes('T') ? readTime(text) : undefined,
    );
    const right = began !== undefined && ended !== undefined && began <= ended;
    const told = `startedAt ${JSON.stringify(from)}, completedAt ${JSON.stringify(to)}`;
    return judge(right ? [] : [told], told);
  }),
  onRecords('4.2-4', 'Without a missing identifier there are no errors and no numErrors.', async (ids, run) => {
    const page = await readRecords(run, ids);
    const extra = ['errors', 'numErrors'].filter((name) => member(page.body, name) !== undefined);
    return judge(
      extra.map((name) => `${name} is ${JSON.stringify(member(page.body, name))}`),
      describe(page),
    );
  }),
  onRecords('4.2-5', 'With some identifiers missing, it is 200 and COMPLETE all the same.', async (ids, run) => {
    const { page } = await askWithMissing(ids, run);
    const right = page.status === 200 && member(page.body, 'status') === 'COMPLETE';
    return judge(
      right ? [] : [`${describe(page)}, status ${JSON.stringify(member(page.body, 'status'))}`],
      describe(page),
    );
  }),
  onRecords('4.2-6', 'With some identifiers missing, the records that exist are in results.', async (ids, run) => {
    const { page } = await askWithMissing(ids, run);
    return judge(
      sameIds(idsIn(page), ids) ? [] : [`asked for ${ids.length} that exist; ${describe(page)}`],
      describe(page),
    );
  }),
  onRecords('4.2-7', 'Missing identifiers, and no others, are in context.ids of the errors.', async (ids, run) => {
    const { page, missing } = await askWithMissing(ids, run);
    const named = missingIn(page);
    const texts = errorsIn(page).every((error) => {
      const given = member(error, 'context', 'ids');
      return Array.isArray(given) && given.every((id) => typeof id === 'string');
    });
    const right = texts && named.length === 1 && named[0] === missing;
    return judge(
      right ? [] : [`asked for ${missing}, which is missing; the errors name ${named.join(', ') || 'none'}`],
      missing,
    );
  }),
  onRecords(
    '4.2-8',
    'An error has the category OBJECT_NOT_FOUND, the status error and a message.',
    async (ids, run) => {
      const { page } = await askWithMissing(ids, run);
      const errors = errorsIn(page);
      const right = (error: unknown) =>
        member(error, 'category') === 'OBJECT_NOT_FOUND' &&
        member(error, 'status') === 'error' &&
        typeof member(error, 'message') === 'string';
      const wrong =
        errors.length === 0
          ? ['there are no errors']
          : errors.filter((each) => !right(each)).map((each) => JSON.stringify(each));
      return judge(wrong, `${errors.length} errors`);
    },
  ),
  onRecords('4.2-9', 'numErrors is the number of error entries.', async (ids, run) => {
    const { page } = await askWithMissing(ids, run);
    const told = `numErrors ${JSON.stringify(member(page.body, 'numErrors'))}, ${errorsIn(page).length} entries`;
    return judge(member(page.body, 'numErrors') === errorsIn(page).length ? [] : [told], told);
  }),
  onRecords('4.2-10', `idProperty ${ID_PROPERTY} is what is meant without one.`, async (ids, run) => {
    const page = await readRecords(run, ids, { idProperty: ID_PROPERTY });
    return judge(sameIds(idsIn(page), ids) ? [] : [`asked ${ids.join(', ')}; ${describe(page)}`], describe(page));
  }),
  {
    id: '4.2-11',
    states: `With idProperty ${RECORD_ID_PROPERTY}, an identifier is a value of that property.`,
    async check(run) {
      const record = run.survey.records.find((each) => isSet(valueIn(each, RECORD_ID_PROPERTY)));
      if (!record) return untried(`no surveyed record has ${RECORD_ID_PROPERTY}`);
      const key = String(valueIn(record, RECORD_ID_PROPERTY));
      const rest = { idProperty: RECORD_ID_PROPERTY, properties: [RECORD_ID_PROPERTY] };
      const page = await readRecords(run, [key], rest);
      const [found] = recordsIn(page);
      const right = idsIn(page).length === 1 && found && String(valueIn(found, RECORD_ID_PROPERTY)) === key;
      return judge(right ? [] : [`asked for ${JSON.stringify(key)}; ${describe(page)}`], describe(page));
    },
  },
  {
    id: '4.2-12',
    states: `A missing value of ${RECORD_ID_PROPERTY} is named in the errors as it was asked for.`,
    async check(run) {
      const record = run.survey.records.find((each) => isSet(valueIn(each, RECORD_ID_PROPERTY)));
      if (!record) return untried(`no surveyed record has ${RECORD_ID_PROPERTY}`);
      const key = String(valueIn(record, RECORD_ID_PROPERTY));
      const page = await readRecords(run, [key, NONSENSE], { idProperty: RECORD_ID_PROPERTY });
      const right = missingIn(page).join() === NONSENSE && idsIn(page).length === 1;
      return judge(
        right ? [] : [`the errors name ${missingIn(page).join(', ') || 'none'}; ${describe(page)}`],
        describe(page),
      );
    },
  },
  onRecords('4.2-13', 'No other idProperty is allowed.', async (ids, run) => {
    const page = await readRecords(run, ids, { idProperty: TITLE_PROPERTY });
    return judge(page.status >= 400 ? [] : [describe(page)], describe(page));
  }),
  {
    id: '4.2-14',
    states: 'propertiesWithHistory includes the property that it names.',
    async check(run) {
      const set = findSetProperty(run);
      if (!set) return untried('no surveyed record has a declared property');
      const page = await readRecords(run, [idOf(set.record)], { properties: [], propertiesWithHistory: [set.name] });
      const [record] = recordsIn(page);
      const there =
        record && (isSet(valueIn(record, set.name)) || isSet(member(record, 'propertiesWithHistory', set.name)));
      return judge(there && page.status === 200 ? [] : [`${describe(page)}: ${set.name} is not there`], describe(page));
    },
  },
];
