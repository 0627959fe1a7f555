/** The suite holds the service to the interface, and notices each way of not keeping to it. */
import { describe, expect, it, onTestFinished } from 'vitest';
import { rules } from '#conformance/suite.ts';
import { createEmbeddedUpstream } from '#service/upstream/embedded.ts';
import { openPostgresStore } from '#service/store/postgres/store.ts';
import type { Switches } from '#service/upstream/switches.ts';
import { makeCluster } from '../support/postgres/cluster.ts';
import { deviations } from './deviations/deviations.ts';
import { brokenIn, judge, judgeDeviating, neverTried, overSample, throughTwoHops } from './proxied-service.ts';
import { chooseCases, secondTier } from '../support/tier.ts';

const untriedIn = (report: Awaited<ReturnType<typeof judge>>) =>
  report.results.filter(({ outcome }) => outcome === 'untried').map(({ rule }) => rule);

describe('the service', () => {
  it('keeps every rule, those of the quota included, within 600 requests', async () => {
    const report = await judge(overSample(), { spendQuota: true });
    expect(brokenIn(report)).toEqual([]);
    expect(untriedIn(report)).toEqual(neverTried);
    expect((await judge(overSample())).requests).toBeLessThan(200);
  });

  it('keeps every rule with another service in the place of the CRM', secondTier, async () => {
    const report = await throughTwoHops((outer) => judge(outer, { spendQuota: true }));
    expect(brokenIn(report)).toEqual([]);
    expect(untriedIn(report)).toEqual(neverTried);
  });

  it('keeps every rule with keys and counts in PostgreSQL', secondTier, async () => {
    const cluster = makeCluster();
    onTestFinished(() => cluster.remove());
    await cluster.start();
    const store = await openPostgresStore(cluster.address('postgres'));
    const report = await judge({ ...overSample(), store, issuesFirstKey: false }, { spendQuota: true });
    expect(brokenIn(report)).toEqual([]);
    expect(untriedIn(report)).toEqual(neverTried);
  });

  const others: [string, Partial<Switches>][] = [
    ['smaller pages of the list, and ties in another order', { listMaximum: 20, ties: 'newest-first' }],
    ['ids as numbers and values as JSON', { ids: 'numbers', values: 'json', dates: 'iso' }],
    ['ids and values as text, dates as timestamps', { ids: 'strings', values: 'strings', dates: 'epoch' }],
    ['an error for each missing id, days for dates', { missingErrors: 'each', dates: 'days' }],
  ];
  it.each(chooseCases(1, others))('keeps every rule over an upstream with %s', async (_, switches) => {
    const report = await judge(overSample(switches));
    expect(brokenIn(report)).toEqual([]);
  });

  it('that has no record breaks no rule, and is not said to keep those of records', async () => {
    const report = await judge({ upstream: createEmbeddedUpstream({ records: [] }), dailyQuota: 1000 });
    expect(brokenIn(report)).toEqual([]);
    expect(untriedIn(report)).toEqual(expect.arrayContaining(['1-3', '2.1-1', '4.1-2', '4.2-1', '4.3-16']));
  });
});

describe('the suite', () => {
  it('notices nothing where the proxy changes nothing', secondTier, async () => {
    const report = await judgeDeviating(undefined, { spendQuota: true });
    expect(brokenIn(report)).toEqual([]);
  });

  const noticed = 'notices by rule $rule: $name';
  const expectNoticed = async (deviation: (typeof deviations)[number]) => {
    // The rules of section 7 look back at what the others were answered.
    const only = deviation.rule.startsWith('7-') ? undefined : ['1-3', '8-2', deviation.rule];
    const report = await judgeDeviating(deviation, { spendQuota: deviation.spends ?? false, only });
    expect(report.results.find(({ rule }) => rule === deviation.rule)?.outcome, brokenIn(report).join('\n')).toBe(
      'broken',
    );
  };
  // One of each section here, every other one in the second tier: each judges a whole service.
  const section = ({ rule }: (typeof deviations)[number]) => rule.split('-')[0];
  const isFirstOfSection = (deviation: (typeof deviations)[number]) =>
    deviations.find((other) => section(other) === section(deviation)) === deviation;
  it.each(deviations.filter(isFirstOfSection))(noticed, expectNoticed);
  it.each(deviations.filter((deviation) => !isFirstOfSection(deviation)))(noticed, secondTier, expectNoticed);

  it('has a deviation for every rule that can be tried on this machine', () => {
    const planted = new Set(deviations.map(({ rule }) => rule));
    const without = rules.map(({ id }) => id).filter((id) => !planted.has(id));
    // The survey itself asks for HTTPS beyond this machine and for a valid key.
    expect(without).toEqual(['1-7a', '5-1a']);
    expect(new Set(rules.map(({ id }) => id)).size).toBe(rules.length);
  });

  it('sends no more requests than it may', async () => {
    const report = await judgeDeviating(undefined, { mostRequests: 30 });
    expect(report.requests).toBe(30);
    // The proxy changes nothing.
    expect(brokenIn(report)).toEqual([]);
    expect(report.untried).toBeGreaterThan(60);
  });
});
