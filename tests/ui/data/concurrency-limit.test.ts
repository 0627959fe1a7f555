import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { limitConcurrency } from '../../../src/ui/data/concurrency-limit.ts';

const never = new AbortController().signal;

test('at most so many questions are on their way, and the others follow in the order they came', async () => {
  const inTurn = limitConcurrency(2);
  const begun: number[] = [];
  let [running, most] = [0, 0];
  const answers = [0, 1, 2, 3, 4].map((each) =>
    inTurn(never, async () => {
      begun.push(each);
      running += 1;
      most = Math.max(most, running);
      await nextTurn();
      running -= 1;
      return each;
    }),
  );
  expect(await Promise.all(answers)).toEqual([0, 1, 2, 3, 4]);
  expect(begun).toEqual([0, 1, 2, 3, 4]);
  expect(most).toBe(2);
});

test('a question that failed gives its place on', async () => {
  const inTurn = limitConcurrency(1);
  const failed = inTurn(never, () => Promise.reject(new Error('refused')));
  const next = inTurn(never, () => Promise.resolve('asked'));
  await expect(failed).rejects.toThrow('refused');
  expect(await next).toBe('asked');
  expect(await inTurn(never, () => Promise.resolve('and again'))).toBe('and again');
});

test('a question whose caller has left is not asked', async () => {
  const inTurn = limitConcurrency(1);
  const left = new AbortController();
  let asked = false;
  const first = inTurn(never, () => nextTurn('first'));
  const second = inTurn(left.signal, async () => {
    asked = true;
  });
  left.abort();
  await expect(second).rejects.toThrow();
  expect(await first).toBe('first');
  expect(asked).toBe(false);
});
