/** A walk over the screens with whatever JSON allows in the records: half emoji, NUL, 1e400, a title of a megabyte. */
import type { Locator, Page } from 'playwright/test';
import { describeError } from '#contract/error-text.ts';
import { startOddService } from '#tests/oddities/service.ts';
import { oddWorld } from '#tests/oddities/world.ts';
import { connectTo } from '../support/host-calls.ts';
import { openView } from '../support/look.ts';
import { lookupScreen } from '../support/screens/lookup.ts';
import { peopleScreen } from '../support/screens/people.ts';
import { recordsScreen } from '../support/screens/records.ts';
import { settled } from '../support/settled.ts';
import { long } from '../support/tier.ts';
import { expect, test } from '../support/test.ts';

/** Twelve records, one of them with a megabyte of title. */
const SEED = 525;

async function expectCalm(page: Page): Promise<void> {
  await settled(page);
  const unexpected = describeError({ code: 'unexpected' });
  for (const said of [unexpected.title, unexpected.sentence]) await expect(page.getByText(said)).toHaveCount(0);
}

test('every screen shows records of any text and number', long, async ({ changing: host }) => {
  const world = oddWorld(SEED);
  const ids = world.records.map(({ id }) => String(id));
  const service = await startOddService(world);
  try {
    const { page } = host;
    const faults: string[] = [];
    page.on('pageerror', (fault) => faults.push(fault.message));
    await connectTo(host, service);
    const visit = async (path: string, view: Readonly<Record<string, string>>, isThere?: Locator) => {
      await openView(page, path, view);
      if (isThere) await expect(isThere).toBeVisible();
      await expectCalm(page);
    };
    await visit('/', { period: '2026-10' });
    const finding = page.getByRole('row').filter({ hasText: /received|“/ });
    for (const check of ['unreadable', 'rounded']) await visit('/check', { check }, finding.first());
    for (const rows of ['title', 'client,category_text', 'platform_owner_id'])
      await visit('/reports', { preset: 'services', rows, period: '2026-09-01..2026-10-31' });
    await visit('/records', { period: 'all' }, recordsScreen(page).rows.nth(ids.length - 1));
    for (const record of ids.slice(0, 3))
      await visit('/records', { period: 'all', record }, recordsScreen(page).details);
    await visit('/people', {}, peopleScreen(page).table);
    await visit('/data', {}, page.getByTestId('data-anomalies').filter({ hasText: /\d/ }));
    await openView(page, '/lookup');
    await lookupScreen(page).ids.fill([...ids, '99'].join('\n'));
    await expect(lookupScreen(page).found.locator('tr[data-record]')).toHaveCount(ids.length);
    await lookupScreen(page).run.click();
    await expect(lookupScreen(page).sum).toContainText('1 missing');
    await expectCalm(page);
    expect(faults).toEqual([]);
  } finally {
    await service.close();
  }
});
