/** Section 4.2: batch read, and the errors for missing identifiers. */
import { ID_PROPERTY, readTime, RECORD_ID_PROPERTY, TITLE_PROPERTY } from '../catalogue.ts';
import { describe, getId, getIds, isSet, getMember, getRecords, getValue } from '../answers.ts';
import { judge, reportUntried, type Rule, type Run, type Verdict } from '../rule.ts';
import type { Exchange } from '../client.ts';
import { findSetProperty, inventId, NONSENSE, readRecords, sampleRecords } from './requests.ts';

const NO_RECORDS = reportUntried('the service has no record to read');

function recordsRule(id: string, states: string, check: (ids: readonly string[], run: Run) => Promise<Verdict>): Rule {
  return {
    id,
    states,
    check: (run) => {
      const ids = sampleRecords(run, 5).map(getId);
      return ids.length === 0 ? NO_RECORDS : check(ids, run);
    },
  };
}

/** Reads a batch with one missing identifier among existing ones. */
async function readWithMissing(ids: readonly string[], run: Run) {
  const missing = inventId(run);
  return { missing, page: await readRecords(run, [...ids.slice(0, 1), missing, ...ids.slice(1)]) };
}

function getErrors({ body }: Exchange): readonly unknown[] {
  const errors = getMember(body, 'errors');
  return Array.isArray(errors) ? errors : [];
}

function getMissingIds(page: Exchange): readonly string[] {
  return getErrors(page).flatMap((error) => {
    const ids = getMember(error, 'context', 'ids');
    return Array.isArray(ids) ? ids.map(String) : [];
  });
}

function hasSameIds(left: readonly string[], right: readonly string[]): boolean {
  return left.toSorted().join() === right.toSorted().join();
}

export const batch: readonly Rule[] = [
  recordsRule('4.2-1', 'Each requested record is in results once, and no other is.', async (ids, run) => {
    const page = await readRecords(run, ids);
    const isValid = hasSameIds(getIds(page), ids);
    return judge(
      isValid ? [] : [`asked ${ids.join(', ')}; ${describe(page)}: ${getIds(page).join(', ')}`],
      describe(page),
    );
  }),
  recordsRule('4.2-2', 'status is COMPLETE.', async (ids, run) => {
    const page = await readRecords(run, ids);
    const status = getMember(page.body, 'status');
    return judge(status === 'COMPLETE' ? [] : [`status ${JSON.stringify(status)}`], describe(page));
  }),
  recordsRule('4.2-3', 'startedAt and completedAt are times in this order.', async (ids, run) => {
    const { body } = await readRecords(run, ids);
    const [startedAt, completedAt] = ['startedAt', 'completedAt'].map((name) => getMember(body, name));
    const [startTime, endTime] = [startedAt, completedAt].map((text) =>
      typeof text === 'string' && text.includes('T') ? readTime(text) : undefined,
    );
    const isValid = startTime !== undefined && endTime !== undefined && startTime <= endTime;
    const evidence = `startedAt ${JSON.stringify(startedAt)}, completedAt ${JSON.stringify(completedAt)}`;
    return judge(isValid ? [] : [evidence], evidence);
  }),
  recordsRule('4.2-4', 'Without a missing identifier there are no errors and no numErrors.', async (ids, run) => {
    const page = await readRecords(run, ids);
    const extra = ['errors', 'numErrors'].filter((name) => getMember(page.body, name) !== undefined);
    return judge(
      extra.map((name) => `${name} is ${JSON.stringify(getMember(page.body, name))}`),
      describe(page),
    );
  }),
  recordsRule('4.2-5', 'With some identifiers missing, the answer is still 200 and COMPLETE.', async (ids, run) => {
    const { page } = await readWithMissing(ids, run);
    const isValid = page.status === 200 && getMember(page.body, 'status') === 'COMPLETE';
    return judge(
      isValid ? [] : [`${describe(page)}, status ${JSON.stringify(getMember(page.body, 'status'))}`],
      describe(page),
    );
  }),
  recordsRule('4.2-6', 'With some identifiers missing, the records that exist are in results.', async (ids, run) => {
    const { page } = await readWithMissing(ids, run);
    return judge(
      hasSameIds(getIds(page), ids) ? [] : [`asked for ${ids.length} that exist; ${describe(page)}`],
      describe(page),
    );
  }),
  recordsRule('4.2-7', 'Missing identifiers, and no others, are in context.ids of the errors.', async (ids, run) => {
    const { page, missing } = await readWithMissing(ids, run);
    const namedIds = getMissingIds(page);
    const areTexts = getErrors(page).every((error) => {
      const ids = getMember(error, 'context', 'ids');
      return Array.isArray(ids) && ids.every((id) => typeof id === 'string');
    });
    const isValid = areTexts && namedIds.length === 1 && namedIds[0] === missing;
    return judge(
      isValid ? [] : [`asked for ${missing}, which is missing; the errors name ${namedIds.join(', ') || 'none'}`],
      missing,
    );
  }),
  recordsRule(
    '4.2-8',
    'An error has the category OBJECT_NOT_FOUND, the status error and a message.',
    async (ids, run) => {
      const { page } = await readWithMissing(ids, run);
      const errors = getErrors(page);
      const isValid = (error: unknown) =>
        getMember(error, 'category') === 'OBJECT_NOT_FOUND' &&
        getMember(error, 'status') === 'error' &&
        typeof getMember(error, 'message') === 'string';
      const invalid =
        errors.length === 0
          ? ['there are no errors']
          : errors.filter((error) => !isValid(error)).map((error) => JSON.stringify(error));
      return judge(invalid, `${errors.length} errors`);
    },
  ),
  recordsRule('4.2-9', 'numErrors is the number of error entries.', async (ids, run) => {
    const { page } = await readWithMissing(ids, run);
    const evidence = `numErrors ${JSON.stringify(getMember(page.body, 'numErrors'))}, ${getErrors(page).length} entries`;
    return judge(getMember(page.body, 'numErrors') === getErrors(page).length ? [] : [evidence], evidence);
  }),
  recordsRule('4.2-10', `idProperty ${ID_PROPERTY} is the default.`, async (ids, run) => {
    const page = await readRecords(run, ids, { idProperty: ID_PROPERTY });
    return judge(hasSameIds(getIds(page), ids) ? [] : [`asked ${ids.join(', ')}; ${describe(page)}`], describe(page));
  }),
  {
    id: '4.2-11',
    states: `With idProperty ${RECORD_ID_PROPERTY}, an identifier is a value of that property.`,
    async check(run) {
      const record = run.survey.records.find((candidate) => isSet(getValue(candidate, RECORD_ID_PROPERTY)));
      if (!record) return reportUntried(`no surveyed record has ${RECORD_ID_PROPERTY}`);
      const key = String(getValue(record, RECORD_ID_PROPERTY));
      const rest = { idProperty: RECORD_ID_PROPERTY, properties: [RECORD_ID_PROPERTY] };
      const page = await readRecords(run, [key], rest);
      const [match] = getRecords(page);
      const isValid = getIds(page).length === 1 && match && String(getValue(match, RECORD_ID_PROPERTY)) === key;
      return judge(isValid ? [] : [`asked for ${JSON.stringify(key)}; ${describe(page)}`], describe(page));
    },
  },
  {
    id: '4.2-12',
    states: `A missing value of ${RECORD_ID_PROPERTY} is named in the errors as it was requested.`,
    async check(run) {
      const record = run.survey.records.find((candidate) => isSet(getValue(candidate, RECORD_ID_PROPERTY)));
      if (!record) return reportUntried(`no surveyed record has ${RECORD_ID_PROPERTY}`);
      const key = String(getValue(record, RECORD_ID_PROPERTY));
      const page = await readRecords(run, [key, NONSENSE], { idProperty: RECORD_ID_PROPERTY });
      const isValid = getMissingIds(page).join() === NONSENSE && getIds(page).length === 1;
      return judge(
        isValid ? [] : [`the errors name ${getMissingIds(page).join(', ') || 'none'}; ${describe(page)}`],
        describe(page),
      );
    },
  },
  recordsRule('4.2-13', 'No other idProperty is allowed.', async (ids, run) => {
    const page = await readRecords(run, ids, { idProperty: TITLE_PROPERTY });
    return judge(page.status >= 400 ? [] : [describe(page)], describe(page));
  }),
  {
    id: '4.2-14',
    states: 'propertiesWithHistory includes the property that it names.',
    async check(run) {
      const set = findSetProperty(run);
      if (!set) return reportUntried('no surveyed record has a declared property');
      const page = await readRecords(run, [getId(set.record)], { properties: [], propertiesWithHistory: [set.name] });
      const [record] = getRecords(page);
      const isIncluded =
        record && (isSet(getValue(record, set.name)) || isSet(getMember(record, 'propertiesWithHistory', set.name)));
      return judge(
        isIncluded && page.status === 200 ? [] : [`${describe(page)}: ${set.name} is not there`],
        describe(page),
      );
    },
  },
];
