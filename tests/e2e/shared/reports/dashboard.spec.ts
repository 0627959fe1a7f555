/** The pins on the Overview: a report and a figure are pinned, ordered, opened and removed with undo, and cost no request. A new report begins empty. */
import type { Page } from 'playwright/test';
import { goTo, look, lookAgain, lookAround, ofThePage, openView } from '#tests/e2e/support/look.ts';
import { reportScreen } from '#tests/e2e/support/screens/reports.ts';
import { settled } from '#tests/e2e/support/settled.ts';
import { PINS_PATH } from '#ui/routing/paths.ts';
import { longOfThePage, runsAll } from '#tests/e2e/support/tier.ts';
import { expect, test } from '#tests/e2e/support/test.ts';
import { takeBack } from '#tests/e2e/support/toasts.ts';

const pins = (page: Page) => page.getByTestId('pin');

/** A view in which nothing is: the Overview then draws its pins alone, in a fraction of the time. */
const nothing = {
  period: '2026-10',
  filter: JSON.stringify([{ filters: [{ propertyName: 'client', operator: 'EQ', value: 'no such client' }] }]),
};

/** Their former address opens the Overview at their place. */
async function openPins(page: Page, view: Readonly<Record<string, string>> = {}): Promise<void> {
  await goTo(page, `#${PINS_PATH}?${new URLSearchParams(view).toString()}`);
  await settled(page);
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Pinned' })).toBeInViewport();
}

test('a report and a figure on one page, without a request', ofThePage, async ({ reading: { page } }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  // Drawing the Overview costs more than all else here: that nothing is pinned is shown where its panel is tested.
  if (runsAll) {
    await openPins(page);
    await expect(page.getByText('Nothing is pinned yet')).toBeVisible();
    await look(page, 'pins-empty');
  }
  const spent = await page
    .getByText(/^\d+ of 1,000/)
    .first()
    .innerText();

  await reportScreen(page).open({ preset: 'clients', period: '2026-10', compare: 'previous' });
  await reportScreen(page).more('Pin to the Overview');
  await expect(page.getByText('“Clients” is on the Overview')).toBeVisible();
  const cell = reportScreen(page).total.getByRole('gridcell').first();
  const exact = await cell.getAttribute('data-exact');
  await cell.click();
  await page.getByRole('button', { name: 'Pin this figure to the Overview' }).click();
  await expect(page.getByText(/is on the Overview/).last()).toBeVisible();
  await page.keyboard.press('Escape');

  await openPins(page, runsAll ? {} : nothing);
  await expect(pins(page)).toHaveCount(2);
  await settled(page);
  await expect(pins(page).nth(1).locator('[data-exact]')).toHaveAttribute('data-exact', exact ?? '');
  await lookAround(page, 'pins', [720]);
  expect(
    await page
      .getByText(/^\d+ of 1,000/)
      .first()
      .innerText(),
  ).toBe(spent);

  await page.getByRole('button', { name: 'Clients: later', exact: true }).click();
  await expect(pins(page).nth(1).getByRole('table', { name: 'Clients', exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Remove Clients', exact: true }).click();
  await expect(pins(page)).toHaveCount(1);
  await takeBack(page, '“Clients” is off the Overview');
  await expect(pins(page)).toHaveCount(2);
  await page.getByRole('link', { name: 'Clients', exact: true }).click();
  await expect(reportScreen(page).title('Clients')).toBeVisible();
  await expect(reportScreen(page).grid).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('region', { name: 'Pinned' })).toBeInViewport();
  await expect(pins(page).first()).toBeInViewport();
});

test(
  'the pin of a saved report follows it, has its chart, and says that the month is running',
  longOfThePage,
  async ({ changing: host }) => {
    const { page } = host;
    await page.setViewportSize({ width: 1440, height: 900 });
    await reportScreen(page).open({ preset: 'people', period: '2026-10' });
    await reportScreen(page).save('Hours of people');
    await reportScreen(page).more('Pin to the Overview');
    await openPins(page);
    const pin = pins(page).first();
    await expect(pin.getByText('October 2026')).toBeVisible();
    await expect(pin.getByText('so far')).toHaveCount(0);
    await expect(pin.locator('span', { hasText: /^Gap$/ })).toBeVisible();
    await expect(pin.getByRole('application', { name: /Chart of Hours of people/ })).toBeVisible();

    await pin.getByRole('link', { name: 'Hours of people', exact: true }).click();
    await expect(reportScreen(page).grid).toBeVisible();
    const saved = reportScreen(page).inAddress('saved');
    await openView(page, '/reports', { saved, period: '2026-11' });
    await expect(reportScreen(page).changed).toBeVisible();
    await page.getByTestId('report-save').click();
    await expect(reportScreen(page).changed).toHaveCount(0);
    await openPins(page);
    await expect(pin.getByText('November 2026')).toBeVisible();
    await expect(pin.getByText('so far', { exact: true }).first()).toBeVisible();
  },
);

test(
  'where the Overview hides cost and margin, its pins hide them, too',
  longOfThePage,
  async ({ reading: { page } }) => {
    await reportScreen(page).open({ preset: 'margin', period: '2026-10' });
    await reportScreen(page).more('Pin to the Overview');
    await openPins(page);
    const pin = pins(page).last();
    const lines = pin.getByRole('table', { name: 'Margin', exact: true });
    await expect(lines).toBeVisible();
    await page.getByRole('button', { name: 'Hide cost and margin' }).click();
    await expect(pin).toContainText('Cost and margin are hidden.');
    await expect(lines).toHaveCount(0);
    await page.getByRole('button', { name: 'Show cost and margin' }).click();
    await expect(lines).toBeVisible();
  },
);

test('a new report begins with one figure and is saved under a name', longOfThePage, async ({ changing: host }) => {
  const { page } = host;
  await page.setViewportSize({ width: 1440, height: 900 });
  await goTo(page, '#/reports');
  await expect(reportScreen(page).grid).toBeVisible();
  await page.getByRole('button', { name: 'Reports', exact: true }).click();
  await page.getByTestId('report-new').click();
  await expect(reportScreen(page).title('New report')).toBeVisible();
  await expect(reportScreen(page).grid).toBeVisible();
  await lookAgain(page, 'report-new');
  await reportScreen(page).groupBy('Rows', 'client');
  await page.keyboard.press('Escape');
  await reportScreen(page).save('Hours by client');
});
