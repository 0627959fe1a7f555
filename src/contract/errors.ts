/** The one union of everything that can go wrong across the contract. Its sentences are in texts/, its exit codes in electron/cli. */
import { z } from 'zod';

const plain = [
  'key-missing',
  'key-rejected',
  'key-deactivated',
  'service-busy',
  'offline',
  'store-damaged',
  'store-in-use',
  'store-newer',
  /** Nothing is changed in names and settings that are damaged. */
  'journal-damaged',
  'disk-full',
  'cancelled',
  'keychain-unavailable',
  'busy',
  /** A question was ended after the stated time. */
  'took-too-long',
  'unexpected',
] as const;

const detailed = [
  /** `detail` names the filter and what is wrong with it. */
  'filter-invalid',
  /** A property, period, measure, column or option that does not exist or does not fit. */
  'usage',
  /** What the upstream platform said. */
  'upstream-failed',
  /** Where the answer broke a promise of the interface. */
  'service-changed',
  /** The base address is neither HTTPS nor loopback HTTP, or is not an address. */
  'address-refused',
  /** The workspace belongs to another address: `detail` is that address. */
  'workspace-bound',
  /** `detail` is the path or name that could not be written. */
  'write-failed',
  /** `detail` is the path of a small file that cannot be read any more: the ledger, the preferences or a journal. */
  'file-damaged',
] as const;

const quotaExhaustedSchema = z.object({
  code: z.literal('quota-exhausted'),
  /** UTC timestamp. */
  resetsAt: z.string(),
  /** True when only the reserve kept for the person is left. */
  reserve: z.boolean().optional(),
  /** What this computer had sent with the key that day, a refused request included. */
  usedHere: z.number().int().optional(),
  /** The daily quota that was assumed: the service never tells it. */
  limit: z.number().int().optional(),
  /** True when the service said so before this computer had sent that many: someone else uses the key, or it was given less. */
  usedElsewhere: z.boolean().optional(),
  /** As of when the records here are whole: they work on. UTC timestamp. */
  asOf: z.string().optional(),
});

export const appErrorSchema = z.discriminatedUnion('code', [
  z.object({ code: z.enum(plain) }),
  z.object({ code: z.enum(detailed), detail: z.string() }),
  quotaExhaustedSchema,
  z.object({ code: z.literal('service-failed'), status: z.number().int() }),
]);

export type AppError = z.output<typeof appErrorSchema>;
export type ErrorCode = AppError['code'];

export type Result<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: AppError };

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
