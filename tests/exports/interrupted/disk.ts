/** `npm run exports:disks [-- --count N --seed S]`: disks that are full at random points of exports, over all formats. */
import { parseArgs } from 'node:util';
import { runFullDisks } from './disks.ts';

const { values } = parseArgs({
  options: { count: { type: 'string', default: '50' }, seed: { type: 'string', default: '1' } },
});
const result = await runFullDisks(Number(values.count), Number(values.seed));
if (result === undefined) {
  console.log('Not run: no process may have a file system of its own here');
  process.exitCode = 1;
} else {
  for (const line of result.wrong) console.log(line);
  const told = [...result.told].map(([word, times]) => `${times} ${word}`).join(', ');
  console.log(`${result.points} full disks: ${told}; ${result.wrong.length} wrong`);
  if (result.wrong.length > 0) process.exitCode = 1;
}
