import { expect, test } from 'vitest';
import { createAction, createCommand } from '#electron/cli/arguments/actions.ts';
import { option } from '#electron/cli/arguments/option-values.ts';
import { commands } from '#electron/cli/commands.ts';
import { AppFailure } from '#contract/errors.ts';

const chosen: string[] = [];
const note = (name: string) => (values: object, words: readonly string[]) => {
  chosen.push([name, ...words, JSON.stringify(values)].join(' '));
  return () => Promise.resolve(0);
};
const command = createCommand('closing', {
  '': createAction({ limit: option.text }, note('list'), { words: 1 }),
  keys: createAction({}, note('keys'), { extraWord: () => 'no word' }),
  'keys rotate': createAction({ grace: option.text }, note('rotate'), { words: 1 }),
  '--due': createAction({ due: option.flag, limit: option.text }, note('due')),
});

function refusal(positionals: readonly string[], options: Readonly<Record<string, string | true>>, of = command) {
  try {
    void of.prepare({ positionals, options: new Map(Object.entries(options)) });
  } catch (fault) {
    if (fault instanceof AppFailure && fault.error.code === 'usage') return fault.error.detail;
    throw fault;
  }
  return 'accepted';
}

test('an action is chosen by the longest name or by its option, and gets its own words and options', () => {
  expect(refusal(['one'], { limit: '3' })).toBe('accepted');
  expect(refusal(['keys', 'rotate', '7'], { grace: '1h' })).toBe('accepted');
  expect(refusal([], { due: true, limit: '3' })).toBe('accepted');
  expect(chosen).toEqual(['list one {"limit":"3"}', 'rotate 7 {"grace":"1h"}', 'due {"due":true,"limit":"3"}']);
});

test('an option of another action and an extra word are refused, a word that may be a key without repeating it', () => {
  expect(refusal([], { grace: '1h' })).toBe('--grace does not belong to closing');
  expect(refusal(['keys', 'rotate'], { limit: '3' })).toBe('--limit does not belong to closing keys rotate');
  expect(refusal(['keys', 'rotate', '7', 'x'], {})).toBe('closing keys rotate does not know what to do with "x"');
  expect(refusal(['keys', 'secret'], {})).toBe('no word');
});

test.each(commands.filter(({ actions }) => !('' in actions)).map((each) => [each.name, each] as const))(
  '%s without an action, and with an unknown one, says which there are',
  (_, each) => {
    expect(refusal([], {}, each)).toContain(Object.keys(each.actions)[0]);
    expect(refusal(['nonsense'], {}, each)).toBe(refusal([], {}, each));
  },
);
