/** Opens a record in the CRM, at a host that the user has agreed to. Spends no request. */
import { fail } from '../../../src/contract/errors.ts';
import { addressOfRecord, recordHost } from '../../../src/domain/record-address.ts';
import type { Host } from '../../host/host.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import { refusedSettingTexts } from '#texts/screens/settings.ts';
import { refusalTexts } from '#texts/refusals.ts';

/** @throws AppFailure `usage` without an address, or for a host that is not among the agreed ones. */
export async function openRecord(
  workspace: Workspace,
  host: Pick<Host, 'openExternal'>,
  agreedHosts: readonly string[],
  id: string,
): Promise<void> {
  const { recordAddress } = workspace.settings();
  if (recordAddress === null) fail({ code: 'usage', detail: noAddress(workspace) });
  const crm = recordHost(recordAddress);
  if (!agreedHosts.includes(crm)) fail({ code: 'usage', detail: refusalTexts.hostNotAgreed(crm) });
  await host.openExternal(addressOfRecord(recordAddress, id));
}

function noAddress(workspace: Workspace): string {
  const refused = workspace.refusedSettings().find(({ name }) => name === 'recordAddress');
  return refused === undefined ? refusalTexts.noRecordAddress : refusedSettingTexts.correct(refused);
}
