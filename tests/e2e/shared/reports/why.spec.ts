/** Why a figure moved: a click on a change opens the sentence, the waterfall and the groups; a group leads deeper, the path leads back. */
import { lookAround, goTo, ofThePage } from '#tests/e2e/support/look.ts';
import { explainPanel, reportScreen } from '#tests/e2e/support/screens/reports.ts';
import { overviewScreen } from '#tests/e2e/support/screens/overview.ts';
import { settled } from '#tests/e2e/support/settled.ts';
import { longOfThePage, runsAll } from '#tests/e2e/support/tier.ts';
import { expect, test } from '#tests/e2e/support/test.ts';

test('a change in Movers opens why it moved, one level deeper and back', ofThePage, async ({ reading }) => {
  const { page } = reading;
  await page.setViewportSize({ width: 1440, height: 900 });
  const reports = reportScreen(page);
  await reports.open({ preset: 'movers', period: '2026-10' });
  const change = reports.total.locator('[data-figure="change"]').first();
  const told = (await change.textContent()) ?? '';
  await change.click();
  const panel = page.getByTestId('bridge');
  await expect(panel.getByTestId('bridge-sentence')).toContainText(told.replace(/^[+−]/, ''));
  await expect(panel.getByTestId('bridge-sentence')).toContainText(/rose|fell/);
  // The foot of the table tells the change that was clicked.
  const foot = panel.getByTestId('bridge-table').locator('tfoot');
  await expect(foot.locator('[data-part="change"]')).toHaveText(told);
  await expect(panel.getByTestId('bridge-steps').getByRole('row')).toHaveCount(
    (await foot.locator('[data-part]').count()) + 2,
  );
  await lookAround(page, 'why');
  // Passed on as a picture, with its sentence below it.
  if (runsAll) {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await panel.getByRole('button', { name: 'Copy picture' }).click();
    const copied = () => page.evaluate(async () => (await navigator.clipboard.read()).flatMap(({ types }) => types));
    await expect.poll(copied).toEqual(['image/png']);
  }
  const group = panel.getByTestId('bridge-table').getByRole('button').first();
  const name = (await group.textContent()) ?? '';
  const row = panel.getByTestId('bridge-table').locator('tbody tr').first().locator('[data-part="change"]');
  const exact = (await row.getAttribute('data-exact')) ?? '';
  await group.focus();
  await page.keyboard.press('Enter');
  await expect(panel.getByTestId('bridge-path')).toHaveText(new RegExp(`${name}$`));
  await expect(foot.locator('[data-part="change"]')).toHaveAttribute('data-exact', exact);
  await expect(panel.getByRole('columnheader', { name: 'Person' })).toBeVisible();
  await panel.getByTestId('bridge-path').getByRole('button').first().click();
  await expect(foot.locator('[data-part="change"]')).toHaveText(told);
  await panel.getByText('Service', { exact: true }).click();
  await expect(panel.getByRole('columnheader', { name: 'Service' })).toBeVisible();
  await expect(foot.locator('[data-part="change"]')).toHaveText(told);
  await page.keyboard.press('Escape');
  await expect(panel).toHaveCount(0);
  expect(reports.inAddress('cell')).toBe('');
});

test(
  "a tile's change opens why it moved, and by keyboard its explanation leads there",
  longOfThePage,
  async ({ reading }) => {
    const { page } = reading;
    await goTo(page, '#/?period=2026-10');
    const { tile } = overviewScreen(page);
    await settled(page);
    await tile('billable_value').locator('[data-change]').click();
    const panel = page.getByTestId('bridge');
    await expect(panel.getByTestId('bridge-sentence')).toContainText('Billable value');
    await page.keyboard.press('Escape');
    await expect(panel).toHaveCount(0);
    await tile('effective_rate').focus();
    await page.keyboard.press('Enter');
    await explainPanel(page).panel.getByRole('button', { name: 'Why it moved' }).press('Enter');
    await expect(panel).toContainText('Effective rate is not a sum');
  },
);
