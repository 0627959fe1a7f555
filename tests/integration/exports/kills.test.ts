import { expect, test } from 'vitest';
import { runKilledExports } from '../../exports/interrupted/kills.ts';
import { kinds } from '../../exports/interrupted/turns.ts';

test('an export that is killed leaves the old file or the new one, never a part, and none beside the manifest of another, in every format', async () => {
  const { kills, states, wrong } = await runKilledExports(kinds.length, 7);
  expect(wrong).toEqual([]);
  expect(kills).toBe(kinds.length);
  expect(states.size).toBeGreaterThan(0);
});
