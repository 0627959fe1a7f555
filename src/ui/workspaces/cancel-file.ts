/** Cancels saving or loading a workspace, which then reports itself as cancelled. */
import { call, offerFile } from '../data/client.ts';
import { notifyFailure } from '../notifications/notify-failure.ts';

let sending: AbortController | undefined;

/** Gives the host a file to open. @throws AppFailure `cancelled` when it is cancelled meanwhile, and the others of `offerFile`. */
export async function sendFile(file: File): Promise<void> {
  const mine = new AbortController();
  sending = mine;
  try {
    // The host takes only names that every file system takes.
    await offerFile(file, mine.signal, file.name.replaceAll(/[\p{Cc}/\\:*?"<>|]|[. ]+$/gu, '_'));
  } finally {
    if (sending === mine) sending = undefined;
  }
}

export function cancelFile(): void {
  // While the file is on its way the host has nothing to cancel yet.
  if (sending) sending.abort();
  else call('workspace.cancel', {}).catch(notifyFailure);
}
