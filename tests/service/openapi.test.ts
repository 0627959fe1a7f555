/** The suite's requests and their answers, each held to the document by a validator that knows nothing of the service's schemas. */
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Report } from '#conformance/suite.ts';
import type { Switches } from '#service/upstream/switches.ts';
import type { Deviation } from '#tests/conformance/deviations/deviation.ts';
import { documentDeviations } from '#tests/conformance/deviations/document-deviations.ts';
import { document, findFlaw } from '#tests/conformance/document-flaws.ts';
import { brokenIn, judge, overSample } from '#tests/conformance/proxied-service.ts';
import { startProxy } from '#tests/conformance/proxy.ts';
import { chooseCases } from '#tests/support/tier.ts';

interface Watched {
  readonly bend?: Deviation;
  readonly switches?: Partial<Switches>;
  readonly spendQuota?: boolean;
}

interface Seen {
  readonly flaws: string[];
  readonly statuses: Set<string>;
  readonly report: Report;
}

async function watchSuite({ bend, switches = {}, spendQuota = false }: Watched = {}): Promise<Seen> {
  const flaws: string[] = [];
  const statuses = new Set<string>();
  const proxy = await startProxy(bend, (asked, answered) => {
    statuses.add(`${asked.operation} ${answered.status}`);
    const flaw = findFlaw(asked, answered);
    if (flaw !== undefined) flaws.push(flaw);
  });
  onTestFinished(() => proxy.close());
  const service = { ...overSample(switches), baseUrl: proxy.url };
  const report = await judge(service, { baseUrl: proxy.url, spendQuota }, proxy.lead);
  return { flaws, statuses, report };
}

describe('the document', () => {
  it('allows every answer to the conformance suite, errors among them', async () => {
    const { flaws, statuses } = await watchSuite({ spendQuota: true });
    expect(flaws).toEqual([]);
    for (const each of ['list 200', 'batch 200', 'search 200', 'search 400', 'list 401', 'list 403', 'list 429'])
      expect([...statuses]).toContain(each);
  });

  it('allows the answers of an upstream that differs in all its switches', async () => {
    const { flaws, report } = await watchSuite({
      switches: {
        ids: 'numbers',
        partialStatus: 207,
        missingErrors: 'each',
        values: 'json',
        dates: 'epoch',
        allMissing: 'not-found',
      },
    });
    expect(flaws).toEqual([]);
    // An upstream whose partial answers are 207 breaks this one rule, which is what the suite is for.
    expect(brokenIn(report)).toEqual([expect.stringMatching(/^4\.2-5: .*207/)]);
  });

  it.each(chooseCases(1, documentDeviations))('does not allow $name', async (deviation) => {
    const { flaws } = await watchSuite({ bend: deviation }).catch(() => ({ flaws: ['the suite could not go on'] }));
    expect(flaws).not.toEqual([]);
  });

  it('describes requests by the schemas that read them', () => {
    const { post } = document.paths['/service/v1/timelogs/search'] as { post: { requestBody: object } };
    const text = JSON.stringify(post.requestBody);
    expect(text).toContain('"filterGroups"');
    expect(text).toContain('"maximum":200');
    expect(text).not.toContain('$schema');
  });
});
