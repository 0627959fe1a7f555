/**
 * The methods of the key that signs exported files, which is created on request and stored in the system's keychain. Only its public half
 * crosses the contract; the private half can be copied to a file.
 */
import { z } from 'zod';

/** The namespace of signatures, as in `ssh-keygen -Y verify -n`. */
export const SIGNATURE_NAMESPACE = 'timelog-reports';

const signingStateSchema = z.object({
  /** Null if there is no key yet. */
  key: z
    .object({
      /** The fingerprint as `ssh-keygen -l` prints it: `SHA256:…`. */
      fingerprint: z.string(),
      /** The key as a line of a `.pub` file. */
      publicKey: z.string(),
      /** The key as a line of an `allowed_signers` file, for `ssh-keygen -Y verify`. */
      allowedSigner: z.string(),
    })
    .nullable(),
  /** Whether the system has a keychain for the key. */
  keychainAvailable: z.boolean(),
});
export type SigningState = z.output<typeof signingStateSchema>;

const empty = z.strictObject({});

export const signingMethods = {
  'signing.state': { input: empty, output: signingStateSchema },
  /** Writes the private half to a chosen file, as a backup of the keychain; null when none was chosen. */
  'signing.export': { input: empty, output: z.object({ file: z.string() }).nullable() },
  /** Creates a key; an existing one is never replaced. */
  'signing.create': { input: empty, output: signingStateSchema },
  /** Removes the key; existing signatures stay valid. */
  'signing.forget': { input: empty, output: signingStateSchema },
} as const;
