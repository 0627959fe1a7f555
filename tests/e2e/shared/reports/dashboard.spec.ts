/** The dashboard: a report and a figure are pinned, ordered, opened and removed with undo, and cost no request. A new report begins empty. */
import type { Page } from 'playwright/test';
import { goTo, look, ofThePage, openView, themes, wear } from '../../support/look.ts';
import { settled } from '../../support/settled.ts';
import { expect, test } from '../../support/test.ts';

const grid = (page: Page) => page.getByTestId('report-grid');
const pins = (page: Page) => page.getByTestId('pin');

async function openDashboard(page: Page): Promise<void> {
  await goTo(page, '#/dashboard');
  await settled(page);
}

test('a report and a figure on one page, without a request', ofThePage, async ({ host }) => {
  const { page } = host;
  await page.setViewportSize({ width: 1440, height: 900 });
  await openDashboard(page);
  await expect(page.getByText('Nothing is pinned yet')).toBeVisible();
  await look(page, 'dashboard-empty');
  const spent = await page
    .getByText(/^\d+ of 1,000/)
    .first()
    .innerText();

  await openView(page, '/reports', { preset: 'clients', period: '2026-10', compare: 'previous' });
  await expect(grid(page)).toBeVisible();
  await settled(page);
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Pin to the dashboard' }).click();
  await expect(page.getByText('“Clients” is on the dashboard')).toBeVisible();
  const cell = page.getByTestId('report-total').getByRole('gridcell').first();
  const exact = await cell.getAttribute('data-exact');
  await cell.click();
  await page.getByRole('button', { name: 'Pin this figure to the dashboard' }).click();
  await expect(page.getByText(/is on the dashboard/).last()).toBeVisible();
  await page.keyboard.press('Escape');

  await openDashboard(page);
  await expect(pins(page)).toHaveCount(2);
  await settled(page);
  await expect(pins(page).nth(1).locator('[data-exact]')).toHaveAttribute('data-exact', exact ?? '');
  for (const theme of themes) {
    await wear(page, theme);
    await look(page, `dashboard-${theme}`);
  }
  await page.setViewportSize({ width: 720, height: 900 });
  await look(page, 'dashboard-small');
  await page.setViewportSize({ width: 1440, height: 900 });
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
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(pins(page)).toHaveCount(2);
  await page.getByRole('link', { name: 'Clients', exact: true }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'Clients' })).toBeVisible();
  await expect(grid(page)).toBeVisible();
});

test(
  'the pin of a saved report follows it, has its chart, and says that the month is running',
  ofThePage,
  async ({ host }) => {
    const { page } = host;
    await page.setViewportSize({ width: 1440, height: 900 });
    await openView(page, '/reports', { preset: 'people', period: '2026-10' });
    await expect(grid(page)).toBeVisible();
    await page.getByTestId('report-save').click();
    await page.getByRole('dialog').getByLabel('Name').fill('Hours of people');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('heading', { level: 2, name: 'Hours of people' })).toBeVisible();
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Pin to the dashboard' }).click();
    await openDashboard(page);
    const pin = pins(page).first();
    await expect(pin.getByText('October 2026')).toBeVisible();
    await expect(pin.getByText('so far')).toHaveCount(0);
    await expect(pin.locator('span', { hasText: /^Gap$/ })).toBeVisible();
    await expect(pin.getByRole('application', { name: /Chart of Hours of people/ })).toBeVisible();

    await pin.getByRole('link', { name: 'Hours of people', exact: true }).click();
    await expect(grid(page)).toBeVisible();
    const saved = new URLSearchParams(new URL(page.url()).hash.split('?')[1]).get('saved');
    await openView(page, '/reports', { saved: saved ?? '', period: '2026-11' });
    await expect(page.getByTestId('report-changed')).toBeVisible();
    await page.getByTestId('report-save').click();
    await expect(page.getByTestId('report-changed')).toHaveCount(0);
    await openDashboard(page);
    await expect(pin.getByText('November 2026')).toBeVisible();
    await expect(pin.getByText('so far', { exact: true }).first()).toBeVisible();
  },
);

test('a new report begins with one figure and is saved under a name', ofThePage, async ({ host }) => {
  const { page } = host;
  await page.setViewportSize({ width: 1440, height: 900 });
  await goTo(page, '#/reports');
  await expect(grid(page)).toBeVisible();
  await page.getByRole('button', { name: 'Reports', exact: true }).click();
  await page.getByTestId('report-new').click();
  await expect(page.getByRole('heading', { level: 2, name: 'New report' })).toBeVisible();
  await expect(grid(page)).toBeVisible();
  await look(page, 'report-new');
  await page.getByRole('button', { name: 'Rows', exact: true }).click();
  await page.getByRole('combobox', { name: 'Find a group' }).fill('client');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await page.getByTestId('report-save').click();
  await page.getByRole('dialog').getByLabel('Name').fill('Hours by client');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'Hours by client' })).toBeVisible();
});
