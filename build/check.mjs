/** `npm run check`: what holds before every commit, all of it at the same time. The long unit tests are left to `npm test`. */
import { runTogether, sourceChecks } from './parts.ts';

const unit = { title: 'unit tests', command: 'vitest', args: ['run', '--project', 'unit', '--reporter=dot'] };
const passed = await runTogether([unit, ...sourceChecks]);
process.exitCode = passed.every(Boolean) ? 0 : 1;
