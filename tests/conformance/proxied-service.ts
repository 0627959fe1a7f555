/** The real service behind the proxy, which its links name, and the suite's words about both. */
import { onTestFinished } from 'vitest';
import { runSuite, type Report, type SuiteOptions } from '../../conformance/suite.ts';
import { createSample } from '../../service/sample.ts';
import { createService, type ServiceOptions } from '../../service/server.ts';
import { createEmbeddedUpstream } from '../../service/upstream/embedded.ts';
import type { Switches } from '../../service/upstream/switches.ts';
import { startProxy } from './proxy.ts';
import type { Deviation } from './deviations/deviation.ts';

/** More than a run of the suite sends, few enough to be used up soon. */
export const QUOTA = 400;

const { records } = createSample({ seed: 1, asOf: '2026-11-20', records: 300 });

/** The sample's records, made once for all tests. */
export function overSample(switches: Partial<Switches> = {}): ServiceOptions {
  return { upstream: createEmbeddedUpstream({ records, switches }), dailyQuota: QUOTA };
}

export async function judgeDeviating(deviation?: Deviation, options: Partial<SuiteOptions> = {}): Promise<Report> {
  const proxy = await startProxy(deviation);
  onTestFinished(() => proxy.close());
  return judge({ ...overSample(), baseUrl: proxy.url }, { ...options, baseUrl: proxy.url }, proxy.lead);
}

/** @param lead told where the service listens. */
export async function judge(
  service: ServiceOptions,
  options: Partial<SuiteOptions> = {},
  lead?: (to: string) => void,
): Promise<Report> {
  const started = await createService(service);
  onTestFinished(() => started.close());
  const { url, key } = started;
  lead?.(url);
  const { id, key: deactivatedKey } = await started.keys.issue();
  await started.keys.deactivate(id);
  return runSuite({ baseUrl: url, key: key ?? '', deactivatedKey, dailyQuota: QUOTA, ...options });
}

/** What the service does not keep yet. */
const owed = ['4.1-6'];

export function brokenIn({ results }: Report): string[] {
  return results
    .filter(({ outcome, rule }) => outcome === 'broken' && !owed.includes(rule))
    .map(({ rule, evidence }) => `${rule}: ${evidence}`);
}

/** What no service on this machine that works as it should gives occasion to try. */
export const neverTried = ['1-7a', '7-5', '7-6'];
