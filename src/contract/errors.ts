/** The union of all errors that cross the contract. Their sentences are in texts/, their exit codes in electron/cli. */
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
  /** A signature was requested, but there is no key. */
  'signing-key-missing',
  /** No keychain is available to store a signing key. */
  'signing-unavailable',
  'busy',
  /** A call was cancelled after the stated time. */
  'took-too-long',
  'unexpected',
] as const;

const detailedCodes = [
  /** `detail` names the filter and what is wrong with it. */
  'filter-invalid',
  /** `detail` is the message of the upstream platform. */
  'upstream-failed',
  /** `detail` is the part of the answer that does not conform to the interface. */
  'service-changed',
  /** The address in `detail` does not belong to the service: it is a typing error, or a web page. */
  'not-the-service',
  /** The base address is neither HTTPS nor loopback HTTP, or is not an address. */
  'address-refused',
  /** The workspace belongs to another address, which is `detail`. */
  'workspace-bound',
  /** `detail` is the path or name that could not be written. */
  'write-failed',
  /** `detail` is the path of an existing file that may not be replaced. */
  'file-exists',
  /** `detail` is the path of a small file that is unreadable: the ledger, the preferences or a journal. */
  'file-damaged',
  /** The records' file has a storage format, `detail`, that this version cannot read. */
  'store-format',
] as const;

const quotaExhaustedSchema = z.object({
  code: z.literal('quota-exhausted'),
  /** UTC timestamp. */
  resetsAt: z.string(),
  /** True when only the user's reserve is left. */
  reserve: z.boolean().optional(),
  /** How many requests this computer has sent with the key that day, including refused ones. */
  usedHere: z.number().int().optional(),
  /** The assumed daily quota, because the service never reports it. */
  limit: z.number().int().optional(),
  /** True when the service refused before this computer had sent that many requests: others use the key too, or its quota is lower. */
  usedElsewhere: z.boolean().optional(),
  /** The `asOf` of the complete local records, which can still be used; a UTC timestamp. */
  asOf: z.string().optional(),
});

/** Why the service could not be reached, as far as the system reports it. */
export const unreachableReasons = [
  /** The host name could not be resolved. */
  'name-unknown',
  /** The host answers, but nothing listens on this port. */
  'refused',
  /** The host answers, but not over HTTPS. */
  'no-tls',
  /** The certificate is not trusted, has expired or belongs to another name. */
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
  /** The property, period, measure, column or option that does not exist or does not apply. */
  detail: z.string(),
  /** Set if the program branches on it, because `detail` is a sentence for people. */
  reason: z.enum(['no-pdf-compiler', 'stored-internal']).optional(),
});

/** An export selected no record. */
const nothingMatchedSchema = z.object({
  code: z.literal('nothing-matched'),
  /** Values of its filter that no local record has. */
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

/** Errors that explain why the service does not answer any request. */
export const troubleSchema = z.discriminatedUnion('code', [
  z.object({ code: z.enum(['key-rejected', 'key-deactivated', 'service-busy']) }),
  offlineSchema,
  z.object({ code: z.literal('service-failed'), status: z.number().int() }),
]);
export type Trouble = z.output<typeof troubleSchema>;

export function isTrouble(error: AppError): error is Trouble {
  return troubleSchema.safeParse(error).success;
}

/** With one of these errors, the store's file cannot be used, but it can be set aside and downloaded again at a known price. */
export const replaceableStore: ReadonlySet<ErrorCode> = new Set(['store-damaged', 'store-format']);

export type Result<T> =
  | {
      readonly ok: true;
      readonly value: T;
      /** The state of the store from which the call was answered. */
      readonly state?: string;
    }
  | { readonly ok: false; readonly error: AppError };

/** Carries an `AppError` within one process. Across a host it becomes a `Result`. */
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
