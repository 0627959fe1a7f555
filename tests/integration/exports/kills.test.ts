import { expect, test } from 'vitest';
import { runKilledExports } from '../../exports/kills.ts';

test('an export that is killed leaves the old file or the new one, never a part, and none beside the manifest of another', async () => {
  const { kills, states, wrong } = await runKilledExports(12, 7);
  expect(wrong).toEqual([]);
  expect(kills).toBe(12);
  expect(states.size).toBeGreaterThan(0);
}, 120_000);
