/** Defects of the service. */
import { unit } from '../defect.mjs';

/** @type {readonly import('../defect.mjs').Defect[]} */
export const service = [
  {
    name: 'redirects-followed-upstream',
    what: 'the service follows where the CRM redirects it, whoever is there',
    file: 'service/upstream/exchange.ts',
    find: "    redirect: 'error',\n",
    replace: '',
    tests: [...unit, 'tests/service/upstream/http.test.ts'],
  },
  {
    name: 'answers-without-end',
    what: 'the service reads an answer of the CRM to its end, however large it is',
    file: 'service/upstream/exchange.ts',
    find: '    if (size > most) return undefined;\n',
    replace: '',
    tests: [...unit, 'tests/service/upstream/exchange.test.ts'],
  },
  {
    name: 'turned-away-is-booked',
    what: 'a request to no operation counts against the quota',
    file: 'service/front/admission.ts',
    find: 'if (refused || request.is404) return refused;',
    replace: 'if (refused) return refused;',
    tests: [...unit, 'tests/service/server.access.test.ts'],
  },
  {
    name: 'refused-sockets-stay',
    what: 'a caller that keeps its end of a refused connection open keeps the service’s, too',
    file: 'service/front/connections.ts',
    find: 'const late = setTimeout(() => socket.destroy(), FAREWELL_MILLISECONDS).unref();',
    replace: 'const late = setTimeout(() => undefined, FAREWELL_MILLISECONDS).unref();',
    tests: [...unit, 'tests/service/front/connections.test.ts'],
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
