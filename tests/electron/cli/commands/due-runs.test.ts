/** Which due exports are run, in which order, and which are not after one that failed: an app that answers as each test says. */
import { tmpdir } from 'node:os';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Arguments } from '#electron/cli/arguments/option-values.ts';
import type { Context, AppClient } from '#electron/cli/arguments/command.ts';
import { exportRecords } from '#electron/cli/commands/export.ts';
import { createStandardInput } from '#electron/cli/standard-input.ts';
import { AppFailure, type AppError } from '#contract/errors.ts';

const [FIRST, SECOND, THIRD] = ['2026-09-01', '2026-10-01', '2026-11-01'];

type Outcome = 'complete' | 'partial' | AppError | Error;
interface Saved {
  readonly id: string;
  readonly due: readonly string[];
  readonly audience?: 'internal' | 'client';
  readonly pack?: 'client';
}

let saved: readonly Saved[];
/** By export and day; what is not named is complete. */
let outcomes: Record<string, Outcome>;
/** Days that finding nothing does not answer. */
let unanswered: readonly string[];
/** Days that another program answers once they were tried here. */
let elsewhere: readonly string[];
let runs: { id: string; due: string; audience: unknown; allowEmpty: boolean }[];
let said: string[];

beforeEach(() => {
  [saved, outcomes, unanswered, elsewhere, runs, said] = [[], {}, [], [], [], []];
});

/** Of a day that was answered, by a file or by nothing to write, none is due any more. */
function listDue({ id, due }: Saved) {
  const isAnswered = (day: string) => {
    if (!runs.some((run) => run.id === id && run.due === day)) return false;
    const outcome = outcomes[`${id} ${day}`] ?? 'complete';
    if (typeof outcome === 'string') return outcome === 'complete';
    const isEmpty = 'code' in outcome && outcome.code === 'nothing-matched';
    return elsewhere.includes(day) || (isEmpty && !unanswered.includes(day));
  };
  return due.filter((day) => !isAnswered(day)).map((day) => ({ day, period: null }));
}

const answers: Record<string, (input: { id: string; due: string; options: object; allowEmpty: boolean }) => unknown> = {
  'exports.list': () => ({
    exports: saved.map((each) => ({
      id: each.id,
      due: listDue(each),
      definition: {
        name: each.id,
        options: { audience: each.audience ?? 'unsaid' },
        ...(each.pack && { pack: each.pack }),
      },
    })),
  }),
  'exports.run': ({ id, due, options, allowEmpty }) => {
    runs.push({ id, due, audience: 'audience' in options ? options.audience : undefined, allowEmpty });
    const outcome = outcomes[`${id} ${due}`] ?? 'complete';
    if (outcome instanceof Error) throw outcome;
    if (typeof outcome !== 'string') throw new AppFailure(outcome);
    const written = {
      sha256: 'a',
      records: 7,
      complete: outcome === 'complete',
      of: 'records',
      guarded: 0,
      unreadable: 0,
      notes: [],
    };
    return { file: `${id}-${due}.csv`, written };
  },
};
const app = {
  call: async (method: string, input: never) => answers[method]?.(input) ?? expect.fail(method),
  subscribe: () => () => undefined,
} as unknown as AppClient;

async function runDue(options: Record<string, string | true> = {}) {
  const printed: { document?: { runs: object[] }; lines?: readonly string[] } = {};
  const context: Context = {
    terminal: {
      input: createStandardInput(process.stdin, process.stderr),
      out: async () => undefined,
      say: (sentence) => void said.push(sentence),
      columns: undefined,
      progress: () => undefined,
      interrupted: new AbortController().signal,
    },
    options: {} as Context['options'],
    openApp: async () => app,
    readSavedReports: async () => [],
    openSharedNames: () => expect.fail('not asked'),
    print: async (document, lines) => {
      printed.document = document as { runs: object[] };
      printed.lines = lines();
    },
  };
  const args = { options: new Map(Object.entries({ due: true, out: tmpdir(), ...options })), positionals: [] };
  const work = await exportRecords.prepare(args as Arguments);
  const code = await work(context);
  return { code, ...printed };
}
const ran = () => runs.map(({ id, due }) => `${id} ${due}`);
const failed: AppError = { code: 'disk-full' };
const empty: AppError = { code: 'nothing-matched' };

describe('the days an export is due for', () => {
  beforeEach(() => {
    saved = [
      { id: 'a', due: [FIRST, SECOND, THIRD] },
      { id: 'b', due: [THIRD] },
    ];
  });

  test('are run in their order, one export after the other', async () => {
    const { code, lines } = await runDue();
    expect(ran()).toEqual([`a ${FIRST}`, `a ${SECOND}`, `a ${THIRD}`, `b ${THIRD}`]);
    expect([code, lines?.length, said]).toEqual([0, 4, []]);
  });

  test.each<[string, Outcome, number]>([
    ['failed', failed, 7],
    ['is partial', 'partial', 6],
    ['found nothing where records may be missing', empty, 6],
  ])('are left after one that %s, and the next export is run all the same', async (_, outcome, exit) => {
    outcomes = { [`a ${SECOND}`]: outcome };
    unanswered = [SECOND];
    const { code, document } = await runDue();
    expect(ran()).toEqual([`a ${FIRST}`, `a ${SECOND}`, `b ${THIRD}`]);
    expect([code, document?.runs.length]).toEqual([exit, 3]);
    // What waits is told by its day.
    expect(said.at(-1)).toContain(THIRD);
    for (const day of [FIRST, SECOND]) expect(said.at(-1)).not.toContain(day);
  });

  test('are left after one that failed though another program has run it meanwhile', async () => {
    outcomes = { [`a ${SECOND}`]: failed };
    elsewhere = [SECOND];
    await runDue();
    expect(ran()).toEqual([`a ${FIRST}`, `a ${SECOND}`, `b ${THIRD}`]);
  });

  test('go on after one that found nothing, where that answers it', async () => {
    outcomes = { [`a ${FIRST}`]: empty };
    const { code } = await runDue();
    expect(ran()).toHaveLength(4);
    expect([code, said.length]).toEqual([6, 1]);
  });

  test('end with the one that was cancelled', async () => {
    outcomes = { [`a ${SECOND}`]: { code: 'cancelled' } };
    const { code, document } = await runDue();
    expect(ran()).toEqual([`a ${FIRST}`, `a ${SECOND}`]);
    expect([code, document?.runs.length]).toEqual([130, 2]);
    outcomes = { [`a ${FIRST}`]: failed, [`b ${THIRD}`]: { code: 'cancelled' } };
    runs = [];
    expect((await runDue()).code).toBe(130);
  });

  test('end with the exit code of the first failure, whatever came before and after it', async () => {
    outcomes = { [`a ${FIRST}`]: 'partial', [`b ${THIRD}`]: { code: 'offline' } };
    expect((await runDue()).code).toBe(5);
    saved = [...saved, { id: 'c', due: [THIRD] }];
    outcomes = { [`a ${FIRST}`]: failed, [`c ${THIRD}`]: { code: 'offline' } };
    expect((await runDue()).code).toBe(7);
  });
});

test('what the program itself is at fault for is no run that failed', async () => {
  saved = [{ id: 'a', due: [FIRST] }];
  outcomes = { [`a ${FIRST}`]: new Error('a fault') };
  await expect(runDue()).rejects.toThrow('a fault');
});

test('what is for a client stays so where internal use is confirmed, and a pack never is empty', async () => {
  saved = [
    { id: 'inside', due: [FIRST], audience: 'internal' },
    { id: 'client', due: [FIRST], audience: 'client' },
    { id: 'pack', due: [FIRST], pack: 'client' },
  ];
  await runDue({ audience: 'internal', 'allow-empty': true });
  await runDue();
  expect(runs.map(({ id, audience, allowEmpty }) => [id, audience, allowEmpty])).toEqual([
    ['inside', 'internal', true],
    ['client', undefined, true],
    ['pack', undefined, false],
  ]);
});

test('nothing due is said, and is no failure', async () => {
  expect(await runDue()).toMatchObject({
    code: 0,
    document: { runs: [] },
    lines: [expect.stringContaining('Nothing')],
  });
});

test('other options than its own, and a name, are refused before anything is opened', () => {
  const refuse =
    (options: Record<string, string | true>, ...positionals: string[]) =>
    () =>
      exportRecords.prepare({
        options: new Map(Object.entries({ due: true as const, out: tmpdir(), ...options })),
        positionals,
      });
  for (const each of [refuse({ format: 'csv' }), refuse({ audience: 'client' }), refuse({}, 'weekly')])
    expect(each).toThrow(AppFailure);
});
