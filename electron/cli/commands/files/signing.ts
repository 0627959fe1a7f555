/** `signing`: the key that signs exported files; its public half is shown, the private one never leaves the keychain. */
import { SIGNATURE_NAMESPACE, type SigningState } from '../../../../src/contract/proof/signing.ts';
import { usage } from '#texts/terminal/cli.ts';
import { signingTexts as texts } from '#texts/terminal/signing.ts';
import type { Command, Context, Work } from '../../arguments/command.ts';
import { refuse } from '../../arguments/option-values.ts';
import { DONE } from '../../output/exit-codes.ts';

const NAME = 'signing';
const actions = { create, show, forget } satisfies Record<string, Work>;

export const signing: Command = {
  name: NAME,
  options: {},
  prepare: ({ positionals: [action = '', extra] }) => {
    if (!isAction(action)) return refuse(texts.refusals.action);
    if (extra !== undefined) return refuse(usage.tooManyArguments(NAME, extra));
    return actions[action];
  },
};

function isAction(word: string): word is keyof typeof actions {
  return Object.hasOwn(actions, word);
}

async function create(context: Context): Promise<number> {
  const app = await context.openApp();
  const state = await app.call('signing.create', {});
  return answer(context, state, [texts.created, ...keyLines(state)]);
}

async function show(context: Context): Promise<number> {
  const app = await context.openApp();
  const state = await app.call('signing.state', {});
  const none = state.keychainAvailable ? texts.none : texts.unavailable;
  return answer(context, state, state.key ? keyLines(state) : [none]);
}

async function forget(context: Context): Promise<number> {
  const app = await context.openApp();
  const before = await app.call('signing.state', {});
  const state = await app.call('signing.forget', {});
  const lines = before.key ? [texts.forgotten, before.key.allowedSigner] : [texts.forgottenNone];
  return answer(context, state, lines);
}

function keyLines({ key }: SigningState): string[] {
  if (!key) return [];
  const [give, ...check] = texts.howToCheck(SIGNATURE_NAMESPACE);
  return [
    texts.fingerprint(key.fingerprint),
    texts.publicKey(key.publicKey),
    ...(give === undefined ? [] : [give]),
    `  ${key.allowedSigner}`,
    ...check,
  ];
}

async function answer({ print }: Context, state: SigningState, lines: readonly string[]): Promise<number> {
  await print(state, () => lines);
  return DONE;
}
