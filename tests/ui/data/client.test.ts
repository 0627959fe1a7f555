/** A newer question takes the place of an older one: the program is told to stop working on the answer of which no screen has use. */
import { QueryObserver, type QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import type { Result } from '#contract/errors.ts';
import { call, callTogether, setTransport } from '#ui/data/client.ts';
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
  setTransport({
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

const report = (measure: string, signal = new AbortController().signal) =>
  callTogether('look', 'report.run', { measures: [measure] }, signal);
const questionsOf = ({ input }: Asked) =>
  (input as { questions: { method: string; input: unknown; ticket: string; look: string }[] }).questions;

test('questions of one turn are one call, and each gets its own answer, a refusal too', async () => {
  const asked = slowProgram();
  const [first, second, third] = [report('a'), report('b'), report('c')];
  await expect.poll(() => asked.length).toBe(1);
  const [one] = asked;
  expect(one).toMatchObject({ method: 'questions.ask' });
  expect(questionsOf(one!)).toMatchObject(
    ['a', 'b', 'c'].map((measure) => ({ method: 'report.run', input: { measures: [measure] }, look: 'look' })),
  );
  const answers = [
    { ok: true, value: 'of a', state: '7' },
    { ok: false, error: { code: 'took-too-long' } },
    { ok: true, value: 'of c', state: '8' },
  ];
  one?.answer({ ok: true, value: { answers } });
  expect(await first).toEqual({ value: 'of a', state: '7' });
  await expect(second).rejects.toMatchObject({ error: { code: 'took-too-long' } });
  expect(await third).toEqual({ value: 'of c', state: '8' });
});

test('one question alone is asked as it is', async () => {
  const asked = slowProgram();
  const answered = report('a');
  await expect.poll(() => asked.length).toBe(1);
  expect(asked[0]).toMatchObject({ method: 'report.run', input: { measures: ['a'] } });
  asked[0]?.answer({ ok: true, value: 'of a', state: '7' });
  expect(await answered).toEqual({ value: 'of a', state: '7' });
});

test('who leaves one question leaves the others; when all have left, the call is left', async () => {
  const asked = slowProgram();
  const [one, other] = [new AbortController(), new AbortController()];
  const questions = [report('a', one.signal), report('b', other.signal)];
  const answered = Promise.allSettled(questions);
  await expect.poll(() => asked.length).toBe(1);
  one.abort();
  expect(asked[1]).toMatchObject({ method: 'question.leave', input: { ticket: questionsOf(asked[0]!)[0]?.ticket } });
  other.abort();
  expect(asked[2]).toMatchObject({ method: 'question.leave', input: { ticket: asked[0]?.ticket } });
  asked[0]?.answer({ ok: false, error: { code: 'cancelled' } });
  expect(await answered).toMatchObject([{ reason: { error: { code: 'cancelled' } } }, { status: 'rejected' }]);
});

test('a question that was left before its turn ended is not asked, nor is a call of such alone', async () => {
  const asked = slowProgram();
  const leaving = new AbortController();
  const left = [report('a', leaving.signal), report('b', leaving.signal)];
  leaving.abort();
  await expect(Promise.any(left)).rejects.toMatchObject({ errors: [{ name: 'AbortError' }, { name: 'AbortError' }] });
  expect(asked).toHaveLength(0);
  const [gone, wanted] = [new AbortController(), new AbortController()];
  const questions = Promise.allSettled([report('a', gone.signal), report('b', wanted.signal)]);
  gone.abort();
  await expect.poll(() => asked.length).toBe(1);
  expect(asked[0]).toMatchObject({ method: 'report.run', input: { measures: ['b'] } });
  asked[0]?.answer({ ok: true, value: 'of b', state: '7' });
  expect(await questions).toMatchObject([{ status: 'rejected' }, { value: { value: 'of b', state: '7' } }]);
});

test('questions too long for one call are asked one by one', async () => {
  const asked = slowProgram();
  const answered = Promise.all([report('a'.repeat(300_000)), report('b'.repeat(300_000))]);
  await expect.poll(() => asked.map(({ method }) => method)).toEqual(['report.run', 'report.run']);
  for (const { answer } of asked) answer(whole);
  expect(await answered).toEqual([{ value: whole.value }, { value: whole.value }]);
});
