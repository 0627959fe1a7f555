/** What differs only by rows in flight is whole without them, unless rows and totals contradicted each other a moment ago. */
import { expect, it } from 'vitest';
import { judgeCounts } from '#electron/sync/machine.ts';
import { OVERLAP, readState, type PhaseOf } from '#electron/sync/state.ts';
import { benchOf, downloaded, unevenMonths } from './harness.ts';

it.each([
  ['proves what is older', 2 * OVERLAP, 'done'],
  ['proves nothing', OVERLAP / 2, 'audit'],
] as const)('a difference in flight %s where a contradiction is %i ms old', async (_, age, next) => {
  const bench = benchOf({ seed: 71 }, unevenMonths(500, 12));
  await downloaded(bench);
  const { now } = bench.world;
  const held = readState(bench.store.state ?? '');
  const state = { ...held, clock: now, contradicted: { clock: now - age, local: now - age } };
  const settled = { before: now - OVERLAP, asOf: now - OVERLAP };
  const root = { ...settled, total: await bench.store.count({ createdBefore: settled.before }) };
  // One more than is held: it was created after the page was read.
  const phase: PhaseOf<'judge'> = { name: 'judge', before: null, total: 501, asOf: now, root };
  const judged = await judgeCounts(state, phase, bench.store);
  expect(judged.phase).toMatchObject({ name: next, ...(next === 'done' && { verified: true, asOf: settled.asOf }) });
});
