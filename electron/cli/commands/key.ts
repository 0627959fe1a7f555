/** `key` and `signing`: secrets in the keychain. The key is read from standard input, and never shown or returned. */
import { resolve } from 'node:path';
import type { Output } from '#contract/api.ts';
import { fail } from '#contract/errors.ts';
import { SIGNATURE_NAMESPACE, type SigningState } from '#contract/proof/signing.ts';
import { messages, usage } from '#texts/terminal/cli.ts';
import { signingTexts as texts } from '#texts/terminal/signing.ts';
import type { Command, Context, CommandAction } from '../arguments/command.ts';
import { option, readOptions, refuse, refuseMoreWords } from '../arguments/option-values.ts';
import { DONE } from '../output/failure.ts';
import { printAnswer, formatQuota } from '../output/lines.ts';

const keyActions: Readonly<Record<string, CommandAction>> = {
  set: setKey,
  test: printAnswer({ service: true }, 'key.test', {}, (answer) => formatKeyAnswer(messages.keyWorks, answer)),
  forget: printAnswer({ service: true }, 'key.forget', {}, (answer) => formatKeyAnswer(messages.keyForgotten, answer)),
};

export const key: Command = {
  name: 'key',
  options: {},
  prepare: ({ positionals, options }) => {
    const [action = '', extra] = positionals;
    const work = Object.hasOwn(keyActions, action) ? keyActions[action] : undefined;
    // The argument may be the key itself, so it is not repeated.
    if (extra !== undefined || !work) return refuse(usage.keyAction);
    if (action !== 'test' && options.has('key-stdin')) refuse(usage.keyTwice(action));
    return work;
  },
};

async function setKey({ terminal, openApp, print }: Context): Promise<number> {
  const typedKey = (await terminal.input.secretLine(messages.keyPrompt))?.trim();
  if (!typedKey) return fail({ code: 'key-missing' });
  const app = await openApp({ service: true });
  const answer = await app.call('key.set', { key: typedKey });
  // A keychain may exist and still refuse to write: then the key is lost when this process ends.
  const { keychainAvailable } = await app.call('workspace.state', {});
  if (!keychainAvailable) fail({ code: 'keychain-unavailable' });
  await print(answer, () => formatKeyAnswer(messages.keyKept, answer));
  return DONE;
}

const formatKeyAnswer = (sentence: string, { quota }: Output<'key.test'>) => [sentence, formatQuota(quota)];

const SIGNING = 'signing';
const signingActions: Readonly<Record<string, CommandAction>> = {
  create: printAnswer({}, 'signing.create', {}, (state) => [texts.created, ...formatSigningKey(state)]),
  show: printAnswer({}, 'signing.state', {}, (state) => {
    const none = state.keychainAvailable ? texts.none : texts.unavailable;
    return state.key ? formatSigningKey(state) : [none];
  }),
  forget: forgetSigningKey,
};

export const signing: Command = {
  name: SIGNING,
  options: { out: option.text },
  prepare: (args) => {
    const [action = '', extra] = args.positionals;
    const { out } = readOptions(args, { out: option.text });
    if (action === 'export' && extra === undefined) return exportSigningKey(out);
    if (out !== undefined) refuse(usage.foreignOption('--out', `${SIGNING} ${action}`));
    const work = Object.hasOwn(signingActions, action) ? signingActions[action] : undefined;
    if (!work) return refuse(texts.refusals.action);
    refuseMoreWords(args, SIGNING, 1);
    return work;
  },
};

function exportSigningKey(path: string | undefined): CommandAction {
  const out = resolve(path ?? refuse(texts.refusals.out));
  return printAnswer({ out, replaces: false }, 'signing.export', {}, (copy) =>
    copy ? [texts.exported(copy.file)] : [],
  );
}

async function forgetSigningKey({ openApp, print }: Context): Promise<number> {
  const app = await openApp();
  const before = await app.call('signing.state', {});
  const state = await app.call('signing.forget', {});
  await print(state, () => (before.key ? [texts.forgotten, before.key.allowedSigner] : [texts.forgottenNone]));
  return DONE;
}

function formatSigningKey({ key: signingKey }: SigningState): string[] {
  if (!signingKey) return [];
  const { fingerprint, publicKey, allowedSigner } = signingKey;
  const [instruction = '', ...checkSteps] = texts.howToCheck(SIGNATURE_NAMESPACE);
  return [texts.fingerprint(fingerprint), texts.publicKey(publicKey), instruction, `  ${allowedSigner}`, ...checkSteps];
}
