/**
 * `npm run campaign -- service-production [--only NAMES --seed S]`: the service as a company runs it: several instances on PostgreSQL before a CRM
 * with limits that fails and hangs, behind nginx (`apt-get install nginx prometheus docker-compose`), with callers who are polite and greedy.
 */
import { parseOptions } from '../support/parse-options.ts';
import type { Result } from './edges/result.ts';
import { tryBodies } from './production/bodies.ts';
import { tryDeployment } from './production/deployment.ts';
import { tryEgress } from './production/egress.ts';
import { tryFairness } from './production/fairness.ts';
import { tryHanging } from './production/hanging.ts';
import { tryPacing } from './production/pacing.ts';
import { tryRefunds } from './production/refunds.ts';
import { tryRolling } from './production/rolling.ts';

const { values } = parseOptions({ options: { only: { type: 'string' }, seed: { type: 'string', default: '1' } } });
const seed = Number(values.seed);
const crowd = { instances: 8, callers: 49, each: 8 };

const parts: Readonly<Record<string, () => Promise<Result>>> = {
  'pace-rolling': () => tryPacing({ style: 'rolling', ...crowd, limit: { count: 100, seconds: 10 } }),
  'pace-strict': () => tryPacing({ style: 'strict', ...crowd, limit: { count: 100, seconds: 10 } }),
  'pace-fixed': () => tryPacing({ style: 'fixed', ...crowd, limit: { count: 10, seconds: 1 } }),
  fairness: () => tryFairness({ instances: 3, greedy: 100, victims: 13, seconds: 20 }),
  refunds: () => tryRefunds({ kills: 10, callers: 30, seed }),
  hanging: () => tryHanging({ timeoutSeconds: 15, hangSeconds: 20, callers: 20, promptMs: 100, backMs: 2_000 }),
  rolling: () => tryRolling({ instances: 3, callers: 8 }),
  bodies: () => tryBodies(500, seed),
  egress: tryEgress,
  deployment: tryDeployment,
};
let failed = 0;
for (const name of values.only?.split(',') ?? Object.keys(parts)) {
  const part = parts[name];
  if (!part) throw new RangeError(`--only takes ${Object.keys(parts).join(', ')}`);
  const { told, failures } = await part();
  console.log(`${failures.length === 0 ? 'held ' : 'WRONG'} ${told}`);
  for (const failure of failures) console.log(`      ${failure}`);
  failed += failures.length;
}
process.exitCode = failed === 0 ? 0 : 1;
