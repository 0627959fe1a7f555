/** Runs the sample workspace's own service: a real HTTP service on loopback with a fixed key that opens no other service. */
import { join } from 'node:path';
import { z } from 'zod';
import { directorySchema, type Directory } from '#domain/people/directory.ts';
import type { Journal } from '#electron/journal/journal.ts';
import { SAMPLE_TODAY } from '#domain/settings.ts';

export const SAMPLE = 'sample';

/** The key is public on purpose: it opens only the invented records of a service that listens on this computer's loopback. */
export const SAMPLE_KEY = 'sample-key-for-invented-records';

/** The origin under which the sample's requests are booked, because its port differs at each start. */
export const SAMPLE_ORIGIN = 'sample';

const SEED = 7;

export interface SampleService {
  readonly url: string;
  close(): Promise<void>;
}

/** Reads the day the sample is anchored to; the first start decides it for good. */
export function readSampleDay(journal: Journal, today: string): string {
  const saved = journal.setting(SAMPLE_TODAY, z.string());
  if (saved) return saved;
  journal.saveSetting(SAMPLE_TODAY, today);
  return today;
}

/** Raised when the sample's names hold more than before, so that they are written once again. */
const NAMES_VERSION = 1;
const NAMES = 'sample.names';

/**
 * Starts the service over the sample's records. Its names are stored once, so that a user's changes to them stay.
 * @param saveNames puts the names into the directory
 */
export async function startSample(
  directory: string,
  journal: Journal,
  asOf: string,
  now: () => number,
  saveNames: (names: Directory) => Promise<unknown>,
): Promise<SampleService> {
  const databasePath = join(directory, 'service.sqlite');
  // The server is loaded for the sample alone, because it and its packages would add a tenth of a second to every command of the terminal.
  const { createService } = await import('#service/server.ts');
  const service = await createService({ seed: SEED, asOf, databasePath, key: SAMPLE_KEY, now });
  if (service.sample && !journal.damage && journal.setting(NAMES, z.number()) !== NAMES_VERSION) {
    await saveNames(directorySchema.parse(service.sample.names));
    journal.saveSetting(NAMES, NAMES_VERSION);
  }
  return service;
}
