/** Ends the saving or loading of a workspace, which then says itself that it was cancelled. */
import { call } from '../data/client.ts';
import { sayFailed } from '../sync/use-sync.ts';

export function cancelFile(): void {
  call('workspace.cancel', {}).catch(sayFailed);
}
