import { presets } from '#domain/reports/definition/presets.ts';
import { cutFigures } from '../support/cut-figures.ts';
import { goTo } from '../support/look.ts';
import { overviewScreen } from '../support/screens/overview.ts';
import { settled } from '../support/settled.ts';
import { longOfThePage } from '../support/tier.ts';
import { expect, test } from '../support/test.ts';

const addresses = [
  '#/',
  '#/check',
  ...presets.map(({ id }) => `#/reports?preset=${id}`),
  '#/records?period=2026-10',
  '#/month-end',
  '#/exports',
  '#/lookup',
  '#/data',
  '#/settings',
  '#/connect',
  '#/workspaces',
];

test(
  'a window of 360 pixels cuts no digit of a figure: each is in sight, or in a box that scrolls to it',
  longOfThePage,
  async ({ reading: { page } }) => {
    test.slow();
    await page.setViewportSize({ width: 360, height: 740 });
    for (const address of addresses) {
      await goTo(page, address);
      await settled(page);
      expect.soft(await cutFigures(page), address).toEqual([]);
    }
    await goTo(page, '#/');
    await overviewScreen(page).tile('billable_value').click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await settled(page);
    expect.soft(await cutFigures(page), 'what explains a figure').toEqual([]);
  },
);
