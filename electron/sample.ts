/** The sample workspace's own service: a real HTTP service on loopback with a fixed key that opens nothing else. */
import { join } from 'node:path';
import { z } from 'zod';
import { createService } from '../service/server.ts';
import type { Journal } from './journal/journal.ts';

export const SAMPLE = 'sample';

/** Public on purpose: it opens only the invented records of a service that listens on this computer's loopback. */
export const SAMPLE_KEY = 'sample-key-for-invented-records';

/** What the sample's requests are booked under: its port differs at each start. */
export const SAMPLE_ORIGIN = 'sample';

const SEED = 7;
const AS_OF = 'sample.asOf';

export interface SampleService {
  readonly url: string;
  close(): Promise<void>;
}

/** The day the sample is anchored to; the first start decides it for good. */
export function sampleAsOf(journal: Journal, today: string): string {
  const kept = journal.setting(AS_OF, z.string());
  if (kept) return kept;
  journal.keepSetting(AS_OF, today);
  return today;
}

/** Starts the service over the sample's records and writes the sample's names into the journal. */
export async function startSample(
  directory: string,
  journal: Journal,
  asOf: string,
  now: () => number,
): Promise<SampleService> {
  const databasePath = join(directory, 'service.sqlite');
  const service = await createService({ seed: SEED, asOf, databasePath, key: SAMPLE_KEY, now });
  if (service.sample) journal.keepNames(service.sample.names);
  return service;
}
