/**
 * The service that tests of the client ask. With `SERVICE_HOPS=2` it has no records itself: it forwards to a second one, as to a CRM, within
 * the bounds of its turns. What a test says of records is the second one's then; keys, quota and faults stay with the first.
 */
import { createService, type Service, type ServiceOptions } from '#service/server.ts';
import { createEmbeddedUpstream } from '#service/upstream/embedded.ts';
import { createHttpUpstream } from '#service/upstream/http.ts';
import { LocalPermits } from '#service/upstream/permits.ts';
import { makeSample } from '../worlds/made-samples.ts';

const TOKEN = 'the-token-of-the-hop';

/** How many services lie between the client and the records: 1 or 2. */
export const hopsAsked = process.env['SERVICE_HOPS'] === '2' ? 2 : 1;

interface SampledOptions extends ServiceOptions {
  /** The calendar months of the sample, 24 by default. A few of them, where no figure needs more, are made in a fifth of the time. */
  readonly sampleMonths?: number;
}

export async function openService(options: SampledOptions = {}, hops = hopsAsked): Promise<Service> {
  if (hops === 1) return openOne(options);
  const { upstream, seed, asOf, records, sampleMonths, switches, now, ...front } = options;
  const clock = now ? { now } : {};
  const behind = await openOne({
    ...clock,
    ...(upstream && { upstream }),
    ...(seed !== undefined && { seed }),
    ...(asOf !== undefined && { asOf }),
    ...(records !== undefined && { records }),
    ...(sampleMonths !== undefined && { sampleMonths }),
    ...(switches && { switches }),
    key: TOKEN,
    dailyQuota: 1_000_000,
  });
  // Calls in flight and searches are bounded as before a CRM; a rate of all calls would only be waited for.
  const permits = new LocalPermits({ callRate: { count: 100_000, seconds: 1 } });
  const url = `${behind.url}/service/v1/timelogs`;
  const forwarding = createHttpUpstream({ url, token: () => TOKEN, permits });
  const before = await createService({ ...front, ...clock, upstream: forwarding });
  return {
    ...before,
    ...(behind.sample && { sample: behind.sample }),
    async close() {
      await before.close();
      await behind.close();
    },
  };
}

/** With the sample that others of this process may have asked for before. */
async function openOne(options: SampledOptions): Promise<Service> {
  const { seed = 1, asOf, records, sampleMonths: months, switches, now, ...front } = options;
  if (front.upstream || asOf === undefined || records === undefined) return createService(options);
  const sample = makeSample({ seed, asOf, records, ...(months !== undefined && { months }) });
  const clock = now ? { now } : {};
  const upstream = createEmbeddedUpstream({ records: sample.records, ...clock, ...(switches && { switches }) });
  return { ...(await createService({ ...front, ...clock, upstream })), sample };
}
