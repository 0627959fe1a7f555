/** Once all records are here, an answer from before is not shown as if it were the current one. */
import { expect, test } from 'vitest';
import { isOutdated } from '#ui/data/outdated.ts';

const whole = { complete: true };
const soFar = { complete: false };

test('an answer from before the end of a download is outdated until it is asked again', () => {
  expect(isOutdated(whole, soFar)).toBe(true);
  expect(isOutdated(whole, whole)).toBe(false);
});

test('figures that follow a download are not outdated, nor are those of all records with names lost', () => {
  expect(isOutdated(soFar, soFar)).toBe(false);
  expect(isOutdated(undefined, soFar)).toBe(false);
  expect(isOutdated(whole, undefined)).toBe(false);
  expect(isOutdated(whole, { complete: false, allRecordsHere: true })).toBe(false);
});
