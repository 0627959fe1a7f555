/** What is said before the program itself is loaded. It must stay free of imports: an older Node reads it too. */

/** @param command what starts the program on a Node that will do */
export function nodeTooOld(needed: number, found: string, command: string): string {
  return `This needs Node ${needed} or later and runs on ${found}: start it with "${command}".`;
}

export const noWindowHere = 'This is the program with a window, which Electron runs: start it with "npm start".';

export const uncheckedCertificates =
  'NODE_TLS_REJECT_UNAUTHORIZED=0 is set, so the API key could go to a server that only pretends to be yours: unset it; for a certificate of your own, name its file in NODE_EXTRA_CA_CERTS.';
