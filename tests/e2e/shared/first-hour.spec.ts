/** The first hour of an own service: the largest ids get their names on the first screen, typed or pasted with foreign heads. */
import type { Page } from 'playwright/test';
import { ask, connectTo } from '../support/host-calls.ts';
import { goTo, lookAroundAgain, ofThePage } from '../support/look.ts';
import { reportScreen } from '../support/screens/reports.ts';
import { filterBar } from '../support/screens/shell.ts';
import { expect, test, type HostInUse, type Serve } from '../support/test.ts';
import { longOfThePage } from '../support/tier.ts';
import { chooseSize } from '#tests/support/tier.ts';

/** The first screen of a service whose people and clients have no names. @returns the ids of the people on it, in their order */
async function openUnnamed(host: HostInUse, serve: Serve): Promise<readonly string[]> {
  await connectTo(host, await serve({ records: chooseSize(200, 500), months: chooseSize(4, 24) }));
  await goTo(host.page, '#/?period=all');
  const people = unnamed(host.page).people;
  await expect(people).toHaveCount(5);
  return (await people.locator('th').allTextContents()).map((text) => text.replace('Person ', ''));
}

function unnamed(page: Page) {
  const table = page.getByTestId('unnamed-people');
  return {
    panel: page.getByTestId('unnamed'),
    people: table.locator('tbody tr'),
    fields: table.locator('[data-column="name"]'),
  };
}

test(
  'who has no name stands on the first screen, the most hours first, and is named there',
  ofThePage,
  async ({ changing: host, serve }, { project }) => {
    const { page } = host;
    const ids = await openUnnamed(host, serve);
    const { panel, people, fields } = unnamed(page);
    await expect(panel.getByRole('heading')).toHaveText(/^\d+ people and \d+ (clients|objects) have no name yet$/);
    const hours = (await people.locator('td:nth-child(2)').allTextContents()).map((text) =>
      Number(text.replaceAll(/[^\d.]/g, '')),
    );
    expect(hours).toEqual(hours.toSorted((a, b) => b - a));
    await lookAroundAgain(page, `${project.name}-first-hour`);
    await fields.first().fill('Ada Lovelace');
    await page.keyboard.press('Enter');
    await expect(fields.nth(1)).toBeFocused();
    await expect.poll(async () => (await ask(host, 'names.list', {})).owners[ids[0] ?? '']?.name).toBe('Ada Lovelace');
  },
);

test(
  'a report calls people by their ids until they have names, the most hours first where names are asked for',
  longOfThePage,
  async ({ changing: host, serve }) => {
    const ids = await openUnnamed(host, serve);
    await reportScreen(host.page).open({
      new: '',
      measures: 'logged_hours',
      rows: 'platform_owner_id',
      period: '',
      order: 'platform_owner_id:asc',
    });
    await expect(reportScreen(host.page).line(0)).toContainText(`Person ${ids[0]}`);
  },
);

test(
  'a list with foreign heads that is pasted on the first screen names people by the columns that are chosen',
  longOfThePage,
  async ({ changing: host, serve }) => {
    const { page } = host;
    const ids = await openUnnamed(host, serve);
    const { panel, people } = unnamed(page);
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
    await goTo(page, '#/?period=all');

    // A list of a CRM, whose heads say nothing here: the ids are found, the names are chosen.
    const list = [
      'Sachbearbeiter-Nr.\tKuerzel\tAnzeige\tGruppe',
      ...ids.map((id, at) => `${id}\tk${at % 2}\tPerson of ${at}\tG${at % 2}`),
    ].join('\n');
    await panel.getByRole('button', { name: 'Paste a list…' }).click();
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
    await expect(people.first().locator('th')).not.toHaveText(`Person ${ids[0]}`);
  },
);
