/** Run as a process of its own, to be killed: puts a folder in the place of another, or clears up after it, and stops at the step it is told. */
import { cpSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { claimName, removeLeftovers } from '#electron/exports/leftovers.ts';
import { placeFolder } from '#electron/features/exports/pack-place.ts';
import { stopAt, type Moment } from './stop-at.ts';

const [task = 'place', path = '', step = '0', moment = 'before', finished = ''] = process.argv.slice(2);

const staged = join(dirname(path), `.pack-${claimName().owner}`);
if (task === 'place') cpSync(finished, staged, { recursive: true });
const steps = stopAt(Number(step), moment as Moment);
if (task === 'place') await placeFolder(staged, { path, replaces: true });
else await removeLeftovers(dirname(path));
process.stdout.write(JSON.stringify(steps));
