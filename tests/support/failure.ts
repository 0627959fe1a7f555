/** Returns the failure of a piece of work, for a test that expects it. */
import { AppFailure, type AppError } from '#contract/errors.ts';

/** @throws the error where it is not one of the app's, and an Error where nothing failed. */
export async function failure(work: Promise<unknown>): Promise<AppError> {
  const error = await work.then(
    () => new Error('did not fail'),
    (thrown: unknown) => thrown,
  );
  if (error instanceof AppFailure) return error.error;
  throw error;
}
