/** The two tiers of tests: docs/technical/how-a-test-waits.md has the rule. */

/** Of a test, or of a group of them, that only `npm run test:all` runs. */
export const secondTier = { tags: ['long'] };

/** @returns a number that can be raised (seeds, kills, runs): a small one in `npm test`, a larger one in `npm run test:all` */
export function chooseSize(firstTier: number, whole: number): number {
  return process.env['TIER'] === 'all' ? whole : firstTier;
}
