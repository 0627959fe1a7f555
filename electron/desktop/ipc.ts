/** Answers the window's calls. This module checks the sender, and the contract checks the input. */
import type { IpcMain, IpcMainInvokeEvent } from 'electron';
import type { App } from '#electron/app/app.ts';
import { CALL } from './channels.ts';

/** The address of the app's own page, the only one that may call. */
export const PAGE_SCHEME = 'app';
export const PAGE_HOST = 'timelog';
export const PAGE_URL = `${PAGE_SCHEME}://${PAGE_HOST}/`;

export function isOwnPage(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, host, username, password } = new URL(url);
  return protocol === `${PAGE_SCHEME}:` && host === PAGE_HOST && username === '' && password === '';
}

/** True for the top frame of a window that shows the app's own page, and false for a frame that no longer exists. */
export function isOwnSender({ sender, senderFrame }: Pick<IpcMainInvokeEvent, 'sender' | 'senderFrame'>): boolean {
  return senderFrame !== null && senderFrame === sender.mainFrame && isOwnPage(senderFrame.url);
}

/** Answers with a `Result`. A foreign sender's call is rejected before it reaches the app. */
export function answerCalls(ipcMain: Pick<IpcMain, 'handle'>, app: Pick<App, 'call'>): void {
  ipcMain.handle(CALL, (event, ...call: unknown[]) => {
    const [method, input, ticket, look, asKnown] = call;
    if (!isOwnSender(event)) throw new Error('Refused');
    // The contract refuses the empty name like any unknown method.
    return app.call(typeof method === 'string' ? method : '', input, ticket, look, asKnown);
  });
}
