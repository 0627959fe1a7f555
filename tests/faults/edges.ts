/** `npm run service:edges [-- --sockets N --callers N]`: slow callers, bombs, crowds, hang-ups and the end, against the service as people run it. */
import { parseArgs } from 'node:util';
import { tryCrowd, tryCrowdOfTwo, tryKilledInstance } from './edges/crowds.ts';
import { tryBombs, tryEnd, tryHangUps, trySlowSockets } from './edges/parts.ts';
import type { Result } from './edges/result.ts';

const { values } = parseArgs({
  options: { sockets: { type: 'string', default: '200' }, callers: { type: 'string', default: '200' } },
});

function whole(name: 'sockets' | 'callers'): number {
  const value = Number(values[name]);
  if (!Number.isSafeInteger(value) || value < 1) throw new RangeError(`--${name} takes a whole number`);
  return value;
}

const parts: readonly (() => Promise<Result>)[] = [
  () => tryBombs({ packed: 400, plain: 300 }),
  () => tryCrowd(whole('callers'), 0.5),
  () => tryCrowd(whole('callers'), 1),
  () => tryCrowdOfTwo(whole('callers'), 0.5),
  () => tryCrowdOfTwo(whole('callers'), 1),
  () => tryKilledInstance(whole('callers')),
  () => tryHangUps(5),
  () => tryEnd(50),
  () => trySlowSockets(whole('sockets')),
];
let failed = 0;
for (const part of parts) {
  const { told, failures } = await part();
  console.log(`${failures.length === 0 ? 'held ' : 'WRONG'} ${told}`);
  for (const failure of failures) console.log(`      ${failure}`);
  failed += failures.length;
}
process.exitCode = failed === 0 ? 0 : 1;
