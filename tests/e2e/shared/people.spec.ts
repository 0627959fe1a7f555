import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ask } from '../support/host-calls.ts';
import { goTo, lookAgain, lookAround, lookAroundAgain, ofThePage } from '../support/look.ts';
import { peopleScreen } from '../support/screens/people.ts';
import { recordsScreen } from '../support/screens/records.ts';
import { reportScreen } from '../support/screens/reports.ts';
import { takeBack } from '../support/toasts.ts';
import { longOfThePage, runsAll } from '../support/tier.ts';
import { expect, test } from '../support/test.ts';

test(
  'ids get names in the table by keyboard, and each line its hours a week and days away',
  ofThePage,
  async ({ changing: host }, { project }) => {
    const { page } = host;
    const { owners, objects } = await ask(host, 'names.list', {});
    const empty = (entries: object) => Object.fromEntries(Object.keys(entries).map((id) => [id, null]));
    await ask(host, 'names.keep', { owners: empty(owners), objects: empty(objects) });
    await goTo(page, '#/people');
    const { share } = peopleScreen(page);
    const all = Object.keys(owners).length;
    await expect(page.getByTestId('names-table').getByRole('columnheader', { name: 'Hours a week' })).toBeVisible();
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
    // What has a day is added, as a line of its own.
    await week.fill('20 from 2026-10-01');
    await week.press('Enter');
    await expect(week).toHaveValue('38.5\n20 from 1 Oct 2026');
    await first.getByLabel('Days away of Ferenc Horváth').fill('2026-12-24..2026-12-31 holiday');
    await page.keyboard.press('Enter');
    // axe is asked about each field: of one line it finds what it finds of all.
    if (!runsAll) await peopleScreen(page).search.fill('Ferenc');
    await lookAround(page, `${project.name}-people`);
    await page.getByText('Clients & objects').click();
    await expect(share).toContainText('objects have no name');
    await lookAgain(page, `${project.name}-people-objects`);
  },
);

test(
  'a person who is gone is active to the last entry in one step, and again with its undo',
  longOfThePage,
  async ({ changing: host }) => {
    const { page } = host;
    const { owners } = await ask(host, 'names.list', {});
    const found = Object.entries(owners).find(([, { activeTo }]) => activeTo !== null);
    if (!found) throw new Error('Nobody of the sample has left');
    const [id, gone] = found;
    await ask(host, 'names.keep', { owners: { [id]: { ...gone, activeTo: null } }, objects: {} });
    await goTo(page, '#/check?check=people');
    const row = page.getByTestId('short-people').getByRole('row', { name: gone.name });
    await expect(row).toContainText('last entry 10 Apr 2026');
    await row.getByRole('button', { name: 'Active to 10 Apr 2026' }).click();
    await expect(row).toHaveCount(0);
    expect((await ask(host, 'names.list', {})).owners[id]?.activeTo).toBe('2026-04-10');
    await takeBack(page, `${gone.name} saved`);
    await expect(row).toHaveCount(1);
  },
);

test(
  'a removed name comes back by its undo, even where the page is drawn late',
  longOfThePage,
  async ({ changing }) => {
    const { page } = changing;
    await page.evaluate(() => {
      // React draws in messages to itself: a busy machine delivers them after timers that were set later.
      const send = Reflect.get(MessagePort.prototype, 'postMessage') as (this: MessagePort, message: unknown) => void;
      MessagePort.prototype.postMessage = function (message: unknown) {
        setTimeout(() => send.call(this, message), 40);
      };
    });
    await goTo(page, '#/people');
    await peopleScreen(page).search.fill('horvath');
    const name = page.getByLabel('Name of Eva Horváth');
    await name.fill('');
    await name.press('Enter');
    // Nothing is found any more: its line is gone, and has not saved once more what it held.
    await expect(peopleScreen(page).table).toHaveCount(0);
    await expect(page.getByText('removed from the directory')).toHaveCount(1);
    await takeBack(page, 'removed from the directory');
    await expect(name).toHaveValue('Eva Horváth');
  },
);

test(
  'a currency that is nearly another one is saved by a second Enter alone',
  longOfThePage,
  async ({ changing: host }) => {
    const { page } = host;
    const { objects } = await ask(host, 'names.list', {});
    const [first = '', second = ''] = Object.keys(objects);
    const named = (name: string, currency: string | null) => ({ name, client: null, currency });
    await ask(host, 'names.keep', {
      owners: {},
      objects: { [first]: named('One', 'Taler'), [second]: named('Two', null) },
    });
    const kept = async () => (await ask(host, 'names.list', {})).objects[second]?.currency;
    await goTo(page, '#/people');
    await page.getByText('Clients & objects').click();
    await peopleScreen(page).search.fill('Two');
    const currency = page.getByLabel('Currency of Two');
    await currency.fill('taler');
    await currency.press('Tab');
    const problem = page.getByTestId('names-problem');
    await expect(problem).toContainText('choose “Taler”');
    // Left once more by another way than Enter, it is asked about again.
    await currency.focus();
    await currency.press('Tab');
    await expect(problem).toContainText('choose “Taler”');
    expect(await kept()).toBeNull();
    await currency.press('Enter');
    await expect.poll(kept).toBe('taler');
  },
);

test(
  'a list that is pasted shows what it changes and what is refused, and is saved',
  longOfThePage,
  async ({ changing: host }, { project }) => {
    const { page } = host;
    await goTo(page, '#/people');
    await expect(peopleScreen(page).share).toContainText('30 people');
    await page.getByTestId('names-import').click();
    const ids = await peopleScreen(page).table.locator('tbody th a').allInnerTexts();
    const [one = '', two = ''] = ids;
    // What was guessed is saved once a person has said that it is right.
    await page.getByTestId('names-pasted').fill(`Wer\tNummer\nFerenc Horváth\t${one}`);
    await expect(page.getByRole('dialog').getByRole('alert')).toContainText('Say what the columns are');
    await expect(page.getByTestId('names-save')).toBeDisabled();
    await lookAroundAgain(page, `${project.name}-people-doubt`);
    await page.getByRole('button', { name: 'They are right as they are' }).click();
    await expect(page.getByTestId('names-save')).toBeEnabled();
    await page.getByRole('button', { name: 'Start again' }).click();
    await page
      .getByTestId('names-pasted')
      .fill(`Owner\tFull name\tHours a week\n${one}\tFerenc Horváth\t38,5\n${two}\tBo\ta lot\nx\tNew\t`);
    await expect(page.getByTestId('names-plan')).toHaveText('0 new, 1 changed, 0 as they are, 2 refused');
    await expect(page.getByTestId('names-refused').getByRole('listitem')).toHaveText([
      /^line 3: .*number of hours/,
      /^line 4: /,
    ]);
    await lookAround(page, `${project.name}-people-import`);
    // What is no day holds saving back: hours without one hold for all time.
    const from = page.getByRole('textbox', { name: 'Hours hold from' });
    await from.fill('soon');
    await expect(page.getByTestId('names-save')).toBeDisabled();
    await from.fill('1 Nov 2026');
    await expect(page.getByRole('dialog').getByRole('row', { name: one })).toContainText('38.5 from 2026-11-01');
    await page.getByTestId('names-save').click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page.locator('tr', { hasText: one }).locator('[data-column="name"]')).toHaveValue('Ferenc Horváth');
  },
);

test(
  'a workbook that is dropped on the screen is read, and its lines are of what one says',
  ofThePage,
  async ({ reading: { page } }) => {
    await goTo(page, '#/people');
    await expect(peopleScreen(page).share).toContainText('30 people');
    const bytes = readFileSync(join(import.meta.dirname, '../../ui/names.xlsx')).toString('base64');
    const files = await page.evaluateHandle((base64) => {
      const held = new DataTransfer();
      held.items.add(new File([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))], 'names.xlsx'));
      return held;
    }, bytes);
    await peopleScreen(page).table.dispatchEvent('drop', { dataTransfer: files });
    await expect(page.getByTestId('names-plan')).toHaveText('1 new, 1 changed, 0 as they are, 0 refused');
    await expect(page.getByRole('row').filter({ hasText: /Person\s*48213377/ })).toBeVisible();
    await page.getByRole('combobox', { name: 'Lines are of' }).click();
    await page.getByRole('option', { name: 'Deal', exact: true }).click();
    await expect(page.getByRole('row').filter({ hasText: /Deal\s*48213377/ })).toBeVisible();
  },
);

test(
  'a bare id is named where it is found, and has its name everywhere at once',
  ofThePage,
  async ({ changing: host }, { project }) => {
    const { page } = host;
    const { owners } = await ask(host, 'names.list', {});
    const anna = Object.entries(owners).find(([, { name }]) => name === 'Anna Keller')?.[0] ?? '';
    await ask(host, 'names.keep', { owners: { [anna]: null }, objects: {} });

    const filters = [{ propertyName: 'platform_owner_id', operator: 'EQ', value: anna }];
    const only = encodeURIComponent(JSON.stringify([{ filters }]));

    // By a click on a report's line.
    await goTo(page, `#/reports?preset=people&period=2026-10&chart=&filter=${only}`);
    const grid = reportScreen(page).grid;
    const line = grid.getByRole('rowheader', { name: anna });
    await expect(line).toBeVisible();
    await lookAgain(page, `${project.name}-bare-report`);
    await line.getByText(anna).click();
    const dialog = page.getByTestId('name-dialog');
    await expect(dialog).toContainText('Person · ');
    await dialog.getByLabel('Name').fill('Ann');
    await lookAgain(page, `${project.name}-name-dialog`);
    await page.keyboard.press('Enter');
    await expect(grid.getByRole('rowheader', { name: 'Ann', exact: true })).toBeVisible();
    if (runsAll) {
      await page.getByRole('button', { name: 'Undo' }).last().click();
      await expect(line).toBeVisible();
    }

    // By N on a record's line.
    await goTo(page, `#/records?period=2026-10&filter=${only}`);
    const row = recordsScreen(page).rows.first();
    if (!runsAll) {
      await expect(row).toContainText('Ann');
      return;
    }
    await row.getByRole('button').first().focus();
    await page.keyboard.press('n');
    await dialog.getByLabel('Name').fill('Anna K.');
    await page.getByTestId('name-save').click();
    await expect(row).toContainText('Anna K.');
  },
);

test(
  'what cannot be kept says so when its cell, and when its screen, is left',
  longOfThePage,
  async ({ changing: host }) => {
    const { page } = host;
    await goTo(page, '#/people');
    const hours = page.locator('tr[data-index="0"] [data-column="weekly_hours"]');
    const before = await hours.inputValue();
    await hours.fill('bogus');
    await hours.blur();
    await expect(page.getByTestId('names-problem')).toContainText('"bogus" is not a number of hours');
    await expect(hours).toHaveValue('bogus');
    await page.getByRole('link', { name: 'Data', exact: true }).click();
    await expect(
      page.getByRole('alert').filter({ hasText: 'was not kept: "bogus" is not a number of hours' }),
    ).toHaveCount(1);
    await goTo(page, '#/people');
    await expect(hours).toHaveValue(before);
  },
);
