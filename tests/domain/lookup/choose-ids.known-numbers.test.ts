import { expect, test } from 'vitest';
import { api } from '#contract/api.ts';
import { fetchKnownNumbers } from '#domain/lookup/choose-ids.ts';

/** What the browser host takes at once. */
const MAX_CALL_BYTES = 1024 * 1024;

test('many numbers are asked in questions that each host takes, and their answers are one', async () => {
  const numbers = Array.from({ length: 100_000 }, (_, at) => String(123_456_789_012_000_000n + BigInt(at)));
  const questions: string[][] = [];
  const known = await fetchKnownNumbers(numbers, async (some) => {
    questions.push(some);
    return { records: some.slice(0, 1), owners: some.slice(1, 2), objects: some.slice(2, 3), lengths: [11] };
  });
  expect(questions.flat()).toEqual(numbers);
  for (const question of questions) {
    expect(api['lookup.known'].input.safeParse({ numbers: question }).success).toBe(true);
    const body = { method: 'lookup.known', input: { numbers: question }, ticket: crypto.randomUUID() };
    expect(JSON.stringify(body).length).toBeLessThan(MAX_CALL_BYTES);
  }
  expect(known).toEqual({
    records: questions.map(([one]) => one),
    owners: questions.map(([, two]) => two),
    objects: questions.map(([, , three]) => three),
    lengths: [11],
  });
});
