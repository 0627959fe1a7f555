/**
 * The key that signs exported files: made on request, kept in the system's keychain. Only its public half crosses here; a copy goes into a
 * file.
 */
import { z } from 'zod';

/** The purpose of a signature, which `ssh-keygen -Y verify -n` names. */
export const SIGNATURE_NAMESPACE = 'timelog-reports';

const signingStateSchema = z.object({
  /** Null where there is no key yet. */
  key: z
    .object({
      /** The fingerprint as `ssh-keygen -l` prints it: `SHA256:…`. */
      fingerprint: z.string(),
      /** The key as a line of a `.pub` file. */
      publicKey: z.string(),
      /** The key as a line of an `allowed_signers` file, by which `ssh-keygen -Y verify` knows it. */
      allowedSigner: z.string(),
    })
    .nullable(),
  /** Whether a key can be kept here. */
  keychainAvailable: z.boolean(),
});
export type SigningState = z.output<typeof signingStateSchema>;

const empty = z.strictObject({});

export const signingMethods = {
  'signing.state': { input: empty, output: signingStateSchema },
  /** Writes the private half to a chosen file, for the day on which the keychain is gone; null when none was chosen. */
  'signing.export': { input: empty, output: z.object({ file: z.string() }).nullable() },
  /** Makes a key; an existing one is never replaced. */
  'signing.create': { input: empty, output: signingStateSchema },
  /** Removes the key: what it signed stays signed, but it can sign nothing more. */
  'signing.forget': { input: empty, output: signingStateSchema },
} as const;
