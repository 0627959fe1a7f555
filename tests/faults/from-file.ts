/** `npm run campaign -- from-file [--walks N --steps N --seed S]`: random walks of the app over files that may lie. */
import { parseArgs } from 'node:util';
import { walk } from './from-file/walk.ts';

const { values } = parseArgs({
  options: {
    walks: { type: 'string', default: '500' },
    steps: { type: 'string', default: '30' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    story: { type: 'boolean', default: false },
  },
});
const [walks, steps, first] = [Number(values.walks), Number(values.steps), Number(values.seed)];
console.log(`${walks} walks of ${steps} steps from seed ${first}; one again: --walks 1 --seed SEED --story`);
const wrong: number[] = [];
const seals = { proven: 0, file: 0, partial: 0 };
let kills = 0;
for (let seed = first; seed < first + walks; seed += 1) {
  const walked = await walk(seed, steps);
  kills += walked.kills;
  for (const seal of ['proven', 'file', 'partial'] as const) seals[seal] += walked.seals[seal];
  if (walked.wrong.length > 0) wrong.push(seed);
  for (const line of walked.wrong) console.log(`seed ${seed}: ${line}`);
  if (values.story || walked.wrong.length > 0) for (const line of walked.story) console.log(`    ${line}`);
}
console.log(
  `${walks} walks, ${kills} kills; the seal was complete ${seals.proven} times, named the file ${seals.file} times, ` +
    `was partial ${seals.partial} times; ${wrong.length} wrong${wrong.length > 0 ? `: seeds ${wrong.join(', ')}` : ''}`,
);
if (wrong.length > 0) process.exitCode = 1;
