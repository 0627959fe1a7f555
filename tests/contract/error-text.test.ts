/** A used-up quota is explained with what is known: who sent how much, what works on, and when it goes on. */
import { expect, it } from 'vitest';
import { describeError } from '#contract/error-text.ts';
import type { AppError } from '#contract/errors.ts';

const resetsAt = '2026-11-22T00:00:00.000Z';
const asOf = '2026-11-21T07:42:10.000Z';

it.each<[string, Partial<AppError>, string, string]>([
  [
    'by this computer',
    { usedHere: 1000, limit: 1000, usedElsewhere: false, asOf },
    "The key's 1,000 requests are used up; this computer tried 1,000; the next refresh is at 2026-11-22 00:00 UTC.",
    'Everything here works, as of 2026-11-21 07:42 UTC.',
  ],
  [
    'by someone else too',
    { usedHere: 212, limit: 1000, usedElsewhere: true, asOf },
    "The key's requests are used up; this computer tried 212 of the 1,000 that are set here, so someone else uses this key too or it was given fewer; " +
      'the next refresh is at 2026-11-22 00:00 UTC.',
    'Everything here works, as of 2026-11-21 07:42 UTC.',
  ],
  [
    'down to the reserve',
    { usedHere: 950, limit: 1000, reserve: true },
    "The key's 1,000 requests are used up, except those reserved for you; this computer tried 950; " +
      'the next refresh is at 2026-11-22 00:00 UTC.',
    'What was fetched is kept, and the download continues from there.',
  ],
  [
    'and nothing more is known',
    {},
    "The key's requests are used up; the next refresh is at 2026-11-22 00:00 UTC.",
    'What was fetched is kept, and the download continues from there.',
  ],
])('used up %s', (_, facts, sentence, action) => {
  const error = { code: 'quota-exhausted', resetsAt, ...facts } as AppError;
  expect(describeError(error)).toEqual({ title: 'Daily requests used up', sentence, action });
});

it('prints times as the host prints them', () => {
  const clock = (timestamp: string) => timestamp.slice(11, 16);
  const { sentence, action } = describeError({ code: 'quota-exhausted', resetsAt, asOf }, clock);
  expect([sentence, action]).toEqual([
    "The key's requests are used up; the next refresh is at 00:00.",
    'Everything here works, as of 07:42.',
  ]);
});

it('names the values of a filter that no record has, where they are why nothing matches', () => {
  const unheld = { propertyName: 'a552213_service_name', value: 'Audt', isKnown: false };
  const near = { value: 'Audit', name: null };
  expect(describeError({ code: 'nothing-matched', unheld: [{ ...unheld, near }] }).sentence).toBe(
    'No record here has “Audt” as its service; did you mean “Audit”? No record matches, so no file was written.',
  );
  expect(describeError({ code: 'nothing-matched' }).sentence).toBe('No record matches, so no file was written.');
});
