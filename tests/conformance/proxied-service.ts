/** The real service, perhaps behind a proxy, which its links name, and the suite's words about it. */
import { runSuite, type Report, type SuiteOptions } from '#conformance/suite.ts';
import { createSample } from '#service/sample.ts';
import { createService, type ServiceOptions } from '#service/server.ts';
import { createEmbeddedUpstream } from '#service/upstream/embedded.ts';
import { createHttpUpstream } from '#service/upstream/http.ts';
import type { Switches } from '#service/upstream/switches.ts';
import { LIST } from '#conformance/client.ts';
import { startProxy, type Proxy } from './proxy.ts';
import type { Deviation } from './deviations/deviation.ts';

/** More than a run of the suite sends, few enough to be used up soon. */
export const QUOTA = 250;

const { records } = createSample({ seed: 1, asOf: '2026-11-20', records: 300, months: 6 });

/** The sample's records, made once for all tests. */
export function overSample(switches: Partial<Switches> = {}): ServiceOptions {
  return { upstream: createEmbeddedUpstream({ records, switches }), dailyQuota: QUOTA };
}

/** Calls that need not wait for their turn: the limits on them are another matter, and would take the suite half a minute. */
const always = {
  take: () => Promise.resolve({ ok: true as const, end: () => undefined }),
  pause: () => undefined,
  state: { running: 0, waiting: 0 },
};

/** Runs a service with another one over the sample in the CRM's place. */
export async function throughTwoHops<T>(run: (outer: ServiceOptions) => Promise<T>): Promise<T> {
  const inner = await createService({ ...overSample(), dailyQuota: 100_000 });
  try {
    const url = inner.url + LIST;
    const upstream = createHttpUpstream({ url, token: () => inner.key ?? '', permits: always });
    return await run({ upstream, dailyQuota: QUOTA });
  } finally {
    await inner.close();
  }
}

export async function judgeDeviating(deviation?: Deviation, options: Partial<SuiteOptions> = {}): Promise<Report> {
  const proxy = await startProxy(deviation);
  try {
    return await judge({ ...overSample(), baseUrl: proxy.url }, { ...options, baseUrl: proxy.url }, proxy.lead);
  } finally {
    await proxy.close();
  }
}

/** @param lead told where the service listens. */
export async function judge(
  service: ServiceOptions,
  options: Partial<SuiteOptions> = {},
  lead?: Proxy['lead'],
): Promise<Report> {
  const started = await createService(service);
  try {
    const { url, key } = started;
    lead?.(url);
    const given = key ?? (await started.keys.issue()).key;
    const { id, key: deactivatedKey } = await started.keys.issue();
    await started.keys.deactivate(id);
    return await runSuite({ baseUrl: url, key: given, deactivatedKey, dailyQuota: QUOTA, ...options });
  } finally {
    await started.close();
  }
}

export function brokenIn({ results }: Report): string[] {
  return results.filter(({ outcome }) => outcome === 'broken').map(({ rule, evidence }) => `${rule}: ${evidence}`);
}

/** What no service on this machine that works as it should gives occasion to try. */
export const neverTried = ['1-7a', '7-6'];
