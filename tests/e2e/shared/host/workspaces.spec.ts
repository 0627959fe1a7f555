/** Several services by name: found in a pasted mail, refused precisely, switched between, given another key, deleted. */
import type { Page } from 'playwright/test';
import { sendJson, startLoopbackServer } from '#tests/support/hosts/loopback-server.ts';
import { ask, connectTo } from '#tests/e2e/support/host-calls.ts';
import { goTo, look, lookAround, lookOnce, ofThePage } from '#tests/e2e/support/look.ts';
import { screenTitle } from '#tests/e2e/support/screens/shell.ts';
import { longOfThePage, runsAll } from '#tests/e2e/support/tier.ts';
import { expect, test } from '#tests/e2e/support/test.ts';

const mail = (address: string, key: string) =>
  `Hello Anna,\n\nyour access is ready (ticket 4711-2026).\nAddress: ${address}/service/v1/timelogs\nAPI key: ${key}\n\nQuestions: https://help.example.com/pages/8213377211\n`;

const keyOf = (name: string) => `tlr_key-of-service-${name}-x8Kq2Lw9`;

const workspaces = (page: Page) => ({
  rows: page.getByTestId('workspace-row'),
  mail: page.getByTestId('paste-mail'),
  address: page.getByLabel('Address'),
  key: page.getByLabel('API key', { exact: true }),
  name: page.getByLabel('Name', { exact: true }),
  connect: page.getByRole('button', { name: 'Connect' }),
});

test(
  'a pasted mail gives its address and its key to their fields, shows no key, and connects with Enter',
  ofThePage,
  async ({ changing: { page }, serve }) => {
    const screen = workspaces(page);
    const { url, key } = await serve({ records: 20, months: 1, key: keyOf('north') });
    await goTo(page, '#/workspaces');
    await screen.mail.fill(mail(url, key));
    await expect(page.getByTestId('found-in-mail')).toContainText(url);
    await expect(page.getByTestId('found-in-mail')).not.toContainText(key);
    await expect(screen.address).toHaveValue(url);
    await expect(screen.key).toHaveValue(key);
    await expect(screen.mail).toHaveValue('');
    await expect(screen.connect).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(screenTitle(page, 'Overview')).toBeVisible();
    await expect(page.locator('#content')).toBeFocused();
  },
);

test(
  'each field of a connection says what is wrong with it, and has the focus',
  ofThePage,
  async ({ changing: { page }, serve }, { project }) => {
    const service = await serve({ records: 20, months: 1, key: keyOf('north') });
    const other = await startLoopbackServer((response) => sendJson(response, { hello: 'there' }));
    const screen = workspaces(page);
    try {
      await goTo(page, '#/connect');
      await expect(page.getByText('Where are your time logs?')).toBeVisible();
      await lookOnce(page, 'connect');
      await goTo(page, '#/workspaces');
      await screen.address.fill(service.url);
      await screen.key.fill('tlr_not-the-key');
      await screen.connect.click();
      await expect(page.getByRole('alert')).toContainText('does not accept this key');
      await expect(screen.key).toBeFocused();
      await look(page, `${project.name}-workspaces-refused`);
      // Of which field each other failure is, is shown where failures are put into words.
      if (!runsAll) return;
      await screen.address.fill(other.origin);
      await screen.connect.click();
      await expect(page.getByRole('alert')).toContainText(`answers at ${other.origin} is not the time log service`);
      await expect(screen.address).toBeFocused();
      await screen.address.fill('https://nothing-has-this-name.invalid');
      await screen.connect.click();
      await expect(page.getByRole('alert')).toContainText('No computer has the name');
      await lookAround(page, `${project.name}-workspaces-unknown`);
    } finally {
      await other.close();
    }
  },
);

test(
  'a second service is connected beside the first, and opened again',
  longOfThePage,
  async ({ changing: host, serve }, info) => {
    const { page } = host;
    const screen = workspaces(page);
    const first = await serve({ records: 200, key: keyOf('north') });
    const second = await serve({ records: 200, seed: 8, key: keyOf('south') });
    await connectTo(host, first, { name: 'north' });
    await page.getByTitle('north').click();
    await page.getByRole('menuitem', { name: 'Add a service…' }).click();
    await expect(screen.mail).toBeFocused();
    await screen.mail.fill(mail(second.url, second.key));
    await expect(screen.connect).toBeFocused();
    await screen.name.fill('North');
    await expect(page.getByText('There is a workspace of that name.')).toBeVisible();
    await screen.name.fill('Süd & Söhne / Q3');
    await page.keyboard.press('Enter');
    await expect(page.getByTitle('Süd & Söhne / Q3')).toBeVisible();
    await goTo(page, '#/workspaces');
    await expect(screen.rows).toHaveCount(3);
    await expect(screen.rows.filter({ hasText: 'north' })).toContainText('200');
    await expect(screen.rows.filter({ hasText: 'Süd & Söhne / Q3' })).toContainText('for this run');
    await lookAround(page, `${info.project.name}-workspaces`, [720]);
    await page.getByRole('button', { name: 'Rename north…' }).click();
    const field = page.getByRole('dialog').getByLabel('Name');
    await field.fill('süd & söhne / q3');
    await expect(page.getByText('There is a workspace of that name.').last()).toBeVisible();
    await field.fill('Nord “1”');
    await look(page, `${info.project.name}-workspaces-rename`);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Open Nord “1”' }).click();
    await expect(page.getByTitle('Nord “1”')).toBeVisible();
  },
);

test(
  'a service is deleted with its records and its key, once that was confirmed',
  longOfThePage,
  async ({ changing: host, serve }, { project }) => {
    const { page } = host;
    const { rows } = workspaces(page);
    await connectTo(host, await serve({ records: 200, key: keyOf('north') }), { name: 'north' });
    await ask(host, 'workspace.open', { name: 'sample' });
    await page.reload();
    await goTo(page, '#/workspaces');
    await page.getByRole('button', { name: 'Delete north…' }).click();
    await expect(page.getByRole('dialog')).toContainText('its 200 records');
    await expect(page.getByRole('dialog')).toContainText('This cannot be undone');
    await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await look(page, `${project.name}-workspaces-delete`);
    await page.getByRole('button', { name: 'Delete for good' }).click();
    await expect(rows).toHaveCount(1);
    await expect(page.getByTitle('Sample firm')).toBeVisible();
    expect(await ask(host, 'workspace.list', {})).toMatchObject({ workspaces: [{ name: 'sample' }] });
  },
);

test(
  'a key that is no longer accepted leads to the field for another one',
  longOfThePage,
  async ({ changing: host, serve }) => {
    const { page } = host;
    const key = 'first-key-of-the-service';
    await connectTo(host, await serve({ records: 50, key }), { name: 'own', isDownloaded: false });
    await ask(host, 'key.forget', {});
    await page.reload();
    await goTo(page, '#/records');
    await goTo(page, '#/workspaces?enter=key');
    await expect(page.getByLabel('New key')).toBeFocused();
    await page.keyboard.type('wrong');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert').first()).toContainText('does not accept this key');
    await page.getByRole('button', { name: 'Enter the key' }).click();
    await page.getByLabel('New key').fill(key);
    await page.keyboard.press('Enter');
    await expect(page.getByText('The key works and is stored.')).toBeVisible();
  },
);
