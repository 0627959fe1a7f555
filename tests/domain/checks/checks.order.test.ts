import { describe, expect, test } from 'vitest';
import type { CheckSummary } from '#contract/checks.ts';
import { compareByStake, findLargestStake } from '#domain/checks/stake.ts';

describe('the list that opens by itself', () => {
  const summary = (id: string, more: Partial<CheckSummary>): CheckSummary => ({
    id,
    open: 1,
    reviewed: 0,
    value: null,
    minutes: null,
    kind: 'list',
    examined: 10,
    everywhere: { examined: 10, found: 1 },
    ...more,
  });

  test('is the one with most money in question, then most hours; notices and empty ones come last or never', () => {
    const all = [
      summary('hours', { minutes: '6000' }),
      summary('credit', { value: '-900' }),
      summary('small', { value: '12.5' }),
      summary('habit', { value: '99999', kind: 'notice' }),
      summary('done', { value: null, open: 0 }),
    ];
    expect(findLargestStake(all)?.id).toBe('credit');
    expect(findLargestStake(all.filter(({ id }) => id === 'habit' || id === 'hours'))?.id).toBe('hours');
    expect(findLargestStake(all.filter(({ id }) => id === 'habit'))?.id).toBe('habit');
    expect(findLargestStake([summary('done', { open: 0 })])).toBeUndefined();
  });

  test('what cannot be weighed goes before any money: billable time without a rate may be worth more than all the others', () => {
    const all = [
      summary('money', { value: '99999' }),
      summary('billable-without-rate', { value: '0', minutes: '60' }),
      summary('habit', { kind: 'notice', value: '1' }),
    ];
    expect(all.toSorted(compareByStake).map(({ id }) => id)).toEqual(['billable-without-rate', 'money', 'habit']);
    expect(findLargestStake(all)?.id).toBe('billable-without-rate');
    expect(
      findLargestStake([summary('billable-without-rate', { open: 0 }), summary('money', { value: '1' })])?.id,
    ).toBe('money');
  });

  test('hours without money have their place: after any money, no money known and money of 0 alike, before nothing at all', () => {
    const all = [
      summary('nothing', {}),
      summary('done', { open: 0, value: '900', minutes: '900' }),
      summary('few-hours', { value: '0', minutes: '60' }),
      summary('many-hours', { minutes: '600' }),
      summary('a-cent', { value: '0.01', minutes: '1' }),
      summary('habit', { kind: 'notice', value: '99999' }),
    ];
    expect(all.toSorted(compareByStake).map(({ id }) => id)).toEqual([
      'a-cent',
      'many-hours',
      'few-hours',
      'nothing',
      'habit',
      'done',
    ]);
  });
});
