import { palette } from '../support/screens/shell.ts';
import { settled } from '../support/settled.ts';
import { expect, test } from '../support/test.ts';

test('a tab wears the theme that another tab chose, and opening its palette changes it in neither', async ({
  reading,
}) => {
  const { page } = reading;
  const secret = await page.evaluate(() => sessionStorage.getItem('timelog-session') ?? '');
  const other = await page.context().newPage();
  await other.addInitScript((known) => sessionStorage.setItem('timelog-session', known), secret);
  await other.goto(page.url());
  await settled(other);
  await page.getByRole('button', { name: /^Workspace/ }).click();
  await page.getByRole('menuitem', { name: 'Dark' }).click();
  const areDark = async () => {
    for (const each of [page, other])
      await expect(each.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  };
  await areDark();
  await palette(other).open();
  await settled(other);
  await areDark();
});
