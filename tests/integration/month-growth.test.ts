/** How the month of days judges growth. */
import { expect, test } from 'vitest';
import { growthOf } from '../faults/campaigns/month/footprint.ts';

const MEBIBYTE = 1024 * 1024;

test('growth of memory or of descriptors over the days is told, and a warm-up is not', () => {
  const day = (heapBytes: number, descriptors: number) => ({ heapBytes, rssBytes: 300 * MEBIBYTE, descriptors });
  const warmedUp = Array.from({ length: 12 }, (_, at) => day((at < 3 ? 20 + 5 * at : 35) * MEBIBYTE, 26));
  expect(growthOf(warmedUp)).toEqual({ judged: true, wrong: [] });
  const leaks = Array.from({ length: 12 }, (_, at) => day((30 + 2 * at) * MEBIBYTE, 26 + at));
  expect(growthOf(leaks).wrong).toEqual(['the heap grew by 8.0 MiB', '4 more descriptors are open']);
});
