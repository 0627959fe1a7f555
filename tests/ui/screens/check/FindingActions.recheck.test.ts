/** What a re-check found, by what the service has of the findings' records now. */
import { expect, it } from 'vitest';
import { propertyNames } from '#domain/properties.ts';
import { describeRecheck } from '#ui/screens/check/FindingActions.tsx';
import { finding } from '#tests/support/reports/check-finding.ts';

const HELD = '2026-10-05T08:00:00.000Z';
const held = (...ids: readonly string[]) =>
  ids.map((id) => ({ ...finding(id, null), values: { [propertyNames.modified]: HELD } }));
const answer = (given: Partial<Parameters<typeof describeRecheck>[1]>) => ({
  found: [],
  missing: [],
  failed: [],
  ignored: [],
  requestsUsed: 1,
  ...given,
});
const record = (id: string, updatedAt?: string) => ({
  id,
  properties: {},
  ...(updatedAt !== undefined && { updatedAt }),
});

it('says how many are as they were, were changed since and are gone; without a time none is taken for newer', () => {
  const found = [record('1', HELD), record('2', '2026-10-05T08:00:00.001Z'), record('3')];
  expect(describeRecheck(held('1', '2', '3', '4'), answer({ found, missing: ['4'] }))).toBe(
    '2 unchanged in the CRM · 1 changed since, in the figures with the next refresh · 1 no longer there',
  );
});

it('says of ids that could not be asked how many, and of nothing else', () => {
  expect(describeRecheck(held('1'), answer({ found: [record('1', HELD)] }))).toBe('1 unchanged in the CRM');
  const failed = [{ ids: ['1', '2'], category: 'offline', message: 'Nothing listens at this address.' }] as const;
  expect(
    describeRecheck(held('1', '2'), answer({ failed: failed.map((each) => ({ ...each, ids: [...each.ids] })) })),
  ).toBe('0 unchanged in the CRM · 2 could not be read');
});
