/** Parts of the campaign `npm run campaign -- service-edges`: the command `npm run conformance -- --spend-quota` against the service as people run it. */
import { expect, test } from 'vitest';
import {
  tryConformanceOnFile,
  tryConformanceOnPostgres,
  tryConformanceThroughTwoHops,
} from '../../faults/edges/conformance.ts';

test.each([
  ['with a file', tryConformanceOnFile],
  ['with PostgreSQL', tryConformanceOnPostgres],
  ['before another one', tryConformanceThroughTwoHops],
])('the service %s keeps every rule, those that use its quota up among them', async (_, tryConformance) => {
  expect((await tryConformance()).failures).toEqual([]);
});
