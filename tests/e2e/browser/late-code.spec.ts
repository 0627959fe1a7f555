import { goTo } from '../support/look.ts';
import { screenTitle, statusLine } from '../support/screens/shell.ts';
import { expect, test } from '../support/test.ts';

const CODE = /\/ReportChart[^/]*\.js$/;

test('a chart whose code cannot be loaded leaves its figures as they are, and trying again loads it', async ({
  reading,
}) => {
  const { page } = reading;
  await page.route(CODE, (route) => route.abort());
  await page.reload();
  await goTo(page, '#/');
  const failure = page.getByRole('alert');
  await expect(failure).toContainText('no longer answers');
  await expect(page.getByTestId('tile-billable_logged_hours')).toBeVisible();
  await page.unroute(CODE);
  await failure.getByRole('button', { name: 'Try again' }).click();
  await expect(failure).toHaveCount(0);
  await expect(page.getByRole('application').first()).toBeVisible();
});

test('what the seal opens and cannot load leaves the screen as it is', async ({ reading }) => {
  const { page } = reading;
  const code = /\/MomentChooser[^/]*\.js$/;
  await page.route(code, (route) => route.abort());
  await page.reload();
  await goTo(page, '#/records?period=2026-10');
  await statusLine(page).seal.click();
  const chooser = page.getByRole('dialog', { name: 'As known on' });
  const failure = chooser.getByRole('alert');
  await expect(failure).toContainText('no longer answers');
  await expect(screenTitle(page, 'Records')).toBeVisible();
  await page.unroute(code);
  await failure.getByRole('button', { name: 'Try again' }).click();
  await expect(failure).toHaveCount(0);
  await expect(chooser).toContainText('Shows the records');
});

test('the looks of the page are applied over those of its library, whatever code they come with', async ({
  reading,
}) => {
  const order = await reading.page.evaluate(() => {
    const sheets = [...document.styleSheets].filter(({ href }) => href !== null);
    const names = sheets.flatMap(({ cssRules }) => [...cssRules].map((rule) => rule.cssText));
    return {
      library: names.findLastIndex((name) => name.startsWith('.m_')),
      own: names.findIndex((name) => name.startsWith('._')),
    };
  });
  expect(order.library).toBeGreaterThan(0);
  expect(order.own).toBeGreaterThan(order.library);
});
