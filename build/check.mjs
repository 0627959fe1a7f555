/** `npm run check`: what holds before every commit, all of it at the same time. The long unit tests are left to `npm test`. */
import { OWN_NODE, requireNode } from './node-version.mjs';

requireNode(OWN_NODE, 'run "npm run check" after "npm test" or "npm start", which bring their own');
// An older Node cannot load it at all, and would say so instead.
const { runTogether, sourceChecks } = await import('./parts.ts');

const unit = { title: 'unit tests', command: 'vitest', args: ['run', '--project', 'unit', '--reporter=dot'] };
const passed = await runTogether([unit, ...sourceChecks]);
process.exitCode = passed.every(Boolean) ? 0 : 1;
