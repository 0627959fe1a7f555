/** `key` and `signing`: secrets in the keychain. The key is read from standard input, and never shown or returned. */
import { resolve } from 'node:path';
import type { Output } from '#contract/api.ts';
import { fail } from '#contract/errors.ts';
import { SIGNATURE_NAMESPACE, type SigningState } from '#contract/proof/signing.ts';
import { messages, usage } from '#texts/terminal/cli.ts';
import { signingTexts as texts } from '#texts/terminal/signing.ts';
import { createAction, createCommand } from '../arguments/actions.ts';
import type { Context, CommandAction } from '../arguments/command.ts';
import { option, refuse } from '../arguments/option-values.ts';
import { DONE } from '../output/failure.ts';
import { printAnswer, formatQuota } from '../output/lines.ts';

const createKeyAction = (name: 'set' | 'test' | 'forget', action: CommandAction) =>
  createAction(
    {},
    (_, _words, { options }) => (name !== 'test' && options.has('key-stdin') ? refuse(usage.keyTwice(name)) : action),
    // The word may be the key itself, so it is not repeated.
    { extraWord: () => usage.keyAction },
  );
const printKeyAnswer = (method: 'key.test' | 'key.forget', sentence: string) =>
  printAnswer({ service: true }, method, {}, (answer) => formatKeyAnswer(sentence, answer));

export const key = createCommand(
  'key',
  {
    set: createKeyAction('set', setKey),
    test: createKeyAction('test', printKeyAnswer('key.test', messages.keyWorks)),
    forget: createKeyAction('forget', printKeyAnswer('key.forget', messages.keyForgotten)),
  },
  { refusal: usage.keyAction },
);

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

const createSigningKey = printAnswer({}, 'signing.create', {}, (state) => [texts.created, ...formatSigningKey(state)]);
const showSigningKey = printAnswer({}, 'signing.state', {}, (state) => {
  const none = state.keychainAvailable ? texts.none : texts.unavailable;
  return state.key ? formatSigningKey(state) : [none];
});

export const signing = createCommand(
  'signing',
  {
    create: createAction({}, () => createSigningKey),
    show: createAction({}, () => showSigningKey),
    export: createAction({ out: option.text }, ({ out: path = refuse(texts.refusals.out) }) =>
      printAnswer({ out: resolve(path), replaces: false }, 'signing.export', {}, (copy) =>
        copy ? [texts.exported(copy.file)] : [],
      ),
    ),
    forget: createAction({}, () => forgetSigningKey),
  },
  { refusal: texts.refusals.action },
);

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
