/** Builds requests that rules share. They use only the operators that the interface shows: DESCENDING and CONTAINS_TOKEN. */
import { declaredNames, PREFIX, TITLE_PROPERTY } from '../catalogue.ts';
import { getId, isSet, getValue, getMember, type JsonObject } from '../answers.ts';
import type { Run } from '../rule.ts';
import type { Exchange, Operation, Request } from '../client.ts';

/** The rules request only two properties, so that unrequested ones in the response stand out. */
export const PROPERTIES = [TITLE_PROPERTY, `${PREFIX}total_minutes`];

export function sendMinimal({ client, survey }: Run, operation: Operation, request: Request = {}): Promise<Exchange> {
  switch (operation) {
    case 'list':
      return client.list({ limit: '1' }, request);
    case 'batch':
      return client.batch({ inputs: survey.records.slice(0, 1).map((record) => ({ id: getId(record) })) }, request);
    case 'search':
      return client.search({ limit: 1 }, request);
  }
}

export function readRecords({ client }: Run, ids: readonly string[], rest: object = {}): Promise<Exchange> {
  return client.batch({ inputs: ids.map((id) => ({ id })), properties: PROPERTIES, ...rest });
}

/** @returns up to `count` records, spread evenly over the survey. */
export function sampleRecords({ survey }: Run, count: number): readonly JsonObject[] {
  const step = Math.max(1, Math.floor(survey.records.length / count));
  return survey.records.filter((_, index) => index % step === 0).slice(0, count);
}

/** @returns an identifier above all surveyed ones, which presumably no record has. */
export function inventId({ survey }: Run): string {
  const highest = survey.records.reduce((most, record) => Math.max(most, Number(getId(record)) || 0), 0);
  return String(Math.min(highest + 987_654_321, Number.MAX_SAFE_INTEGER - 1));
}

export const NONSENSE = 'zqxjkvbwpyzq';

/** @returns a property other than PROPERTIES that a surveyed record has, and that record. */
export function findSetProperty({ survey }: Run): { readonly name: string; readonly record: JsonObject } | undefined {
  for (const name of declaredNames) {
    if (PROPERTIES.includes(name)) continue;
    const record = survey.records.find((candidate) => isSet(getValue(candidate, name)));
    if (record) return { name, record };
  }
  return undefined;
}

export function findUnrequested(record: JsonObject, requested: readonly string[]): readonly string[] {
  const properties = record['properties'];
  if (typeof properties !== 'object' || properties === null) return [];
  return Object.keys(properties).filter(
    (name) => !requested.includes(name) && (name.startsWith(PREFIX) || name === 'platform_owner_id'),
  );
}

export function sortDescending(propertyName: string) {
  return [{ propertyName, direction: 'DESCENDING' }];
}

export const newestFirst = sortDescending('sys_createdate');

export function filterByWord(value: string) {
  return { filterGroups: [{ filters: [{ propertyName: TITLE_PROPERTY, operator: 'CONTAINS_TOKEN', value }] }] };
}

export function getTotal({ body }: Exchange): unknown {
  return getMember(body, 'total');
}
