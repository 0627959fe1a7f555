/** A newer question takes the place of an older one: the program is told to stop working on the answer of which no screen has use. */
import { QueryObserver, type QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import type { Result } from '#contract/errors.ts';
import { call, talkOver } from '#ui/data/client.ts';
import { createQueryClient, recordsPage } from '#ui/data/queries.ts';

interface Asked {
  readonly method: string;
  readonly input: unknown;
  readonly ticket: string | undefined;
  readonly answer: (result: Result<unknown>) => void;
}

/** A program that answers when it is told to. */
function slowProgram(): Asked[] {
  const asked: Asked[] = [];
  talkOver({
    call: (method, input, ticket) =>
      new Promise((answer) => {
        asked.push({ method, input, ticket, answer });
      }),
    subscribe: () => () => {},
  });
  return asked;
}

const page = (query: string) => ({ query, columns: ['title'] });
const whole = { ok: true, value: { rows: [], total: 0 } } as const;

function watch(client: QueryClient) {
  const observer = new QueryObserver(client, recordsPage(page('a')));
  const end = observer.subscribe(() => {});
  return { ask: (query: string) => observer.setOptions(recordsPage(page(query))), end };
}

test('a question whose words change is given up by its own ticket, and so is one whose screen is left', async () => {
  const asked = slowProgram();
  const screen = watch(createQueryClient());
  await expect.poll(() => asked.length).toBe(1);
  screen.ask('ab');
  await expect
    .poll(() => asked.map(({ method }) => method))
    .toEqual(['records.page', 'question.leave', 'records.page']);
  expect(asked[0]?.ticket).toBeTypeOf('string');
  expect(asked[1]).toMatchObject({ input: { ticket: asked[0]?.ticket }, ticket: undefined });
  expect(asked[2]?.ticket).not.toBe(asked[0]?.ticket);
  screen.end();
  expect(asked[3]).toMatchObject({ method: 'question.leave', input: { ticket: asked[2]?.ticket } });
});

test('a question that is answered is not given up afterwards', async () => {
  const asked = slowProgram();
  const leaving = new AbortController();
  const answered = call('records.page', page('a'), leaving.signal);
  asked[0]?.answer(whole);
  await expect(answered).resolves.toEqual(whole.value);
  leaving.abort();
  expect(asked).toHaveLength(1);
});

test('a question whose caller has left is not asked at all', async () => {
  const asked = slowProgram();
  await expect(call('records.page', page('a'), AbortSignal.abort())).rejects.toThrow('aborted');
  expect(asked).toHaveLength(0);
});
