/** The first hour of an own service: the largest ids get their names on the first screen, typed or pasted with foreign heads. */
import { ask, connectTo } from '../support/host-calls.ts';
import { goTo, lookAroundAgain, ofThePage } from '../support/look.ts';
import { reportScreen } from '../support/screens/reports.ts';
import { filterBar } from '../support/screens/shell.ts';
import { settled } from '../support/settled.ts';
import { expect, test } from '../support/test.ts';

test(
  'what has no name stands on the first screen by hours, is named there, or by a pasted list whose columns are chosen',
  ofThePage,
  async ({ changing: host, serve }, { project }) => {
    const service = await serve({ records: 1000 });
    await connectTo(host, service);
    const { page } = host;
    await goTo(page, '#/?period=all');
    const unnamed = page.getByTestId('unnamed');
    await expect(unnamed.getByRole('heading')).toHaveText(/^\d+ people and \d+ (clients|objects) have no name yet$/);
    const people = page.getByTestId('unnamed-people');
    const rows = people.locator('tbody tr');
    await expect(rows).toHaveCount(5);
    const hours = (await rows.locator('td:nth-child(2)').allTextContents()).map((text) =>
      Number(text.replaceAll(/[^\d.]/g, '')),
    );
    expect(hours).toEqual(hours.toSorted((a, b) => b - a));
    await settled(page);
    await lookAroundAgain(page, `${project.name}-first-hour`);

    // Filters on the clipboard are for their bar, and no list of names.
    await filterBar(page)
      .chip(/^Billable any$/)
      .evaluate((target) => {
        const clipboardData = new DataTransfer();
        const filter = { propertyName: 'billable', operator: 'IN', values: ['true'] };
        clipboardData.setData('text', JSON.stringify([{ filters: [filter] }], null, 2));
        target.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
      });
    await expect(filterBar(page).chip(/^Change: Billable/)).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);

    // Reports call people by their ids until then, the most hours first where names are asked for.
    const ids = (await rows.locator('th').allTextContents()).map((text) => text.replace('Person ', ''));
    await reportScreen(page).open({
      new: '',
      measures: 'logged_hours',
      rows: 'platform_owner_id',
      period: '',
      order: 'platform_owner_id:asc',
    });
    await expect(reportScreen(page).line(0)).toContainText(`Person ${ids[0]}`);

    await goTo(page, '#/?period=all');
    const fields = people.locator('[data-column="name"]');
    await fields.first().fill('Ada Lovelace');
    await page.keyboard.press('Enter');
    await expect(fields.nth(1)).toBeFocused();
    await expect.poll(async () => (await ask(host, 'names.list', {})).owners[ids[0] ?? '']?.name).toBe('Ada Lovelace');

    // A list of a CRM, whose heads say nothing here: the ids are found, the names are chosen.
    const list = [
      'Sachbearbeiter-Nr.\tKuerzel\tAnzeige\tGruppe',
      ...ids.map((id, at) => `${id}\tk${at % 2}\tPerson of ${at}\tG${at % 2}`),
    ].join('\n');
    await unnamed.getByRole('button', { name: 'Paste a list…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Import names' });
    await page.getByTestId('names-pasted').fill(list);
    await expect(dialog.getByRole('combobox', { name: 'Sachbearbeiter-Nr.' })).toHaveValue('Id');
    await dialog.getByRole('combobox', { name: 'Anzeige' }).click();
    await page.getByRole('option', { name: 'Name', exact: true }).click();
    await dialog.getByRole('combobox', { name: 'Gruppe' }).click();
    await page.getByRole('option', { name: 'Team', exact: true }).click();
    const confirm = dialog.getByRole('button', { name: 'They are right as they are' });
    if (await confirm.isVisible()) await confirm.click();
    await page.getByTestId('names-save').click();
    await expect(dialog).toHaveCount(0);
    expect((await ask(host, 'names.list', {})).owners[ids[1] ?? '']).toMatchObject({ name: 'Person of 1', team: 'G1' });
    // The next five take their places.
    await expect(rows.first().locator('th')).not.toHaveText(`Person ${ids[0]}`);
  },
);
