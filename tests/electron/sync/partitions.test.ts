/** When the parts of a download become one. */
import { expect, it } from 'vitest';
import { TOTAL_CEILING } from '#electron/sync/service.ts';
import { mergeRest, planPartitions } from '#electron/sync/partitions.ts';

const planned = () => {
  const [newest, ...rest] = planPartitions(60_000, '900', Date.UTC(2026, 10, 22));
  if (!newest) throw new Error('no partitions');
  return [{ ...newest, total: 5_000, sealed: true }, ...rest];
};

it('little left makes the rest one part; a total of 10,000 may be a ceiling and says nothing of what is left', () => {
  expect(mergeRest(planned(), TOTAL_CEILING + 1, 9_500)).toHaveLength(2);
  expect(mergeRest(planned(), TOTAL_CEILING, 9_500)).toBeNull();
});
