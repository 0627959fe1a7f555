/** Which tier of the tests runs: `npm test` shows every behaviour once, `TIER=all` shows it in both hosts, themes and every size. */
export const runsAll = process.env['TIER'] === 'all';
