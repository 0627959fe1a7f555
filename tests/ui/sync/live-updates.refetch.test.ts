/** While records come in, answers that take longer than the next change must still arrive. */
import { QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { createQueryClient } from '#ui/data/queries.ts';
import { createRefetcher } from '#ui/sync/live-updates.ts';

/** A question answered by hand, with the number of records there were when it was asked. */
function asked(queryKey: readonly string[]) {
  const client = createQueryClient();
  const waiting: (() => void)[] = [];
  let held = 0;
  const observer = new QueryObserver(client, {
    queryKey,
    queryFn: ({ signal }) => {
      const seen = held;
      return new Promise<number>((resolve, reject) => {
        signal.addEventListener('abort', () => reject(new Error('given up')));
        waiting.push(() => resolve(seen));
      });
    },
  });
  const seen: (number | undefined)[] = [];
  const end = observer.subscribe(({ data }) => void seen.push(data));
  const refetch = createRefetcher(client, 'data');
  return {
    change: (records: number) => {
      held = records;
      refetch.change();
    },
    answer: async () => {
      await expect.poll(() => waiting.length).toBeGreaterThan(0);
      waiting.shift()?.();
    },
    waiting,
    data: () => seen.at(-1),
    end: () => {
      end();
      refetch.end();
    },
  };
}

test('a question under way is answered however often the data changes meanwhile, and asked once more then', async () => {
  const question = asked(['data', 'checks']);
  for (const records of [50, 120, 231]) question.change(records);
  expect(question.waiting).toHaveLength(1);
  await question.answer();
  await expect.poll(question.data).toBe(0);
  await question.answer();
  await expect.poll(question.data).toBe(231);
  expect(question.waiting).toHaveLength(0);
  question.change(240);
  await question.answer();
  await expect.poll(question.data).toBe(240);
  question.end();
});

test('what does not rest on the data is not asked again', async () => {
  const question = asked(['app', 'info']);
  await question.answer();
  await expect.poll(question.data).toBe(0);
  question.change(5);
  expect(question.waiting).toHaveLength(0);
  question.end();
});
