/** What is likely to be asked next is asked ahead: of the records here and nothing else, one attempt at a time, and never shown once it is old. */
import { QueryObserver, type QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Result } from '#contract/errors.ts';
import { reportSchema } from '#domain/reports/definition/report.ts';
import { prefetchAhead } from '#ui/data/ahead.ts';
import { setTransport } from '#ui/data/client.ts';
import { startNewLook } from '#ui/data/looks.ts';
import { createQueryClient, reportAnswer, scopes } from '#ui/data/queries.ts';

interface Asked {
  readonly method: string;
  readonly input: unknown;
  readonly ticket: string | undefined;
  readonly answer: (result: Result<unknown>) => void;
}

let asked: Asked[];
let client: QueryClient;

beforeEach(() => {
  vi.useFakeTimers();
  asked = [];
  client = createQueryClient();
  setTransport({
    call: (method, input, ticket) =>
      new Promise((answer) => {
        asked.push({ method, input, ticket, answer });
      }),
    subscribe: () => () => {},
  });
});
afterEach(() => {
  client.clear();
  vi.useRealTimers();
});

const question = (measure: string) => reportAnswer(reportSchema.parse({ measures: [measure] }));
const near = (...measures: readonly string[]) =>
  prefetchAhead(client, (ask) => {
    for (const measure of measures) ask(question(measure));
  });
const show = (measure: string) => {
  const observer = new QueryObserver(client, question(measure));
  return { observer, leave: observer.subscribe(() => {}) };
};
const rest = () => vi.advanceTimersByTimeAsync(100);
const value = { ok: true, value: 'figures', state: '1' } as const;
const methods = () => asked.map(({ method }) => method);

test('a screen is asked ahead by one call, and its answer is there when it is opened', async () => {
  near('a', 'b');
  await rest();
  expect(asked).toMatchObject([
    { method: 'questions.ask', input: { questions: [{ method: 'report.run' }, { method: 'report.run' }] } },
  ]);
  asked[0]?.answer({ ok: true, value: { answers: [value, value] } });
  await rest();
  const { observer } = show('a');
  expect(observer.getCurrentResult().data?.result).toBe('figures');
  await rest();
  expect(asked).toHaveLength(1);
});

test('what the pointer only passes over is not asked', async () => {
  near('a');
  near('b');
  prefetchAhead(client, undefined);
  await rest();
  expect(asked).toEqual([]);
});

test('an attempt is given up for the next one', async () => {
  near('a');
  await rest();
  near('b');
  await rest();
  expect(methods()).toEqual(['report.run', 'question.leave', 'report.run']);
  expect(asked[1]?.input).toEqual({ ticket: asked[0]?.ticket });
});

test('an attempt is given up for what a screen asks, but not where the screen takes it over', async () => {
  near('a');
  await rest();
  show('a');
  await rest();
  expect(methods()).toEqual(['report.run']);
  asked[0]?.answer(value);
  await rest();
  near('b');
  await rest();
  show('c');
  await rest();
  expect(methods()).toEqual(['report.run', 'report.run', 'report.run', 'question.leave']);
  expect(asked[3]?.input).toEqual({ ticket: asked[1]?.ticket });
});

test('a screen’s own questions come first', async () => {
  show('a');
  near('b');
  await rest();
  expect(methods()).toEqual(['report.run']);
  asked[0]?.answer(value);
  await rest();
  expect(methods()).toEqual(['report.run', 'report.run']);
});

test('an answer of before a change of the records is never shown', async () => {
  near('a');
  await rest();
  asked[0]?.answer(value);
  await rest();
  startNewLook(client, scopes.data);
  const { observer } = show('a');
  expect(observer.getCurrentResult().data).toBeUndefined();
  await rest();
  expect(methods()).toEqual(['report.run', 'report.run']);
});

test('only the last attempts are remembered', async () => {
  for (let attempt = 0; attempt < 10; attempt += 1) {
    near(`m${attempt}`);
    await rest();
    asked.at(-1)?.answer(value);
    await rest();
  }
  expect(client.getQueryCache().getAll()).toHaveLength(6);
});
