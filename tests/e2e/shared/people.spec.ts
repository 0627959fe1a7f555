import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { goTo, look, ofThePage, themes, wear } from '../support/look.ts';
import { expect, test } from '../support/test.ts';
import { takeBack } from '../support/toasts.ts';

test(
  'ids get names in the table, by keyboard, and each step can be taken back',
  ofThePage,
  async ({ host }, { project }) => {
    const { page } = host;
    const listed = await host.call('names.list', {});
    if (!listed.ok) throw new Error(listed.error.code);
    const { owners, objects } = listed.value as { owners: object; objects: object };
    const empty = (entries: object) => Object.fromEntries(Object.keys(entries).map((id) => [id, null]));
    await host.call('names.keep', { owners: empty(owners), objects: empty(objects) });
    await goTo(page, '#/people');
    const share = page.getByTestId('names-share');
    const all = Object.keys(owners).length;
    await expect(share).toContainText(`${all} of ${all} people have no name`);

    // The first row is the one with the most hours; Enter saves and goes down.
    const first = page.locator('tr[data-index="0"]');
    await first.locator('[data-column="name"]').focus();
    await page.keyboard.type('Ferenc Horváth');
    await page.keyboard.press('Enter');
    await expect(page.locator('tr[data-index="1"] [data-column="name"]')).toBeFocused();
    await page.keyboard.type('Bo');
    await page.keyboard.press('Enter');
    await expect(share).toContainText(`${all - 2} of ${all} people have no name`);

    // What is wrong is said, and stays to be corrected.
    const week = first.getByLabel('Hours a week of Ferenc Horváth');
    await week.fill('a lot');
    await week.press('Enter');
    await expect(page.getByTestId('names-problem')).toContainText('is not a number of hours');
    await week.fill('38,5');
    await week.press('Enter');
    await expect(week).toHaveValue('38.5');
    await first.getByLabel('Days away of Ferenc Horváth').fill('2026-12-24..2026-12-31 holiday');
    await page.keyboard.press('Enter');
    for (const theme of themes) {
      await wear(page, theme);
      await look(page, `${project.name}-people-${theme}`);
    }

    // Everything that shows names has them at once.
    await page.getByRole('searchbox', { name: 'Find an id or a name' }).fill('horvath');
    await expect(page.getByTestId('names-table').locator('tbody tr[data-index]')).toHaveCount(1);
    await first.getByLabel('Name of Ferenc Horváth').fill('');
    await page.keyboard.press('Enter');
    await page.getByRole('searchbox', { name: 'Find an id or a name' }).fill('');
    await expect(share).toContainText(`${all - 1} of ${all} people have no name`);
    // Until then the step before has its undo there.
    await expect(page.getByText('removed from the directory')).toBeVisible();
    await takeBack(page, 'removed from the directory');
    await expect(share).toContainText(`${all - 2} of ${all} people have no name`);
    await page.getByText('Clients & objects').click();
    await expect(share).toContainText('objects have no name');
    await look(page, `${project.name}-people-objects`);
  },
);

test('a removed name comes back by its undo, even where the page is drawn late', ofThePage, async ({ host }) => {
  const { page } = host;
  await page.addInitScript(() => {
    // React draws in messages to itself: a busy machine delivers them after timers that were set later.
    const send: (this: MessagePort, message: unknown) => void = MessagePort.prototype.postMessage;
    MessagePort.prototype.postMessage = function (message: unknown) {
      setTimeout(() => send.call(this, message), 40);
    };
  });
  await page.reload();
  await goTo(page, '#/people');
  await page.getByRole('searchbox', { name: 'Find an id or a name' }).fill('horvath');
  const name = page.getByLabel('Name of Eva Horváth');
  await name.fill('');
  await name.press('Enter');
  // Nothing is found any more: its line is gone, and has not saved once more what it held.
  await expect(page.getByTestId('names-table')).toHaveCount(0);
  await expect(page.getByText('removed from the directory')).toHaveCount(1);
  await takeBack(page, 'removed from the directory');
  await expect(name).toHaveValue('Eva Horváth');
});

test(
  'a list that is pasted or dropped shows what it changes and what is refused',
  ofThePage,
  async ({ host }, { project }) => {
    const { page } = host;
    await goTo(page, '#/people');
    await expect(page.getByTestId('names-share')).toContainText('30 people');
    await page.getByTestId('names-import').click();
    const ids = await page.getByTestId('names-table').locator('tbody th a').allInnerTexts();
    const [one = '', two = ''] = ids;
    await page
      .getByTestId('names-pasted')
      .fill(`Owner\tFull name\tHours a week\n${one}\tFerenc Horváth\t38,5\n${two}\tBo\ta lot\nx\tNew\t`);
    await expect(page.getByTestId('names-plan')).toHaveText('0 new, 1 changed, 0 as they are, 2 refused');
    await expect(page.getByTestId('names-refused').getByRole('listitem')).toHaveText([
      /^line 3: .*number of hours/,
      /^line 4: /,
    ]);
    for (const theme of themes) {
      await wear(page, theme);
      await look(page, `${project.name}-people-import-${theme}`);
    }
    await page.getByTestId('names-save').click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page.locator('tr', { hasText: one }).locator('[data-column="name"]')).toHaveValue('Ferenc Horváth');

    // A workbook that is dropped anywhere on the screen.
    const bytes = readFileSync(join(import.meta.dirname, '../../ui/tables/names.xlsx')).toString('base64');
    const files = await page.evaluateHandle((base64) => {
      const held = new DataTransfer();
      held.items.add(new File([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))], 'names.xlsx'));
      return held;
    }, bytes);
    await page.getByTestId('names-table').dispatchEvent('drop', { dataTransfer: files });
    await expect(page.getByTestId('names-plan')).toHaveText('0 new, 1 changed, 0 as they are, 1 refused');
    await page.getByRole('combobox', { name: 'Lines are of' }).click();
    await page.getByRole('option', { name: 'Person', exact: true }).click();
    await expect(page.getByTestId('names-plan')).toHaveText('1 new, 1 changed, 0 as they are, 0 refused');
  },
);

test(
  'a bare id is named where it is found, and has its name everywhere at once',
  ofThePage,
  async ({ host }, { project }) => {
    const { page } = host;
    const listed = await host.call('names.list', {});
    if (!listed.ok) throw new Error(listed.error.code);
    const { owners } = listed.value as { owners: Record<string, { name: string }> };
    const anna = Object.entries(owners).find(([, { name }]) => name === 'Anna Keller')?.[0] ?? '';
    await host.call('names.keep', { owners: { [anna]: null }, objects: {} });

    const filters = [{ propertyName: 'platform_owner_id', operator: 'EQ', value: anna }];
    const only = encodeURIComponent(JSON.stringify([{ filters }]));

    // By a click on a report's line.
    await goTo(page, `#/reports?preset=people&period=2026-10&filter=${only}`);
    const grid = page.getByTestId('report-grid');
    const line = grid.getByRole('rowheader', { name: anna });
    await expect(line).toBeVisible();
    await look(page, `${project.name}-bare-report`);
    await line.getByText(anna).click({ timeout: 5000 });
    const dialog = page.getByTestId('name-dialog');
    await expect(dialog).toContainText('Person · ');
    await dialog.getByLabel('Name').fill('Ann');
    await look(page, `${project.name}-name-dialog`);
    await page.keyboard.press('Enter');
    await expect(grid.getByRole('rowheader', { name: 'Ann', exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await expect(line).toBeVisible();

    // By N on a record's line.
    await goTo(page, `#/records?period=2026-10&filter=${only}`);
    const row = page.getByTestId('records-table').locator('tbody tr[data-record]').first();
    await row.getByRole('button').first().focus();
    await page.keyboard.press('n');
    await dialog.getByLabel('Name').fill('Anna K.');
    await page.getByTestId('name-save').click();
    await expect(row).toContainText('Anna K.');
  },
);
