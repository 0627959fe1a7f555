import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { Pace } from '#service/upstream/embedded/pace.ts';

it('runs one slice a turn of the event loop, of many works each in its turn', async () => {
  const slices: string[] = [];
  const work = async (name: string) => {
    const pace = new Pace(0);
    for (let slice = 0; slice < 3; slice += 1) {
      await pace.rest();
      slices.push(name);
    }
  };
  const works = Promise.all(['a', 'b', 'c'].map(work));
  const seen: number[] = [];
  while (slices.length < 9 && seen.length < 100) {
    await turn();
    seen.push(slices.length);
  }
  await works;
  expect(slices.join('')).toBe('abcabcabc');
  expect(seen.filter((count, n) => count - (seen[n - 1] ?? 0) > 1)).toEqual([]);
});

it('waits for its first slice, and then for the end of each', async () => {
  const pace = new Pace(10_000);
  expect(pace.isOver()).toBe(true);
  await pace.rest();
  expect(pace.isOver()).toBe(false);
});

it('ends at the next slice once its signal is aborted', async () => {
  const gone = new AbortController();
  const pace = new Pace(0, gone.signal);
  await pace.rest();
  expect(pace.isAborted()).toBe(false);
  gone.abort(new Error('gone'));
  expect(pace.isAborted()).toBe(true);
  await expect(pace.rest()).rejects.toThrow('gone');
});
