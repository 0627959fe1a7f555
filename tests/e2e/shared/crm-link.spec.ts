/** A person sees at which host a record is opened before it is, once for each host. */
import { ask } from '../support/host-calls.ts';
import { goTo, look } from '../support/look.ts';
import { checkScreen } from '../support/screens/check.ts';
import { settled } from '../support/settled.ts';
import { expect, test } from '../support/test.ts';
import { long } from '../support/tier.ts';

const HOST = 'crm.example';

test(
  'the host is shown before the first opening, and remembered from then on',
  long,
  async ({ changing: host }, { project }) => {
    const { page } = host;
    const opened: string[] = [];
    await page.context().route(`https://${HOST}/**`, async (route) => {
      opened.push(route.request().url());
      await route.fulfill({ body: 'the record' });
    });
    await host.electron?.evaluate(({ shell }) => {
      Object.assign(globalThis, { opened: undefined });
      shell.openExternal = (url) => {
        Object.assign(globalThis, { opened: url });
        return Promise.resolve();
      };
    });
    const openedOutside = async () =>
      (await host.electron?.evaluate(() => (globalThis as { opened?: string }).opened)) ?? opened[0];

    await ask(host, 'settings.set', { recordAddress: `https://${HOST}/records/{id}` });
    await page.reload();
    await goTo(page, '#/check?check=without-category');
    const link = checkScreen(page).findings.getByTitle(`Open in CRM (${HOST})`).first();
    const id = await checkScreen(page).rows.first().getAttribute('data-record');
    const dialog = page.getByRole('dialog');

    await link.click();
    await expect(dialog).toContainText(HOST);
    await expect(dialog).toContainText(`https://${HOST}/records/${id}`);
    await look(page, `${project.name}-crm-link`);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    expect(await openedOutside()).toBeUndefined();

    // Nothing was agreed to: it is asked again.
    await settled(page);
    await link.click();
    await dialog.locator('[data-autofocus]').click();
    await expect.poll(openedOutside).toBe(`https://${HOST}/records/${id}`);
    await expect(link).not.toHaveAttribute('aria-haspopup');
    await page.reload();
    await expect(link).toBeVisible();
    await expect(link).not.toHaveAttribute('aria-haspopup');
  },
);
