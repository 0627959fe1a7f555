/**
 * `npm run campaign -- service-edges [--sockets N --callers N --only NAMES]`: faults, slow callers, bombs, crowds, hang-ups and the end, several instances,
 * two hops and the whole of the interface, against the service as people run it.
 */
import { parseOptions } from '../support/parse-options.ts';
import { tryConformanceOnFile, tryConformanceOnPostgres, tryConformanceThroughTwoHops } from './edges/conformance.ts';
import { tryCrowd, tryCrowdOfTwo } from './edges/crowds.ts';
import { tryFaults } from './edges/faults.ts';
import { tryTwoHops } from './edges/hops.ts';
import { tryKilledDatabase, tryKilledInstance, tryManyKills } from './edges/kills.ts';
import { tryBombs, tryEnd, tryHangUps, trySlowSockets } from './edges/parts.ts';
import type { Result } from './edges/result.ts';

const { values } = parseOptions({
  options: {
    sockets: { type: 'string', default: '200' },
    callers: { type: 'string', default: '200' },
    only: { type: 'string' },
  },
});

function whole(name: 'sockets' | 'callers'): number {
  const value = Number(values[name]);
  if (!Number.isSafeInteger(value) || value < 1) throw new RangeError(`--${name} takes a whole number`);
  return value;
}

const parts: Readonly<Record<string, () => Promise<Result>>> = {
  faults: tryFaults,
  bombs: () => tryBombs({ packed: 400, plain: 300 }),
  crowd: () => tryCrowd(whole('callers'), 0.5),
  'crowd-searching': () => tryCrowd(whole('callers'), 1),
  'crowd-of-two': () => tryCrowdOfTwo(whole('callers'), 0.5),
  'crowd-of-two-searching': () => tryCrowdOfTwo(whole('callers'), 1),
  'killed-instance': () => tryKilledInstance(whole('callers')),
  'killed-database': () => tryKilledDatabase(whole('callers')),
  'many-kills': () => tryManyKills(whole('callers'), { instanceKills: 6, serverKills: 5 }),
  'two-hops': () => tryTwoHops({ records: 24_000, mostRequests: 125 }),
  'conformance-on-file': tryConformanceOnFile,
  'conformance-on-postgres': tryConformanceOnPostgres,
  'conformance-through-two-hops': tryConformanceThroughTwoHops,
  'hang-ups': () => tryHangUps(5),
  end: () => tryEnd(50),
  'slow-sockets': () => trySlowSockets(whole('sockets')),
};
const only = values.only?.split(',') ?? Object.keys(parts);
let failed = 0;
for (const name of only) {
  const part = parts[name];
  if (!part) throw new RangeError(`--only takes ${Object.keys(parts).join(', ')}`);
  const { told, failures } = await part();
  console.log(`${failures.length === 0 ? 'held ' : 'WRONG'} ${told}`);
  for (const failure of failures) console.log(`      ${failure}`);
  failed += failures.length;
}
process.exitCode = failed === 0 ? 0 : 1;
