/** The key that signs exported files: made on wish, kept in the system's keychain. Only its public half crosses here. */
import { z } from 'zod';

/** What a signature is for: `ssh-keygen -Y verify -n` names it. */
export const SIGNATURE_NAMESPACE = 'timelog-reports';

const signingStateSchema = z.object({
  /** Null: there is none yet. */
  key: z
    .object({
      /** As `ssh-keygen -l` prints it: `SHA256:…`. */
      fingerprint: z.string(),
      /** A line of a `.pub` file. */
      publicKey: z.string(),
      /** A line of an `allowed_signers` file, by which `ssh-keygen -Y verify` knows the key. */
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
  /** Makes a key; one that is there already is never replaced. */
  'signing.create': { input: empty, output: signingStateSchema },
  /** Removes it: what it signed stays signed, and nothing can be signed by it any more. */
  'signing.forget': { input: empty, output: signingStateSchema },
} as const;
