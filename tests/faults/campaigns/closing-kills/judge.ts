/** What must be so of closings after a kill, and after the same was asked for once more. */
import { hash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ADJUSTMENTS } from '#contract/memory.ts';
import type { KeptTerminal } from '#tests/support/hosts/kept-terminal.ts';
import { toCommand, type Action } from './actions.ts';

const MONTHS = ['2026-09', '2026-10'];
const TABLES = ['table.csv', 'again.csv', 'last.csv'];

/** What all that is asked of closings says, without when. */
async function readAnswers(terminal: KeptTerminal) {
  // Reading the log proves the chain.
  const { steps } = await terminal.call('closings.log', {});
  const { closings } = await terminal.call('closings.list', {});
  const standing = closings.filter(({ status }) => status === 'standing');
  const drifts = await Promise.all(standing.map(({ number }) => terminal.call('closings.drift', { number })));
  const states = await Promise.all(MONTHS.map((period) => terminal.call('closings.states', { period, limit: 1 })));
  return {
    steps: steps.length,
    numbers: closings.map(({ number }) => number),
    holds: drifts.every(({ equations }) => equations.every(({ holds }) => holds)),
    figures: JSON.stringify([
      closings.map(({ status, totals }) => [status, totals]),
      drifts.map(({ equations }) => equations),
      states,
    ]),
  };
}

export async function readState(terminal: KeptTerminal) {
  try {
    return await readAnswers(terminal);
  } finally {
    await terminal.close();
  }
}
type State = Awaited<ReturnType<typeof readState>>;
/** What came of it without a kill. */
export type Unkilled = State & { readonly before: number; readonly takesMs: number };

/** @returns what is wrong, a sentence each */
export async function judge(
  action: Action,
  data: string,
  open: (data: string) => KeptTerminal,
  unkilled: Unkilled,
): Promise<string[]> {
  const terminal = open(data);
  try {
    const found = await readAnswers(terminal);
    const { before } = unkilled;
    const wrong = [
      ...(found.steps === before || found.steps === unkilled.steps
        ? []
        : [`${found.steps} steps, neither old nor new`]),
      ...listBroken(found),
      ...(found.steps === unkilled.steps && found.figures !== unkilled.figures ? ['the new state is another'] : []),
    ];
    if (action.name === 'adjust') wrong.push(...(await judgeTable(terminal, data, found.steps > before)));
    // Asked for once more, it is done, or refused because it is.
    await terminal.run(toCommand(action, data, 'again.csv'));
    // A table that may have left is not written again before a person says that it did not.
    const [last] = (await terminal.call('sent.list', {})).files;
    const mayHaveLeft = last?.of === ADJUSTMENTS && last.state === 'intent';
    if (mayHaveLeft) {
      await terminal.call('sent.settle', { number: last.number, state: 'withdrawn' });
      await terminal.run(toCommand(action, data, 'last.csv'));
    }
    const after = await readAnswers(terminal);
    wrong.push(...listBroken(after));
    const more = after.steps - unkilled.steps;
    if (more !== (mayHaveLeft && found.steps > before ? 1 : 0)) wrong.push(`${more} steps more than without a kill`);
    if (after.figures !== unkilled.figures) wrong.push('what was done once more led to another state');
    const tables = TABLES.filter((name) => existsSync(join(data, name)));
    if (tables.length !== (action.name === 'adjust' ? 1 : 0)) wrong.push(`${tables.length} tables: ${tables.join()}`);
    return wrong;
  } finally {
    await terminal.close();
  }
}

function listBroken({ numbers, holds }: State): string[] {
  return [
    ...(numbers.every((number, at) => number === at + 1) ? [] : [`numbers ${numbers.join()}`]),
    ...(holds ? [] : ['the equation does not hold']),
  ];
}

/** A table is in its place with a step and an entry of the register, with neither in no place, and else it may have left. */
async function judgeTable(terminal: KeptTerminal, data: string, hasStep: boolean): Promise<string[]> {
  const path = join(data, 'table.csv');
  const { files } = await terminal.call('sent.list', {});
  const entry = files.find(({ of }) => of === ADJUSTMENTS);
  if (!existsSync(path))
    return entry && entry.state !== 'intent' ? [`no table, but the register says ${entry.state}`] : [];
  const isKnown = hasStep && entry?.state === 'saved' && entry.sha256 === hash('sha256', readFileSync(path));
  return isKnown
    ? []
    : [`a table that is ${entry?.state ?? 'not'} in the register and has ${hasStep ? 'a' : 'no'} step`];
}
