/** One button passes on what a screen shows: its figure, its table, its picture, files of it. */
import { expect, test } from '../support/test.ts';
import { ask } from '../support/host-calls.ts';
import { goTo, lookAgain, ofThePage } from '../support/look.ts';
import { settled } from '../support/settled.ts';
import { longOfThePage, runsAll } from '../support/tier.ts';
import { chooseCases } from '#tests/support/tier.ts';

test(
  'a screen’s figure and table are copied with what they are of, and a file says who may see it',
  ofThePage,
  async ({ reading: host }, { project }) => {
    const { page } = host;
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const copied = () => page.evaluate(() => navigator.clipboard.readText());
    const share = async (id: string) => {
      await page.getByTestId('share').click();
      await page.getByTestId(`share-${id}`).click();
    };
    const views = [
      ['#/reports?preset=people&period=2026-10', 'Logged hours'],
      ['#/?period=2026-10', 'Billable hours'],
      ['#/records?period=2026-10', 'Logged hours'],
    ] as const;
    for (const view of chooseCases(1, views)) {
      const [hash, hours] = view;
      await goTo(page, hash);
      await settled(page);
      await share('figure');
      await expect.poll(copied).toMatch(new RegExp(`^${hours}, October 2026: [\\d,]+\\.\\d\\d h$`));
      const figure = (await copied()).split(': ')[1] ?? '';
      await share('table');
      await expect.poll(copied).toContain('\t');
      if (hash.startsWith('#/?')) expect(await copied()).toContain(`Billable hours\t${figure}`);
      // The dialog is the same on each of them.
      if (!chooseCases(1, views).includes(view)) continue;
      await share('html');
      await expect(page.getByTestId('export-who')).toHaveText('For internal use: it may hold cost and rates.');
      await page.getByTestId('export-audience-client').check();
      await expect(page.getByTestId('export-who')).toHaveText('For the client: without cost and rates.');
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
    }
    // A person's page has the same button, and a picture of its chart.
    if (!runsAll) return;
    const [person = ''] = Object.keys((await ask(host, 'names.list', {})).owners);
    await goTo(page, `#/person/${person}?period=2026-10`);
    await settled(page);
    await page.getByTestId('share').click();
    await expect(page.getByTestId('share-picture')).toBeVisible();
    await lookAgain(page, `${project.name}-share`);
    await page.getByTestId('share-pdf').click();
    await expect(page.getByTestId('export-who')).toBeVisible();
    await lookAgain(page, `${project.name}-share-dialog`);
  },
);

test('a person’s page is written as pages', longOfThePage, async ({ changing: host }) => {
  const { page } = host;
  const [person = ''] = Object.keys((await ask(host, 'names.list', {})).owners);
  await goTo(page, `#/person/${person}?period=2026-10`);
  await settled(page);
  await page.getByTestId('share').click();
  await page.getByTestId('share-pdf').click();
  await page.getByTestId('export-start').click();
  await expect(page.getByRole('alert').filter({ hasText: 'Exported' })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});
