/** What a defect is: a piece of source that stands exactly once, what replaces it, and the tests that must notice. */

/**
 * @typedef {object} Defect
 * @property {string} name
 * @property {string} what what the defect does, as one would report it
 * @property {string} file
 * @property {string} find
 * @property {string} replace
 * @property {readonly string[]} tests arguments of vitest, behind `BUILT` beside the built program; behind `PAGE` those of Playwright, which runs it
 */

/** The first of `tests` where a window must be open to notice. */
export const PAGE = 'page';

/** The first of `tests` where vitest needs the built program. */
export const BUILT = 'built';

export const unit = ['--project', 'unit*'];
export const integration = ['--project', 'integration*'];

/** @param {string} title */
export const lockdown = (title) => [
  PAGE,
  '--project=desktop-stand-in',
  'tests/e2e/desktop/lockdown.spec.ts',
  '-g',
  title,
];

/** @param {string} spec in tests/e2e @param {string} title */
export const page = (spec, title) => [PAGE, '--project=browser', `tests/e2e/${spec}.spec.ts`, '-g', title];
