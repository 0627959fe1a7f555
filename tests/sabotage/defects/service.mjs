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
    name: 'bookings-undone-by-crashes',
    what: 'PostgreSQL answers a booking before it is on the disk, where role or database say so',
    file: 'service/store/postgres/connection.ts',
    find: '  await client.query(DURABLE);\n',
    replace: '',
    tests: [...unit, 'tests/service/store/postgres/store.test.ts'],
  },
  {
    name: 'bookings-granted-twice',
    what: 'what cannot be booked is served all the same',
    file: 'service/quota.ts',
    find: 'resolve({ granted: granted > 0, resetsAt: reset })',
    replace: 'resolve({ granted: granted >= 0, resetsAt: reset })',
    tests: [...unit, 'tests/service/store/sqlite/store.test.ts'],
  },
  {
    name: 'lease-kept',
    what: 'an instance keeps what it booked ahead when it ends',
    file: 'service/quota.ts',
    find: 'if (lease && lease.left > 0) await',
    replace: 'if (lease && lease.left < 0) await',
    tests: [...unit, 'tests/service/store/postgres/store.test.ts'],
  },
  {
    name: 'rotation-doubles-quota',
    what: 'a rotated key has a count of its own beside that of its successor',
    file: 'service/store/sqlite/statements.ts',
    find: '...(dailyQuota === undefined ? {} : { dailyQuota }) }, account, now)',
    replace: '...(dailyQuota === undefined ? {} : { dailyQuota }) }, null, now)',
    tests: [...unit, 'tests/service/store/sqlite/store.test.ts'],
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
