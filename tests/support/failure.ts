/** What a piece of work failed with, for a test that expects it to. */
import { AppFailure, type AppError } from '../../src/contract/errors.ts';

/** @throws what it threw where that is no failure of the app's, and an Error where it did not fail at all. */
export async function failure(work: Promise<unknown>): Promise<AppError> {
  const error = await work.then(
    () => new Error('did not fail'),
    (thrown: unknown) => thrown,
  );
  if (error instanceof AppFailure) return error.error;
  throw error;
}
