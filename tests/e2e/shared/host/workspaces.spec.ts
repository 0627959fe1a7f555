/** Several services by name: found in a pasted mail, refused precisely, switched between, given another key, deleted. */
import { startServiceProcess } from '../../../support/hosts/service-process.ts';
import { sendJson, startLoopbackServer } from '../../../support/hosts/loopback-server.ts';
import { goTo, look, ofThePage, themes, wear } from '../../support/look.ts';
import { SAMPLE_AS_OF } from '../../support/places.ts';
import { expect, test } from '../../support/test.ts';

const mail = (address: string, key: string) =>
  `Hello Anna,\n\nyour access is ready (ticket 4711-2026).\nAddress: ${address}/service/v1/timelogs\nAPI key: ${key}\n\nQuestions: https://help.example.com/pages/8213377211\n`;

test(
  'a service is connected from a pasted mail, beside another, and deleted with its key',
  ofThePage,
  async ({ start, dataDirectory }, { project }) => {
    const [first, second] = await Promise.all(
      [7, 8].map((seed) =>
        startServiceProcess({ records: 200, seed, asOf: SAMPLE_AS_OF, key: `tlr_key-of-service-${seed}-x8Kq2Lw9` }),
      ),
    );
    const other = await startLoopbackServer((response) => sendJson(response, { hello: 'there' }));
    if (!first || !second) throw new Error('No service');
    try {
      const host = await start({ dataDirectory, args: ['--workspace', 'sample'] });
      const { page } = host;
      await goTo(page, '#/workspaces');
      const rows = page.getByTestId('workspace-row');
      await expect(rows).toHaveCount(1);

      await page.getByTestId('paste-mail').fill(mail(first.url, first.key));
      await expect(page.getByTestId('found-in-mail')).toContainText(first.url);
      await expect(page.getByTestId('found-in-mail')).not.toContainText(first.key);
      await expect(page.getByLabel('Address')).toHaveValue(first.url);
      await expect(page.getByLabel('API key', { exact: true })).toHaveValue(first.key);
      await expect(page.getByTestId('paste-mail')).toHaveValue('');

      // Each field says what is wrong with it, and has the focus.
      await page.getByLabel('API key', { exact: true }).fill('tlr_not-the-key');
      await page.getByRole('button', { name: 'Connect' }).click();
      await expect(page.getByRole('alert')).toContainText('does not accept this key');
      await expect(page.getByLabel('API key', { exact: true })).toBeFocused();
      await page.getByLabel('Address').fill(other.origin);
      await page.getByRole('button', { name: 'Connect' }).click();
      await expect(page.getByRole('alert')).toContainText(`answers at ${other.origin} is not the time log service`);
      await expect(page.getByLabel('Address')).toBeFocused();
      await page.getByLabel('Address').fill('https://nothing-has-this-name.invalid');
      await page.getByRole('button', { name: 'Connect' }).click();
      await expect(page.getByRole('alert')).toContainText('No computer has the name');
      for (const theme of themes) {
        await wear(page, theme);
        await look(page, `${project.name}-workspaces-refused-${theme}`);
      }

      await page.getByTestId('paste-mail').fill(mail(first.url, first.key));
      await page.getByLabel('Name', { exact: true }).fill('north');
      await page.getByRole('button', { name: 'Connect' }).click();
      await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible();
      await host.call('sync.run', {});

      await page.getByTitle('north').click();
      await page.getByRole('menuitem', { name: 'Add a service…' }).click();
      await expect(page.getByTestId('paste-mail')).toBeFocused();
      await page.getByTestId('paste-mail').fill(mail(second.url, second.key));
      await expect(page.getByRole('button', { name: 'Connect' })).toBeFocused();
      await page.getByLabel('Name', { exact: true }).fill('north');
      await expect(page.getByText('There is a workspace of that name.')).toBeVisible();
      await page.getByLabel('Name', { exact: true }).fill('south');
      await page.keyboard.press('Enter');
      await expect(page.getByTitle('south')).toBeVisible();

      await goTo(page, '#/workspaces');
      await expect(rows).toHaveCount(3);
      await expect(rows.filter({ hasText: 'north' })).toContainText('200');
      await expect(rows.filter({ hasText: 'south' })).toContainText('for this run');
      for (const theme of themes) {
        await wear(page, theme);
        await page.setViewportSize({ width: 1440, height: 900 });
        await look(page, `${project.name}-workspaces-${theme}`);
        await page.setViewportSize({ width: 720, height: 900 });
        await look(page, `${project.name}-workspaces-720-${theme}`);
      }
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.getByRole('button', { name: 'Open north' }).click();
      await expect(page.getByTitle('north')).toBeVisible();

      await goTo(page, '#/workspaces');
      await page.getByRole('button', { name: 'Delete north…' }).click();
      await expect(page.getByRole('dialog')).toContainText('its 200 records');
      await expect(page.getByRole('dialog')).toContainText('This cannot be undone');
      await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused();
      await look(page, `${project.name}-workspaces-delete`);
      await page.getByRole('button', { name: 'Delete for good' }).click();
      await expect(rows).toHaveCount(2);
      await expect(page.getByTitle('south')).toBeVisible();
      expect(await host.call('workspace.list', {})).toMatchObject({
        value: { workspaces: [{ name: 'sample' }, { name: 'south', hasKey: true }] },
      });
    } finally {
      await Promise.all([first.stop(), second.stop(), other.close()]);
    }
  },
);

test(
  'a key that is no longer accepted leads to the field for another one',
  ofThePage,
  async ({ start, dataDirectory }) => {
    const service = await startServiceProcess({
      records: 50,
      seed: 7,
      asOf: SAMPLE_AS_OF,
      key: 'first-key-of-the-service',
    });
    try {
      const host = await start({ dataDirectory, args: ['--workspace', 'own'] });
      const { page } = host;
      await host.call('workspace.connect', { name: 'own', baseUrl: service.url, key: 'first-key-of-the-service' });
      await host.call('key.forget', {});
      await page.reload();
      await goTo(page, '#/records');
      await goTo(page, '#/workspaces?enter=key');
      await expect(page.getByLabel('New key')).toBeFocused();
      await page.keyboard.type('wrong');
      await page.keyboard.press('Enter');
      await expect(page.getByRole('alert').first()).toContainText('does not accept this key');
      await page.getByRole('button', { name: 'Enter the key' }).click();
      await page.getByLabel('New key').fill('first-key-of-the-service');
      await page.keyboard.press('Enter');
      await expect(page.getByText('The key works and is stored.')).toBeVisible();
    } finally {
      await service.stop();
    }
  },
);
