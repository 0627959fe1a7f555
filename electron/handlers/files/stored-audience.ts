/** Words the refusal of an audience that a definition stores: what a run can say instead differs on screen and in the terminal. */
import { AppFailure, fail } from '../../../src/contract/errors.ts';
import { clientProfileTexts as texts } from '#texts/exports/saved.ts';
import type { ClientProfile } from '../../../src/domain/exports/saved/profile.ts';
import type { Host } from '../../host/host.ts';

/** @throws the fault, with what this host's person can do about it */
export function refuseStored(fault: unknown, kind: Host['kind'], profiles: readonly ClientProfile[]): never {
  const told = fault instanceof AppFailure && fault.error.code === 'usage' ? fault.error.detail : undefined;
  if (told === undefined || !profiles.some(({ client }) => texts.internal(client) === told)) throw fault;
  return fail({ code: 'usage', detail: told + texts.internalBy[kind === 'terminal' ? 'terminal' : 'screen'] });
}
