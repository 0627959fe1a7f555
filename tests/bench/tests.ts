/** The slowest tests of the last `npm test`: one that takes long is found here, because no test asserts a time. */
import { listSlowest, readResults } from '#build/results.ts';

const LISTED = 20;
const LIMIT_SECONDS = 15;

/** @returns whether a run was found and no test of it took longer than the limit */
export function listSlowTests(): boolean {
  const results = [...(readResults('vitest') ?? []), ...(readResults('playwright') ?? [])];
  if (results.length === 0) {
    console.log('No results of a run are here: npm test makes them.');
    return false;
  }
  const seconds = results.reduce((sum, result) => sum + result.seconds, 0);
  console.log(`${results.length} tests, ${seconds.toFixed(0)} s one after the other; the slowest:`);
  for (const line of listSlowest(results, 0).slice(0, LISTED)) console.log(line);
  const tooSlow = listSlowest(results, LIMIT_SECONDS).length;
  if (tooSlow > 0) console.log(`${tooSlow} took ${LIMIT_SECONDS} s and more.`);
  return tooSlow === 0;
}
