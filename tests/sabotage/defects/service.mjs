/** Defects of the service. */
import { unit } from '../defect.mjs';

/** @type {readonly import('../defect.mjs').Defect[]} */
export const service = [
  {
    name: 'redirects-followed-upstream',
    what: 'the service follows where the CRM redirects it, whoever is there',
    file: 'service/upstream/http.ts',
    find: "      redirect: 'error',\n",
    replace: '',
    tests: [...unit, 'tests/service/upstream/http.test.ts'],
  },
  {
    name: 'keys-kept-plain',
    what: 'the service’s file holds the keys themselves',
    file: 'service/keys.ts',
    find: "return createHash('sha256').update(key, 'utf8').digest('hex');",
    replace: "return Buffer.from(key.length > 0 ? key : createHash('sha256').digest('hex')).toString('hex');",
    tests: [...unit, 'tests/service/server.access.test.ts'],
  },
  {
    name: 'day-never-over',
    what: 'a quota that was used up does not come back at UTC midnight',
    file: 'service/store/sqlite/statements.ts',
    find: 'toISOString().slice(0, 10);',
    replace: 'toISOString().slice(0, 7);',
    tests: [...unit, 'tests/service/server.access.test.ts'],
  },
  {
    name: 'links-by-host',
    what: 'links to the next page go where the Host header says',
    file: 'service/routes.ts',
    find: 'listAnswer(page, query, baseUrl())',
    replace: 'listAnswer(page, query, baseUrl() && `http://${request.headers.host}`)',
    tests: [...unit, 'tests/service/server.list.test.ts'],
  },
];
