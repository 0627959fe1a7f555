import { expect, it } from 'vitest';
import { createPace } from '#electron/client/http.ts';

const signal = new AbortController().signal;

function paced(rate: number) {
  let time = 1000;
  const starts: number[] = [];
  const pace = createPace(
    rate,
    async (ms) => void starts.push(time + ms),
    () => time,
  );
  return { pace, starts, advance: (ms: number) => (time += ms) };
}

it('spaces requests that come at once evenly, also concurrent ones', async () => {
  const { pace, starts } = paced(4);
  await Promise.all([pace(signal), pace(signal), pace(signal)]);
  expect(starts).toEqual([1250, 1500]);
});

it('lets a request that comes late go at once and saves up nothing', async () => {
  const { pace, starts, advance } = paced(4);
  await pace(signal);
  advance(10_000);
  await pace(signal);
  await pace(signal);
  expect(starts).toEqual([11_250]);
});

it('does not wait at rate 0', async () => {
  const { pace, starts } = paced(0);
  await Promise.all([pace(signal), pace(signal)]);
  expect(starts).toEqual([]);
});
