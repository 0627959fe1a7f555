import { goTo, look, ofThePage, themes, wear } from '../support/look.ts';
import { recordsScreen } from '../support/screens/records.ts';
import { longOfThePage } from '../support/tier.ts';
import { expect, test } from '../support/test.ts';

const screens = [
  { name: 'overview', hash: '#/', heading: 'Overview' },
  { name: 'records', hash: '#/records?period=2026-10-05', heading: 'Records' },
  { name: 'lookup', hash: '#/lookup', heading: 'Lookup' },
  { name: 'data', hash: '#/data', heading: 'Data' },
  { name: 'connect', hash: '#/connect', heading: undefined },
] as const;

for (const theme of themes) {
  test(
    `every screen is free of accessibility faults in the ${theme} theme`,
    longOfThePage,
    async ({ reading: { page } }, { project }) => {
      await wear(page, theme);
      for (const { name, hash, heading } of screens) {
        await goTo(page, hash);
        if (heading) {
          await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
          // The quota that is used today is always in sight.
          await expect(page.getByText(/\d+ of 1[,.]?000/).first()).toBeVisible();
        }
        await look(page, `${project.name}-${name}-${theme}`);
      }
    },
  );

  test(
    `what opens over a screen is free of them, too, in the ${theme} theme`,
    longOfThePage,
    async ({ reading: { page } }, { project }) => {
      await wear(page, theme);
      // A day of records: axe looks at every line below what is open.
      await goTo(page, '#/records?period=2026-10-05');
      await recordsScreen(page).openExport();
      await expect(page.getByRole('dialog')).toBeVisible();
      // Before a client's file is written, the dialog tells of how many clients it is.
      await page.getByTestId('export-audience-client').check();
      await expect(page.getByTestId('held-clients')).toContainText(/^The file holds \d+ clients \(.* and \d+ more\)/);
      await look(page, `${project.name}-export-${theme}`);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);

      await recordsScreen(page).rows.first().getByRole('button').press('Enter');
      await expect(page.getByRole('dialog')).toBeVisible();
      await look(page, `${project.name}-record-${theme}`);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);

      await goTo(page, '#/lookup');
      await page.keyboard.press('Control+k');
      await expect(page.getByRole('dialog')).toBeVisible();
      await look(page, `${project.name}-commands-${theme}`);
    },
  );
}

test(
  'an export of nothing says so before a place is asked for, and one for each client not of how many it is',
  longOfThePage,
  async ({ reading: { page } }) => {
    await goTo(page, '#/records?period=2026-10');
    await recordsScreen(page).openExport();
    await page.getByTestId('export-audience-client').check();
    await expect(page.getByTestId('held-clients')).toBeVisible();
    await page.getByTestId('export-pack-client').check();
    await expect(page.getByTestId('held-clients')).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);

    await goTo(page, '#/records?period=1999');
    await recordsScreen(page).openExport();
    await expect(page.getByTestId('export-nothing')).toContainText('Nothing matches');
    await expect(page.getByTestId('export-start')).toBeDisabled();
    // An empty file is a choice.
    await page.getByRole('checkbox', { name: 'Write a file without lines' }).check();
    await expect(page.getByTestId('export-start')).toBeEnabled();
  },
);

test(
  'a narrow window keeps when, who, for whom, hours and values in sight, and says what it leaves out',
  longOfThePage,
  async ({ reading: { page } }) => {
    test.slow();
    await page.setViewportSize({ width: 1024, height: 768 });
    await goTo(page, '#/records?period=2026-10');
    const table = recordsScreen(page).table;
    await expect(table.locator('tbody tr[data-record]').first()).toBeVisible({ timeout: 60_000 });
    for (const label of ['Person', 'Client', 'Hours', 'Value'])
      await expect(table.getByRole('columnheader').filter({ hasText: label })).toBeInViewport({ ratio: 1 });
    const columns = page.getByRole('button', { name: /^Columns/ });
    await expect(columns).toContainText('8 of 10');
    await columns.click();
    await expect(page.getByText('Left out while the window is narrow: Service, Billable rate.')).toBeVisible();
    await page.keyboard.press('Escape');
    await page.setViewportSize({ width: 1440, height: 900 });
    await expect(table.getByRole('columnheader')).toHaveCount(11);
    await expect(columns).not.toContainText('of 10');
  },
);

test(
  'no amount of a record is out of sight, whatever the window’s width and the length of the totals',
  longOfThePage,
  async ({ reading: { page } }) => {
    test.slow();
    await goTo(page, '#/records?period=all');
    const table = recordsScreen(page).table;
    await expect(table.locator('tfoot')).toContainText('11,4');
    const beyond = () => table.evaluate((each) => each.scrollWidth - (each.parentElement?.clientWidth ?? 0));
    for (const width of [1440, 1280, 1200, 1180, 1100, 1024]) {
      await page.setViewportSize({ width, height: 768 });
      await expect.poll(beyond, `at ${width}`).toBeLessThanOrEqual(0);
    }
    await recordsScreen(page).openExport();
    await expect(
      page.getByText('Also Service, Billable rate: left out only while the window is narrow.'),
    ).toBeVisible();
    await expect(page.getByText(/Amounts have their currency beside them, in an extra column\.$/)).toBeVisible();
  },
);

test(
  'a narrow window has a narrow menu whose entries still say their names',
  ofThePage,
  async ({ reading: { page } }) => {
    await page.setViewportSize({ width: 1024, height: 768 });
    const menu = page.getByRole('navigation', { name: 'Screens' });
    await expect.poll(async () => (await menu.boundingBox())?.width ?? 0).toBeLessThan(100);
    for (const name of ['Overview', 'To check', 'Reports', 'Records', 'Lookup', 'Data', 'Settings'])
      await expect(menu.getByText(name, { exact: true })).toBeInViewport({ ratio: 1 });
    await menu.getByRole('button', { name: 'Sample firm' }).click();
    await expect(page.getByRole('menuitem', { name: 'Sample firm' })).toBeInViewport({ ratio: 1 });
  },
);
