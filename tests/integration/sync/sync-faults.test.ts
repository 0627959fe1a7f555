/** Six runs of the campaign of faults, moving data and kill -9: the long one is `npm run campaign -- faults`. */
import { expect, test } from 'vitest';
import { runOnce } from '#tests/faults/campaign.ts';
import { planOf, resetHeaders } from '#tests/faults/plan.ts';
import { chooseCases, chooseSize } from '#tests/support/tier.ts';

/** Few, so chosen: among them is everything the campaign can meet. */
const seeds = [21, 5, 28, 34, 42, 55];

test('the six meet every kind of trouble', () => {
  const plans = seeds.map(planOf);
  const limited = plans.filter(({ world }) => (world.dailyQuota ?? 0) < 1_000);
  expect(new Set(limited.map(({ habits }) => habits.resetHeader))).toEqual(new Set(resetHeaders));
  expect(plans.some(({ habits }) => habits.refusesSearch)).toBe(true);
  expect(plans.some(({ world }) => world.switches?.totalCeiling === 10_000)).toBe(true);
  expect(plans.some(({ world }) => (world.switches?.indexLagMilliseconds ?? 0) >= 60_000)).toBe(true);
  expect(plans.some(({ world }) => new Date(world.startAt ?? 0).getUTCHours() === 23)).toBe(true);
  const skews = plans.map(({ skewMilliseconds }) => skewMilliseconds / 3_600_000);
  expect([Math.min(...skews), Math.max(...skews)]).toEqual([-26, 26]);
  const rounds = plans.flatMap((plan) => plan.rounds);
  const options = rounds.flatMap((round) => Object.keys(round.options));
  expect(new Set(options)).toEqual(new Set(['full', 'audit', 'list', 'scrub', 'month', 'maxRequests']));
  expect(new Set(rounds.flatMap(({ hold }) => hold?.how ?? []))).toEqual(new Set(['pause', 'cancel']));
});

test.each(chooseCases(1, seeds))(
  'nothing is lost or doubled and totals are exact after faults and kills, seed %i',
  async (seed) => {
    const { wrong, story } = await runOnce(seed, chooseSize(2, Infinity));
    expect(wrong, story.join('\n')).toEqual([]);
  },
);
