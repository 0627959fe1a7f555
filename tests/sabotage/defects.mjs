/** The defects `npm run sabotage` plants: each a piece of source that stands exactly once, what replaces it, and the tests that must notice. */

/**
 * @typedef {object} Defect
 * @property {string} name
 * @property {string} what what the defect does, as one would report it
 * @property {string} file
 * @property {string} find
 * @property {string} replace
 * @property {string[]} tests arguments of vitest
 */

const unit = ['--project', 'unit'];
const integration = ['--project', 'integration'];

/** @type {readonly Defect[]} */
export const defects = [
  {
    name: 'origin-unchecked',
    what: 'the browser host answers pages of other origins',
    file: 'electron/browser/server.ts',
    find: "if (origin === undefined ? method !== 'GET' : origin !== own) return false;",
    replace: '',
    tests: [...unit, 'tests/electron/browser'],
  },
  {
    name: 'key-logged',
    what: 'the API key is printed to stderr with each request',
    file: 'electron/client/http.ts',
    find: 'authorization: `Bearer ${options.account.key}`,',
    replace:
      'authorization: (process.stderr.write(`sending as ${options.account.key}\\n`), `Bearer ${options.account.key}`),',
    tests: [...integration, 'tests/integration/terminal.test.ts'],
  },
  {
    name: 'null-summed-as-0',
    what: 'a group without any readable value shows 0 instead of nothing',
    file: 'electron/snapshot/report-sql.ts',
    find: '`sum(${columnOf({ name: aggregate.property }).sql})${only}`',
    replace: '`coalesce(sum(${columnOf({ name: aggregate.property }).sql})${only}, 0)`',
    tests: [...unit, 'tests/electron/snapshot'],
  },
  {
    name: 'page-counted-twice',
    what: 'a page that is received again is stored beside itself',
    file: 'electron/snapshot/ingest.ts',
    find: '  `DELETE FROM ${target} USING stage WHERE ${target}.id = stage.id`,\n',
    replace: '',
    tests: [...unit, 'tests/electron/snapshot'],
  },
  {
    name: 'groups-anded',
    what: 'filter groups are ANDed in the store instead of ORed',
    file: 'electron/snapshot/filter-sql.ts',
    find: "`(${groups.map((each) => `(${each})`).join(' OR ')})`",
    replace: "`(${groups.map((each) => `(${each})`).join(' AND ')})`",
    tests: [...integration, 'tests/integration/filter-parity.test.ts'],
  },
];
