/** English for the key that signs exported files, in the terminal. */

export const signingTexts = {
  /** Parts of sentences, without their full stop. */
  refusals: {
    action: 'Say what to do with the signing key: create, show, export or forget',
    out: 'Say with --out which file the copy of the key goes into',
    exists: 'There is a signing key already: what it signed is known by it, so forget it first if you want another',
  },
  none: 'There is no signing key: "signing create" makes one.',
  unavailable: 'This system has no keychain that can keep a signing key.',
  created: 'The signing key is made. Its private half is in the keychain and nowhere else.',
  exported: (file: string) =>
    `A copy of the signing key is in ${file}: whoever has it can sign in your name, so keep it where only you can read it.`,
  forgotten: 'The signing key is forgotten. What it signed can still be checked by the line below.',
  forgottenNone: 'There was no signing key.',
  fingerprint: (fingerprint: string) => `Fingerprint: ${fingerprint}`,
  publicKey: (line: string) => `Public key: ${line}`,
  /** @param namespace what signatures are for */
  howToCheck: (namespace: string) => [
    'Give your receivers this line as a file allowed_signers, by another way than the files you send:',
    `They check a file's manifest by: ssh-keygen -Y verify -f allowed_signers -I ${namespace} -n ${namespace} -s FILE.manifest.json.sig < FILE.manifest.json`,
    'The manifest has the SHA-256 of the file.',
  ],
} as const;
