/** The two tiers of tests: docs/topics/testing.md has the rule. */

/** Of a test, or of a group of them, that only `npm run test:all` runs. */
export const secondTier = { tags: ['long'] };

/** @returns of cases that are the same promise at other values, the first few in `npm test`, and all in `npm run test:all` */
export function chooseCases<T>(firstTier: number, cases: readonly T[]): readonly T[] {
  return cases.slice(0, chooseSize(firstTier, cases.length));
}

/** @returns a number that can be raised (seeds, kills, runs): a small one in `npm test`, a larger one in `npm run test:all` */
export function chooseSize(firstTier: number, whole: number): number {
  return process.env['TIER'] === 'all' ? whole : firstTier;
}
