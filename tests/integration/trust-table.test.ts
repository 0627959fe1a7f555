/** The command that runs the campaigns and the table it writes: nothing broken or unfinished is told as kept. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Campaign } from '../faults/campaigns/campaign-shape.ts';
import { campaigns } from '../faults/campaigns/registry.ts';
import { withTable } from '../faults/trust/files.ts';
import { isKept, runCampaign, type Outcome } from '../faults/trust/run.ts';

const document = readFileSync(join(import.meta.dirname, '../../docs/trust.md'), 'utf8');
const quietly = { scale: 1, seed: 1, tell: () => undefined };

function campaignThat(run: Campaign['run']): Campaign {
  return { row: 6, name: 'made-up', holds: 'something | holds', promised: 10, short: 1, run };
}

const outcome = (given: Partial<Outcome> = {}): Outcome => ({
  row: 6,
  name: 'made-up',
  holds: 'something | holds',
  promised: 10,
  asked: 10,
  reached: 10,
  failures: [],
  told: 'this and that',
  seed: 1,
  seconds: 2,
  date: '2026-11-22',
  ...given,
});

test('a campaign that throws, that breaks a promise or that stops early is not kept', async () => {
  const thrown = await runCampaign(
    campaignThat(() => Promise.reject(new Error('fell over'))),
    quietly,
  );
  expect(thrown).toMatchObject({ reached: 0, failures: [expect.stringContaining('fell over') as string] });
  expect(isKept(thrown)).toBe(false);
  expect(isKept(outcome({ failures: ['broken'] }))).toBe(false);
  expect(isKept(outcome({ slow: ['took too long'] }))).toBe(false);
  expect(isKept(outcome({ reached: 9 }))).toBe(false);
  expect(isKept(outcome())).toBe(true);
});

test('a part of the promised count is asked for, and told against the whole', async () => {
  const run: Campaign['run'] = async ({ count }) => ({ reached: count, failures: [], told: '' });
  const part = await runCampaign(campaignThat(run), { ...quietly, scale: 0.34 });
  expect(part).toMatchObject({ asked: 3, reached: 3, promised: 10 });
});

test('the table keeps the lines of campaigns that were not run, in the order of their rows', () => {
  const first = withTable(document, [outcome({ row: 20, name: 'later' }), outcome()]);
  const again = withTable(first, [outcome({ reached: 9 })]);
  const made = again.split('\n').filter((line) => /`(made-up|later)`/.test(line));
  expect(made).toEqual([
    expect.stringMatching(/^\| 6 \| `made-up` \| something \\\| holds \| 9 \/ 10 \| not run to its end \|/),
    expect.stringMatching(/^\| 20 \| `later` \| .* \| held \|/),
  ]);
  expect(again.split('\n').filter((line) => line.startsWith('| Row'))).toHaveLength(1);
});

test('every campaign has a name of its own, a point in the document, and fewer runs in npm test than promised', () => {
  expect(new Set(campaigns.map(({ name }) => name)).size).toBe(campaigns.length);
  for (const { row, name, promised, short } of campaigns) {
    expect(document, name).toMatch(new RegExp(`^${row}\\. \\*\\*`, 'm'));
    expect(short).toBeLessThan(promised);
    expect(short).toBeGreaterThan(0);
  }
});
