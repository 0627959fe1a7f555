/** `npm run campaign -- full-disks [--count N --packs N --seed S]`: disks that are full at random points of exports, over all formats, and of packs. */
import { parseArgs } from 'node:util';
import { runFullDisks } from './disks.ts';
import { runFullDisksOfPacks } from './packs/pack-disks.ts';

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '50' },
    packs: { type: 'string', default: '30' },
    seed: { type: 'string', default: '1' },
  },
});
const seed = Number(values.seed);
const runs = [
  ['files', () => runFullDisks(Number(values.count), seed)],
  ['packs', () => runFullDisksOfPacks(Number(values.packs), seed)],
] as const;
for (const [what, run] of runs) {
  const result = await run();
  for (const line of result.wrong) console.log(line);
  const told = [...result.told].map(([word, times]) => `${times} ${word}`).join(', ');
  console.log(`${result.points} full disks of ${what}: ${told}; ${result.wrong.length} wrong`);
  if (result.wrong.length > 0) process.exitCode = 1;
}
