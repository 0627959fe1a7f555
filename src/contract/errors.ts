/** The union of all errors that cross the contract. Its sentences are in texts/, its exit codes in electron/cli. */
import { z } from 'zod';
import { unheldValueSchema } from './filters.ts';

const plainCodes = [
  'key-missing',
  'key-rejected',
  'key-deactivated',
  'service-busy',
  'store-damaged',
  'store-in-use',
  'store-newer',
  /** Damaged names and settings cannot be changed. */
  'journal-damaged',
  'disk-full',
  'cancelled',
  'keychain-unavailable',
  /** A signature was requested, but no key was made. */
  'signing-key-missing',
  /** No keychain can keep a signing key. */
  'signing-unavailable',
  'busy',
  /** A question was cancelled after the stated time. */
  'took-too-long',
  'unexpected',
] as const;

const detailedCodes = [
  /** `detail` names the filter and what is wrong with it. */
  'filter-invalid',
  /** `detail` is what the upstream platform said. */
  'upstream-failed',
  /** `detail` is the place where the answer broke a promise of the interface. */
  'service-changed',
  /** What answers at the address, which is `detail`, is not the service: a typing error, or a web page. */
  'not-the-service',
  /** The base address is neither HTTPS nor loopback HTTP, or is not an address. */
  'address-refused',
  /** The workspace belongs to another address, which is `detail`. */
  'workspace-bound',
  /** `detail` is the path or name that could not be written. */
  'write-failed',
  /** `detail` is the path of a file that is there already and may not be replaced. */
  'file-exists',
  /** `detail` is the path of a small file that cannot be read any more: the ledger, the preferences or a journal. */
  'file-damaged',
  /** The records' file is of a storage format, `detail`, that this version's store cannot read. */
  'store-format',
] as const;

const quotaExhaustedSchema = z.object({
  code: z.literal('quota-exhausted'),
  /** UTC timestamp. */
  resetsAt: z.string(),
  /** True when only the user's reserve is left. */
  reserve: z.boolean().optional(),
  /** How many requests this computer had sent with the key that day, a refused one included. */
  usedHere: z.number().int().optional(),
  /** The daily quota that was assumed, because the service never gives it. */
  limit: z.number().int().optional(),
  /** True when the service refused before this computer had sent that many: others use the key too, or its quota is lower. */
  usedElsewhere: z.boolean().optional(),
  /** The `asOf` of the complete records here, which keep working. It is a UTC timestamp. */
  asOf: z.string().optional(),
});

/** Why the service could not be reached, as far as the system said. */
export const unreachableReasons = [
  /** No computer has the address' name. */
  'name-unknown',
  /** A computer answers there, but no program listens at this port. */
  'refused',
  /** It answers, but not by https. */
  'no-tls',
  /** Its certificate is not trusted here, has expired or belongs to another name. */
  'certificate',
  'timed-out',
  'no-network',
] as const;
export type UnreachableReason = (typeof unreachableReasons)[number];

const offlineSchema = z.object({
  code: z.literal('offline'),
  reason: z.enum(unreachableReasons).optional(),
});

const usageSchema = z.object({
  code: z.literal('usage'),
  /** A property, period, measure, column or option that does not exist or does not fit. */
  detail: z.string(),
  /** Present where the program itself decides by it, because `detail` is a sentence for people. */
  reason: z.enum(['no-pdf-compiler', 'stored-internal']).optional(),
});

/** An export selected no record. */
const nothingMatchedSchema = z.object({
  code: z.literal('nothing-matched'),
  /** Values of its filter that no record here has. */
  unheld: z.array(unheldValueSchema).optional(),
});

export const appErrorSchema = z.discriminatedUnion('code', [
  z.object({ code: z.enum(plainCodes) }),
  z.object({ code: z.enum(detailedCodes), detail: z.string() }),
  usageSchema,
  quotaExhaustedSchema,
  nothingMatchedSchema,
  offlineSchema,
  z.object({ code: z.literal('service-failed'), status: z.number().int() }),
]);

export type AppError = z.output<typeof appErrorSchema>;
export type ErrorCode = AppError['code'];

/** These errors say why the service does not answer at all, whatever the question. */
export const troubleSchema = z.discriminatedUnion('code', [
  z.object({ code: z.enum(['key-rejected', 'key-deactivated', 'service-busy']) }),
  offlineSchema,
  z.object({ code: z.literal('service-failed'), status: z.number().int() }),
]);
export type Trouble = z.output<typeof troubleSchema>;

export function isTrouble(error: AppError): error is Trouble {
  return troubleSchema.safeParse(error).success;
}

/** A file of records with one of these errors cannot be used: it can be set aside and filled again at a known price. */
export const replaceableStore: ReadonlySet<ErrorCode> = new Set(['store-damaged', 'store-format']);

export type Result<T> =
  | {
      readonly ok: true;
      readonly value: T;
      /** The state of the store from which a look-up was answered. */
      readonly state?: string;
    }
  | { readonly ok: false; readonly error: AppError };

/** How an `AppError` travels inside one process. Crossing a host it becomes a `Result`. */
export class AppFailure extends Error {
  readonly error: AppError;
  constructor(error: AppError, options?: ErrorOptions) {
    super(error.code, options);
    this.name = 'AppFailure';
    this.error = error;
  }
}

/** @throws AppFailure always. */
export function fail(error: AppError, cause?: unknown): never {
  throw new AppFailure(error, cause === undefined ? undefined : { cause });
}
