/** While records come in, all panels of a screen show answers of one state of the store, and what they show still advances. */
import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Result } from '#contract/errors.ts';
import { setTransport } from '#ui/data/client.ts';
import { createQueryClient, recordsPage } from '#ui/data/queries.ts';
import { createRefetcher } from '#ui/sync/live-updates.ts';
import { limitConcurrency } from '#ui/data/looks.ts';

interface Asked {
  readonly query: string;
  readonly look: string | undefined;
  /** With as many records as were there in that state. */
  readonly answer: (records: number) => void;
  readonly fail: () => void;
}

let asked: Asked[];
const ends: (() => void)[] = [];

beforeEach(() => {
  asked = [];
  setTransport({
    call: (_, input, _ticket, look) =>
      new Promise<Result<unknown>>((answer) => {
        const { query } = input as { query: string };
        asked.push({
          query,
          look,
          answer: (total) => answer({ ok: true, value: { rows: [], total }, state: String(total) }),
          fail: () => answer({ ok: false, error: { code: 'took-too-long' } }),
        });
      }),
    subscribe: () => () => {},
  });
});
afterEach(() => ends.splice(0).forEach((end) => end()));

/** A screen of two panels, with every pair of totals that was on it. */
function openScreen() {
  const client = createQueryClient();
  const { change, end } = createRefetcher(client, 'data');
  const panels = ['a', 'b'].map((query) => new QueryObserver(client, recordsPage({ query, columns: ['title'] })));
  const looks: (number | 'error' | undefined)[][] = [];
  const drawn = () => {
    looks.push(
      panels.map((panel) => {
        const { error, data } = panel.getCurrentResult();
        return error ? 'error' : data?.total;
      }),
    );
  };
  // What is told within one task is painted at once.
  let isTold = false;
  const draw = () => {
    if (!isTold) setTimeout(() => ((isTold = false), drawn()));
    isTold = true;
  };
  ends.push(end, ...panels.map((panel) => panel.subscribe(draw)));
  const take = async (query: string) => {
    await expect.poll(() => asked.some((each) => each.query === query)).toBe(true);
    return asked.splice(
      asked.findIndex((each) => each.query === query),
      1,
    )[0]!;
  };
  const answer = async (query: string, records: number) => (await take(query)).answer(records);
  return { change, answer, take, looks, shown: () => looks.at(-1) };
}

async function openWith(records: number) {
  const screen = openScreen();
  await screen.answer('a', records);
  await expect.poll(screen.shown).toEqual([records, undefined]);
  await screen.answer('b', records);
  await expect.poll(screen.shown).toEqual([records, records]);
  screen.looks.length = 0;
  return screen;
}

test('first answers are shown as they come; what replaces them is shown at once, and changes meanwhile stop neither', async () => {
  const screen = await openWith(10);
  for (let records = 20; records <= 60; records += 10) {
    screen.change();
    const [a, b] = [await screen.take('a'), await screen.take('b')];
    expect(a.look).toBe(b.look);
    a.answer(records);
    await new Promise((resolve) => setTimeout(resolve, 20));
    // More has come before the second answer is here.
    screen.change();
    b.answer(records);
    await expect.poll(screen.shown).toEqual([records, records]);
  }
  expect(screen.looks.filter(([a, b]) => a !== b)).toEqual([]);
});

test('answers of two states are not shown: both panels are asked again', async () => {
  const screen = await openWith(10);
  screen.change();
  await screen.answer('a', 20);
  await screen.answer('b', 21);
  await screen.answer('b', 22);
  await screen.answer('a', 22);
  await expect.poll(screen.shown).toEqual([22, 22]);
  expect(screen.looks.filter(([a, b]) => a !== b)).toEqual([]);
});

test('an error in one panel comes with the answers of the others, and holds none of them back', async () => {
  const screen = await openWith(10);
  screen.change();
  (await screen.take('a')).fail();
  await screen.answer('b', 20);
  await expect.poll(screen.shown).toEqual(['error', 20]);
  expect(screen.looks).not.toContainEqual(['error', 10]);
  screen.change();
  await screen.answer('b', 30);
  await screen.answer('a', 30);
  await expect.poll(screen.shown).toEqual([30, 30]);
});

test('a program that keeps no state is not asked for ever', async () => {
  const screen = await openWith(10);
  screen.change();
  for (let records = 20; records < 30; records += 2) {
    await screen.answer('a', records);
    await screen.answer('b', records + 1);
  }
  await expect.poll(screen.shown).toEqual([28, 29]);
});

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
