/** Which tier of the tests runs: `npm test` shows every behaviour once, `TIER=all` shows it in both hosts, themes and every size. */
export const runsAll = process.env['TIER'] === 'all';

/** In the second tier alone. */
export const long = { tag: '@long' };

/** The same, of what is asked of the page alone. */
export const longOfThePage = { tag: ['@page', '@long'] };

/** In both hosts, in the first tier, too. */
export const smoke = { tag: '@smoke' };
