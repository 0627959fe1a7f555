/**
 * `npm run house`: measures how the sources are arranged, beside the limits. `--json` prints the figures alone; `--list` names what each
 * figure counts.
 */
import { parseArgs } from 'node:util';
import { measureHouse } from './house/figures.ts';

const { values } = parseArgs({ options: { json: { type: 'boolean' }, list: { type: 'boolean' } } });
const figures = measureHouse();
if (values.json)
  console.log(JSON.stringify(Object.fromEntries(figures.map(({ name, value }) => [name, value])), null, 2));
else
  for (const { name, value, limit, list } of figures) {
    console.log(`${name.padEnd(60)} ${limit === undefined ? value : `${String(value).padEnd(16)} limit ${limit}`}`);
    if (values.list) for (const item of list ?? []) console.log(`  ${item}`);
  }
