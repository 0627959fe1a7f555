/** The short form of every campaign of docs/trust.md; the promised counts are `npm run campaign -- trust`. */
import { expect, test } from 'vitest';
import { campaigns } from '../faults/campaigns/registry.ts';
import { runCampaign } from '../faults/trust/run.ts';
import { chooseSize, secondTier } from '../support/tier.ts';

const SEED = Number(process.env['SEED'] ?? 20_261_122);

/**
 * One trial of these takes seconds of a core, and the same promise has a smaller example: faults of a connection and of answers in
 * `http.test.ts` and `failures.test.ts`, records that move in `run.edge-cases.test.ts`, clocks that are wrong in `run.clocks.test.ts`, the
 * addresses of others in `stored-addresses.test.ts` and `client.key-secrecy.test.ts`, a key in errors and answers there and in
 * `terminal-failures.test.ts`, cells that could be formulas in `csv.test.ts`, what survives a kill in `snapshot.store.test.ts` and
 * `sync-faults.test.ts`, the storm in `quota.test.ts`, a page that is gone in `window-state.page-keeper.test.ts`, days of openings in
 * `sync-scheduler.test.ts`, files that do harm in `hostile-files.test.ts`, answers and files beyond any size in `http.test.ts` and
 * `load.forged.test.ts`.
 */
const large = new Set([
  'wire',
  'moving',
  'clocks',
  'key-addresses',
  'canary-key',
  'formula-files',
  'kills',
  'closing-kills',
  'service-storm',
  'crashed-pages',
  'month',
  'handed-files',
  'memory-bombs',
]);

for (const campaign of campaigns)
  test(
    `${campaign.name} keeps its promise in a short run of seed ${SEED}`,
    large.has(campaign.name) ? secondTier : {},
    async () => {
      const asked = Math.max(1, chooseSize(Math.round(campaign.short / 5), campaign.short));
      const scale = asked / campaign.promised;
      const outcome = await runCampaign(campaign, { scale, seed: SEED, tell: () => undefined });
      expect(outcome.failures).toEqual([]);
      expect(outcome).toMatchObject({ asked });
      expect(outcome.reached).toBeGreaterThanOrEqual(asked);
    },
  );
