/** Requests that several rules send. */
import { declaredNames, PREFIX, TITLE_PROPERTY } from '../catalogue.ts';
import { idOf, isSet, valueIn, type Fields } from '../answers.ts';
import type { Run } from '../rule.ts';
import type { Exchange, Operation, Request } from '../wire.ts';

/** Properties that the rules' own requests name: few, so that an answer with more is noticed. */
export const FEW = [TITLE_PROPERTY, `${PREFIX}total_minutes`];

/** The smallest request of an operation that succeeds. */
export function askLittle({ wire, survey }: Run, operation: Operation, request: Request = {}): Promise<Exchange> {
  switch (operation) {
    case 'list':
      return wire.list({ limit: '1' }, request);
    case 'batch':
      return wire.batch({ inputs: survey.records.slice(0, 1).map((record) => ({ id: idOf(record) })) }, request);
    case 'search':
      return wire.search({ limit: 1 }, request);
  }
}

export function readRecords({ wire }: Run, ids: readonly string[], rest: object = {}): Promise<Exchange> {
  return wire.batch({ inputs: ids.map((id) => ({ id })), properties: FEW, ...rest });
}

/** @returns up to `count` surveyed records, from all over the survey. */
export function someRecords({ survey }: Run, count: number): readonly Fields[] {
  const step = Math.max(1, Math.floor(survey.records.length / count));
  return survey.records.filter((_, index) => index % step === 0).slice(0, count);
}

/** An identifier that no record has, as far as the survey tells: above all others. */
export function missingId({ survey }: Run): string {
  const highest = survey.records.reduce((most, record) => Math.max(most, Number(idOf(record)) || 0), 0);
  return String(Math.min(highest + 987_654_321, Number.MAX_SAFE_INTEGER - 1));
}

/** A word that no text has. */
export const NONSENSE = 'zqxjkvbwpyzq';

/** @returns a declared property that is set in some surveyed record, and that record; titles and minutes aside. */
export function findSetProperty({ survey }: Run): { readonly name: string; readonly record: Fields } | undefined {
  for (const name of declaredNames) {
    if (FEW.includes(name)) continue;
    const record = survey.records.find((each) => isSet(valueIn(each, name)));
    if (record) return { name, record };
  }
  return undefined;
}

/** @returns the names in `properties` that were not asked for and are no built-in ones of the platform. */
export function uncalledFor(record: Fields, asked: readonly string[]): readonly string[] {
  const properties = record['properties'];
  if (typeof properties !== 'object' || properties === null) return [];
  return Object.keys(properties).filter(
    (name) => !asked.includes(name) && (name.startsWith(PREFIX) || name === 'platform_owner_id'),
  );
}
