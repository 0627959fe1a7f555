/** `key`: the key goes in through standard input and into the keychain; nothing here shows or returns it. */
import type { Output } from '../../../src/contract/api.ts';
import { fail } from '../../../src/contract/errors.ts';
import { said, usage } from '#texts/terminal/cli.ts';
import type { Command, Context, Work } from '../arguments/command.ts';
import { DONE } from '../output/exit-codes.ts';
import { refuse } from '../arguments/option-values.ts';
import { quotaLine } from '../output/lines.ts';

const actions = { set, test, forget } satisfies Record<string, Work>;

export const key: Command = {
  name: 'key',
  options: {},
  prepare: ({ positionals, options }) => {
    const [action = '', extra] = positionals;
    // The argument may be the key itself: it is not repeated.
    if (extra !== undefined || !isAction(action)) return refuse(usage.keyAction);
    if (action !== 'test' && options.has('key-stdin')) refuse(usage.keyTwice(action));
    return actions[action];
  },
};

function isAction(word: string): word is keyof typeof actions {
  return Object.hasOwn(actions, word);
}

async function set(context: Context): Promise<number> {
  const { terminal, openApp } = context;
  const given = (await terminal.input.secretLine(said.keyPrompt))?.trim();
  if (!given) return fail({ code: 'key-missing' });
  const app = await openApp({ service: true });
  const document = await app.call('key.set', { key: given });
  // A keychain can be there and still refuse to write: then the key is gone when this process ends.
  const { keychainAvailable } = await app.call('workspace.state', {});
  if (!keychainAvailable) fail({ code: 'keychain-unavailable' });
  return answer(context, document, said.keyKept);
}

async function test(context: Context): Promise<number> {
  const app = await context.openApp({ service: true });
  return answer(context, await app.call('key.test', {}), said.keyWorks);
}

async function forget(context: Context): Promise<number> {
  const app = await context.openApp({ service: true });
  return answer(context, await app.call('key.forget', {}), said.keyForgotten);
}

async function answer(context: Context, document: Output<'key.test'>, sentence: string): Promise<number> {
  await context.print(document, () => [sentence, quotaLine(document.quota)]);
  return DONE;
}
