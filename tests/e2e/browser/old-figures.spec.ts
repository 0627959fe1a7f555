/** Figures of the question before, while the answer to the next one is on its way. */
import { openView } from '../support/look.ts';
import { settled } from '../support/settled.ts';
import { expect, test } from '../support/test.ts';

test('the Overview never shows figures of another period as if they were of this one', async ({
  reading: { page },
}) => {
  await openView(page, '/', { period: '2026-10' });
  const value = page.getByTestId('tile-billable_value');
  const panel = page.locator('section').filter({ has: page.getByTestId('overview-people') });
  await expect(value).toHaveAttribute('data-value', /\d/);
  await settled(page);
  const october = (await value.getAttribute('data-value')) ?? '';

  let isHolding = true;
  const held: (() => void)[] = [];
  await page.route('**/api/call', async (route) => {
    if (isHolding && route.request().postData()?.includes('report.run') === true)
      await new Promise<void>((resolve) => held.push(resolve));
    await route.continue();
  });
  await openView(page, '/', { period: '2026-09' });
  await expect(panel).toHaveAttribute('aria-busy', 'true');
  await expect(value).toHaveAttribute('data-value', october);
  await expect(page.locator('section[aria-busy="true"]').filter({ has: value })).toHaveCount(1);

  isHolding = false;
  for (const release of held) release();
  await expect(value).not.toHaveAttribute('data-value', october);
  await settled(page);
});
