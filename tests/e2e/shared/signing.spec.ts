import { recordsScreen } from '../support/screens/records.ts';
import { openKeyringSession } from '../support/keyring-session.ts';
import { expect, test } from '../support/test.ts';
import { makeKeyringHome } from '#tests/support/hosts/keyring.ts';
import { long } from '#tests/e2e/support/tier.ts';

test(
  'a key to sign files with is made in Settings, offered where files are written, and forgotten when asked twice',
  long,
  async ({ start, dataDirectory }) => {
    const home = makeKeyringHome();
    try {
      const login = await openKeyringSession(home);
      const host = await start({ dataDirectory, env: login.env });
      const { page } = host;
      await page.getByRole('link', { name: 'Settings' }).click();
      await page.getByTestId('signing-create').click();
      const fingerprint = page.getByText(/^SHA256:[\w+/]{43}$/);
      await expect(fingerprint).toBeVisible();
      const made = await fingerprint.textContent();
      expect(await host.call('signing.state', {})).toMatchObject({ value: { key: { fingerprint: made } } });

      await page.getByRole('link', { name: 'Records' }).click();
      await recordsScreen(page).openExport();
      await page.getByTestId('export-more').click();
      await expect(page.getByTestId('export-sign')).toBeEnabled();
      await expect(page.getByText(`By ${made}`)).toBeVisible();
      await page.keyboard.press('Escape');

      await page.getByRole('link', { name: 'Settings' }).click();
      await page.getByTestId('signing-forget').click();
      await expect(page.getByText('This cannot be undone')).toBeVisible();
      await expect(fingerprint).toBeVisible();
      await page.getByTestId('signing-forget').click();
      await expect(page.getByTestId('signing-create')).toBeVisible();
      await host.stop();
      await login.end();
    } finally {
      home.remove();
    }
  },
);

test('without a keychain no key is offered, and files are not signed', long, async ({ reading }) => {
  await reading.page.getByRole('link', { name: 'Settings' }).click();
  await expect(reading.page.getByTestId('signing-none')).toContainText('no keychain that can keep a signing key');
  await expect(reading.page.getByTestId('signing-create')).toHaveCount(0);
  expect(await reading.call('signing.create', {})).toEqual({ ok: false, error: { code: 'signing-unavailable' } });
});
