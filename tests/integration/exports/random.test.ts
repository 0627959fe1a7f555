import { expect, test } from 'vitest';
import { runRandomExports } from '../../exports/campaign.ts';

test('whatever is exported, its columns add up to its manifest and to the screen, and its notes are those of the report', async () => {
  const { exports, sums, wrong } = await runRandomExports(20, 7);
  expect(wrong).toEqual([]);
  expect(exports).toBe(20);
  expect(sums).toBeGreaterThan(50);
});
