/** The host that tests read together: what keeps them from depending on each other. */
import { screenTitle } from '#tests/e2e/support/screens/shell.ts';
import { expect, test } from '#tests/e2e/support/test.ts';

test('what a page keeps is gone for the next test; anything else that a test changed is named', async ({
  sharedHost: shared,
}) => {
  const first = await shared.open('#/lookup');
  const { page } = first;
  const seen = () =>
    page.evaluate(() => ({
      size: [innerWidth, innerHeight],
      isDark: matchMedia('(prefers-color-scheme: dark)').matches,
      kept: Object.keys(localStorage),
    }));
  const heading = screenTitle(page, 'Lookup');
  await expect(heading).toBeVisible();
  const before = await seen();
  await page.setViewportSize({ width: 400, height: 500 });
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await first.call('preferences.set', { chartsFolded: true })).toMatchObject({ ok: true });
  await page.route('**/*', (route) => route.abort());
  await page.evaluate(() => localStorage.setItem('left', 'behind'));
  await shared.putBack();

  const next = await shared.open('#/lookup');
  await expect(heading).toBeVisible();
  expect(await seen()).toEqual(before);
  expect(await next.call('preferences.get', {})).toMatchObject({ ok: true, value: { chartsFolded: false } });
  await expect(page.addInitScript('window.mine = true')).rejects.toThrow(/read by other tests/);

  expect(await next.call('settings.set', { weekStart: 'sunday' })).toMatchObject({ ok: true });
  await expect(shared.putBack()).rejects.toThrow(/journal\.sqlite \(setting weekStart\)/);
  await expect(shared.open('#/lookup')).rejects.toThrow(/journal\.sqlite \(setting weekStart\)/);
  await shared.putSampleBack();
  const last = await shared.open('#/lookup');
  expect(await last.call('settings.get', {})).toMatchObject({ ok: true, value: { weekStart: 'monday' } });
});
