/** What the service says to its operators. */
export const certificateTexts = {
  noFile: (path: string, why: string) => `The file ${path} cannot be read (${why}).`,
  unreadable: (certificate: string, key: string) =>
    `${certificate} and ${key} are not a certificate and an unencrypted private key in PEM.`,
  noPair: (certificate: string, key: string) =>
    `The key in ${key} does not belong to the certificate in ${certificate}.`,
} as const;
