/** Row 13: a recognisable key goes through error paths and crashes, and is found in the one header it belongs in and nowhere else. */
import type { Campaign } from '../campaign-shape.ts';
import { browserScenarios, runBrowser } from './browser-scenarios.ts';
import { formsOf, makeCanary } from './forms.ts';
import { runTerminal } from './terminal-run.ts';
import { terminalScenarios } from './terminal-scenarios.ts';

/** Every seventh place is one of the browser's: a short run covers both hosts. */
const scenarios = interleave(
  terminalScenarios.map((each) => ({
    what: `the terminal ${each.what}`,
    run: (key: string) => runTerminal(each, key, formsOf(key)),
  })),
  browserScenarios.map((each) => ({
    what: `the browser host ${each.what}`,
    run: (key: string) => runBrowser(each, key, formsOf(key)),
  })),
);

export const canaryKey: Campaign = {
  row: 13,
  name: 'canary-key',
  holds: 'the key is in no log, dump, store, export, page, argument list, environment or address',
  promised: scenarios.length,
  short: 4,
  async run({ count, seed, tell }) {
    const failures: string[] = [];
    for (let at = 0; at < count; at += 1) {
      const { what, run } = scenarios[at % scenarios.length]!;
      const wrong = await run(makeCanary(seed * 10_007 + at));
      failures.push(...wrong.map((each) => `seed ${seed}, run ${at}, ${what}: ${each}`));
      if ((at + 1) % 10 === 0) tell(`${at + 1} of ${count}, ${failures.length} wrong`);
    }
    const browser = Array.from({ length: count }, (_, at) => scenarios[at % scenarios.length]?.what ?? '').filter(
      (what) => what.startsWith('the browser'),
    ).length;
    return { reached: count, failures, told: `${count - browser} of the terminal, ${browser} of the browser host` };
  },
};

function interleave<T>(many: readonly T[], few: readonly T[]): T[] {
  const every = Math.floor(many.length / few.length);
  const mixed = many.flatMap((each, at) =>
    at % every === 1 ? [...few.slice((at - 1) / every, (at - 1) / every + 1), each] : [each],
  );
  return [...mixed, ...few.filter((each) => !mixed.includes(each))];
}
