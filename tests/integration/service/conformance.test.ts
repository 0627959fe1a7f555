/** Parts of the campaign `npm run campaign -- service-edges`: the command `npm run conformance -- --spend-quota` against the service as people run it. */
import { expect, test } from 'vitest';
import {
  tryConformanceOnFile,
  tryConformanceOnPostgres,
  tryConformanceThroughTwoHops,
} from '#tests/faults/edges/conformance.ts';
import { secondTier } from '#tests/support/tier.ts';

const title = 'the service %s keeps every rule, those that use its quota up among them';
async function expectConformance(_: string, tryConformance: typeof tryConformanceOnFile): Promise<void> {
  expect((await tryConformance()).failures).toEqual([]);
}
// Its example in the first tier is the same suite against a service in the test's own process: tests/conformance/suite.test.ts.
test.each([
  ['with a file', tryConformanceOnFile] as const,
  ['with PostgreSQL', tryConformanceOnPostgres] as const,
  ['before another one', tryConformanceThroughTwoHops] as const,
])(title, secondTier, expectConformance);
