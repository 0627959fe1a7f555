/** Errors as the page words them: its locale writes their figures, and names and paths in them stay as they are. */
import { afterEach, expect, it } from 'vitest';
import { AppFailure, type AppError } from '#contract/errors.ts';
import { formatDecimal, markCount, MARKED } from '#domain/locale-forms.ts';
import { explainFailure } from '#ui/data/client.ts';
import { adoptLocale } from '#ui/locale.ts';

afterEach(() => void adoptLocale('en-GB'));

const path = '/data/Export 1.5/1,234.50 h';
const marked = `“Rates 2.0” holds ${markCount(5001)} lines of ${formatDecimal('2.5', MARKED)} MB`;
const cases: readonly (readonly [AppError, string, string])[] = [
  [{ code: 'write-failed', detail: path }, `${path} could not be written.`, `${path} could not be written.`],
  [
    { code: 'usage', detail: marked },
    '“Rates 2.0” holds 5.001 lines of 2,5 MB.',
    '“Rates 2.0” holds 5,001 lines of 2.5 MB.',
  ],
  [
    { code: 'quota-exhausted', resetsAt: '2026-11-22T00:00:00Z', usedHere: 1000, limit: 1000 },
    "The key's 1.000 requests are used up; this computer tried 1.000; the next refresh is at 2026-11-22 00:00 UTC.",
    "The key's 1,000 requests are used up; this computer tried 1,000; the next refresh is at 2026-11-22 00:00 UTC.",
  ],
];

it.each(cases)('%o', (error, german, english) => {
  adoptLocale('de-DE');
  expect(explainFailure(new AppFailure(error)).sentence).toBe(german);
  adoptLocale('en-GB');
  expect(explainFailure(new AppFailure(error)).sentence).toBe(english);
});
