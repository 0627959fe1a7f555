/** Makes, shows and forgets the key that signs files; its private half never leaves the keychain's side. */
import { createSigningKey, forgetSigningKey, readSigningState } from '../../questions/exports/signing-key.ts';
import type { Parts } from '../shared/context.ts';
import type { Handlers } from '../shared/handlers.ts';

export function signingHandlers({
  host: { secrets },
}: Pick<Parts, 'host'>): Pick<Handlers, 'signing.state' | 'signing.create' | 'signing.forget'> {
  return {
    'signing.state': async () => readSigningState(secrets),
    'signing.create': async () => createSigningKey(secrets),
    'signing.forget': async () => forgetSigningKey(secrets),
  };
}
