/** `npm run exports:kills [-- --count N --seed S]`: kills of a process that writes a file over and over, over all formats. */
import { parseArgs } from 'node:util';
import { runKilledExports } from './kills.ts';

const { values } = parseArgs({
  options: { count: { type: 'string', default: '100' }, seed: { type: 'string', default: '1' } },
});
const { kills, states, wrong } = await runKilledExports(Number(values.count), Number(values.seed));
for (const line of wrong) console.log(line);
console.log(
  `${kills} kills: ${[...states].map(([state, times]) => `${times} ${state}`).join(', ')}; ${wrong.length} wrong`,
);
if (wrong.length > 0) process.exitCode = 1;
