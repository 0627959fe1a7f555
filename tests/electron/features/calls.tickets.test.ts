/** Questions that a caller no longer waits for: cancelled by their own ticket, as long as they run. */
import { expect, test } from 'vitest';
import { Tickets } from '#electron/features/calls.ts';

const ask = (tickets: Tickets, ticket: string) => {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const asked: { signal?: AbortSignal | undefined } = {};
  const answer = tickets.work(ticket, (signal) => {
    asked.signal = signal;
    return promise;
  });
  return { asked, answer, resolve, reject };
};

test('a question is cancelled by its ticket alone, and not once it was answered or failed', async () => {
  const tickets = new Tickets();
  const [one, other] = [ask(tickets, 'one'), ask(tickets, 'other')];
  expect([tickets.cancel('one'), one.asked.signal?.aborted, other.asked.signal?.aborted]).toEqual([true, true, false]);
  one.resolve('answer');
  other.reject(new Error('failed'));
  await one.answer;
  await expect(other.answer).rejects.toThrow('failed');
  expect([tickets.cancel('one'), tickets.cancel('other')]).toEqual([false, false]);
  expect(await tickets.work(undefined, async (signal) => signal)).toBeUndefined();
});

test('a question that took the ticket of another stays cancellable when that one ends', async () => {
  const tickets = new Tickets();
  const [first, second] = [ask(tickets, 'tab'), ask(tickets, 'tab')];
  first.resolve('answer');
  await first.answer;
  expect([tickets.cancel('tab'), second.asked.signal?.aborted]).toEqual([true, true]);
  second.resolve('answer');
  await second.answer;
});
