/** Texts shown before the program itself is loaded. Must stay free of imports: an older Node reads it too. */

/** @param command starts the program on a suitable Node */
export function nodeTooOld(needed: number, version: string, command: string): string {
  return `This needs Node ${needed} or later but is running on ${version}: start it with "${command}".`;
}

export const noWindowHere = 'This program has a window and runs in Electron: start it with "npm start".';

export const uncheckedCertificates =
  'NODE_TLS_REJECT_UNAUTHORIZED=0 is set, so the API key could go to a server that only pretends to be yours: unset it; for a certificate of your own, name its file in NODE_EXTRA_CA_CERTS.';
