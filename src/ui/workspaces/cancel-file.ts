/** Ends the saving or loading of a workspace, which then says itself that it was cancelled. */
import { call, offerFile } from '../data/client.ts';
import { sayFailed } from '../sync/use-sync.ts';

let sending: AbortController | undefined;

/** Gives the host a file to be opened. @throws AppFailure `cancelled` when it is given up meanwhile, and the others of `offerFile`. */
export async function sendFile(file: File): Promise<void> {
  const mine = new AbortController();
  sending = mine;
  try {
    await offerFile(file, mine.signal);
  } finally {
    if (sending === mine) sending = undefined;
  }
}

export function cancelFile(): void {
  // While the file is on its way the host has nothing to end yet.
  if (sending) sending.abort();
  else call('workspace.cancel', {}).catch(sayFailed);
}
