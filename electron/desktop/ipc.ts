/** The channel from the window to the app: one in, one out. Checks the sender here; the contract checks the input. */
import type { IpcMain, IpcMainInvokeEvent } from 'electron';
import type { App } from '#electron/app/app.ts';
import { CALL } from './channels.ts';

/** Where the app's own page lives; nothing else may call. */
export const PAGE_SCHEME = 'app';
export const PAGE_HOST = 'timelog';
export const PAGE_URL = `${PAGE_SCHEME}://${PAGE_HOST}/`;

export function isOwnPage(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, host, username, password } = new URL(url);
  return protocol === `${PAGE_SCHEME}:` && host === PAGE_HOST && username === '' && password === '';
}

/** Only the top frame of a window that shows the app's own page; a frame that no longer exists is refused. */
export function isOwnSender({ sender, senderFrame }: Pick<IpcMainInvokeEvent, 'sender' | 'senderFrame'>): boolean {
  return senderFrame !== null && senderFrame === sender.mainFrame && isOwnPage(senderFrame.url);
}

/** Answers with a `Result`; a foreign sender's call is rejected and reaches nothing. */
export function answerCalls(ipcMain: Pick<IpcMain, 'handle'>, app: Pick<App, 'call'>): void {
  ipcMain.handle(CALL, (event, ...call: unknown[]) => {
    const [method, input, ticket, look, asKnown] = call;
    if (!isOwnSender(event)) throw new Error('Refused');
    // The contract knows the methods: anything but a string is none of them.
    return app.call(typeof method === 'string' ? method : '', input, ticket, look, asKnown);
  });
}
