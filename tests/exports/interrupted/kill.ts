/** `npm run campaign -- killed-exports [--count N --packs N --seed S]`: kills of a process that writes a file, or a pack, over and over. */
import { parseArgs } from 'node:util';
import { runKilledExports } from './kills.ts';
import { runKilledPacks } from './packs/pack-kills.ts';
import { runKilledPlacing } from './packs/place-kills.ts';

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '100' },
    packs: { type: 'string', default: '30' },
    seed: { type: 'string', default: '1' },
  },
});
const seed = Number(values.seed);
const runs = [
  ['files', () => runKilledExports(Number(values.count), seed)],
  ['packs', () => runKilledPacks(Number(values.packs), seed)],
] as const;
for (const [what, run] of runs) {
  const { kills, states, wrong } = await run();
  for (const line of wrong) console.log(line);
  const found = [...states].map(([state, times]) => `${times} ${state}`).join(', ');
  console.log(`${kills} kills of ${what}: ${found}; ${wrong.length} wrong`);
  if (wrong.length > 0) process.exitCode = 1;
}
for (const kind of ['folder', 'months'] as const) {
  const { kills, found, wrong } = await runKilledPlacing(kind);
  for (const line of wrong) console.log(line);
  const { earlier, new: later, none } = found;
  console.log(
    `${kills} kills at each step of replacing ${kind}: ${earlier} earlier, ${later} new, ${none} none until the next export; ${wrong.length} wrong`,
  );
  if (wrong.length > 0) process.exitCode = 1;
}
