/** The same chips on Overview, Reports and Records: ticks apply at once and are one step back, by keyboard alone, and cost no request. */
import type { Page } from 'playwright/test';
import { goTo, look, lookAgain, ofThePage, openView } from '#tests/e2e/support/look.ts';
import { recordsScreen } from '#tests/e2e/support/screens/records.ts';
import { filterBar } from '#tests/e2e/support/screens/shell.ts';
import { settled } from '#tests/e2e/support/settled.ts';
import { takeBack } from '#tests/e2e/support/toasts.ts';
import { longOfThePage, runsAll } from '#tests/e2e/support/tier.ts';
import { expect, test } from '#tests/e2e/support/test.ts';

const screens = [
  ['Overview', '/', {}],
  ['Reports', '/reports', { preset: 'clients' }],
  ['Records', '/records', {}],
] as const;

const chips = (page: Page) => filterBar(page).chip(/^(Person|Client|Service|Category|Billable) any$/);
const filterOf = (page: Page) =>
  page.evaluate(() => new URLSearchParams(location.hash.split('?')[1]).get('filter') ?? '');
for (const [name, path, view] of screens) {
  // The chips are one component on all of them.
  const options = name === 'Records' ? ofThePage : longOfThePage;
  test(`${name}: ticks by keyboard alone apply at once, and are one step back`, options, async ({ reading }) => {
    const { page, call } = reading;
    const asked = () => call('data.status', {});
    await openView(page, path, { ...view, period: '2026-10' });
    await settled(page);
    const before = await asked();
    await expect(chips(page)).toHaveText(['Person any', 'Client any', 'Service any', 'Category any', 'Billable any']);
    const client = filterBar(page).chip(/^Client any$/);
    await client.focus();
    await page.keyboard.press('Enter');
    const find = page.getByRole('textbox', { name: 'Find a value' });
    await expect(find).toBeFocused();
    await expect(page.getByRole('dialog').getByRole('button', { name: 'Apply' })).toHaveCount(0);
    // Inside of a word, and with two letters swapped.
    await page.keyboard.type('ghtwat');
    await expect(page.getByRole('checkbox')).toHaveCount(1);
    await page.keyboard.press('Enter');
    await expect.poll(() => filterOf(page)).toContain('"Brightwater GmbH"');
    await page.keyboard.type('hafne');
    await page.keyboard.press('Enter');
    await expect.poll(() => filterOf(page)).toContain('"Brightwater GmbH","Hafen Logistik"');
    await page.keyboard.press('Escape');
    const changed = filterBar(page).chip(/^Change: Client Brightwater GmbH \+1$/);
    await expect(changed).toBeFocused();
    await expect(page.getByRole('alert')).toContainText('Filters: Client is one of Brightwater GmbH, Hafen Logistik');
    await page.keyboard.press('Control+z');
    await expect(client).toBeVisible();
    await expect.poll(() => filterOf(page)).not.toContain('Brightwater');
    await expect(page.getByRole('alert').filter({ hasText: 'Brightwater' })).toHaveCount(0);

    await filterBar(page)
      .chip(/^Billable any$/)
      .click();
    await expect(page.getByRole('checkbox')).toHaveCount(2);
    await expect(page.getByRole('checkbox').first()).toBeFocused();
    await page.keyboard.press('Space');
    await expect.poll(() => filterOf(page)).toContain('"values":["true"]');
    await (name === 'Overview' ? look : lookAgain)(page, `chips-${name}-billable`);
    await page.keyboard.press('Escape');
    await takeBack(page, 'Filters: Billable is yes');
    await expect(chips(page)).toHaveCount(5);
    await settled(page);
    // The quota of the service is in it.
    expect(await asked()).toEqual(before);
  });
}

const client = (value: string) => ({ propertyName: 'client', operator: 'IN', values: [value] });
const vat = { propertyName: 'a552213_service_name', operator: 'IN', values: ['VAT returns'] };
const tickable = (page: Page, name: RegExp) => page.getByRole('dialog').getByRole('checkbox', { name });

test(
  'what is ticked after the last value was unticked takes its place, as one step back',
  longOfThePage,
  async ({ reading: { page } }) => {
    for (const [groups, after] of [
      // In the same group another condition moves up, of several groups the next one.
      [[{ filters: [client('Brightwater GmbH'), vat] }], [{ filters: [client('Hafen Logistik'), vat] }]],
      [
        [{ filters: [client('Brightwater GmbH')] }, { filters: [vat] }],
        [{ filters: [client('Hafen Logistik')] }, { filters: [vat] }],
      ],
    ]) {
      const filter = JSON.stringify(groups);
      await openView(page, '/records', { period: 'all', filter });
      await filterBar(page)
        .chip(/^Change: Client Brightwater GmbH$/)
        .click();
      await tickable(page, /^Brightwater/).uncheck();
      await expect.poll(() => filterOf(page)).toBe(JSON.stringify([{ filters: [vat] }]));
      await tickable(page, /^Hafen/).check();
      await expect.poll(() => filterOf(page)).toBe(JSON.stringify(after));
      await page.keyboard.press('Escape');
      await takeBack(page, 'Hafen Logistik');
      await expect.poll(() => filterOf(page)).toBe(filter);
    }
  },
);

test(
  'an alternative stays open while its condition changes, and its ticks are told when it is closed by its cross',
  longOfThePage,
  async ({ reading: { page } }) => {
    const filter = JSON.stringify([{ filters: [client('Brightwater GmbH')] }, { filters: [vat] }]);
    await openView(page, '/records', { period: 'all', filter });
    await filterBar(page)
      .chip(/^Change: Service VAT returns$/)
      .click();
    await page.getByRole('combobox', { name: 'Condition' }).click();
    await page.getByRole('option', { name: 'is none of' }).click();
    await expect.poll(() => filterOf(page)).toContain('NOT_IN');
    await expect(tickable(page, /^VAT returns/)).toBeChecked();
    await filterBar(page)
      .chip(/^Remove: Service is none of VAT returns/)
      .click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await takeBack(page, 'Filters: Client is one of Brightwater GmbH');
    await expect.poll(() => filterOf(page)).toContain('NOT_IN');
  },
);

test(
  'a notice takes back only what it tells: neither another way of change nor another screen is',
  longOfThePage,
  async ({ reading: { page } }) => {
    const told = page.getByRole('alert').filter({ hasText: 'Filters: Billable is yes' });
    const tick = async () => {
      await filterBar(page)
        .chip(/^Billable any$/)
        .click();
      await page.getByRole('checkbox').first().check();
      await page.keyboard.press('Escape');
      await expect(told).toBeVisible();
    };
    await openView(page, '/records', { period: '2026-10' });
    await tick();
    await page.goBack();
    await expect(chips(page)).toHaveCount(5);
    await expect(told).toHaveCount(0);

    await tick();
    await goTo(page, '#/changes?period=2026-10');
    await expect(told).toHaveCount(0);
    if (!runsAll) return;
    await tick();
    await settled(page);
    // Of the steps of both screens one is this screen's.
    await page.locator('h1').first().click();
    await page.keyboard.press('Control+z');
    await expect(chips(page)).toHaveCount(5);
    const left = await page.evaluate(() => location.hash);
    await page.keyboard.press('Control+z');
    await settled(page);
    expect(await page.evaluate(() => location.hash)).toBe(left);
  },
);

test(
  'counts beside the values are of the period and the other filters',
  longOfThePage,
  async ({ reading: { page } }) => {
    const filter = JSON.stringify([{ filters: [{ propertyName: 'billable', operator: 'IN', values: ['false'] }] }]);
    await openView(page, '/records', { period: '2026-10', filter });
    await filterBar(page)
      .chip(/^Service any$/)
      .click();
    const first = page.getByRole('dialog').getByRole('checkbox').first();
    const row = page.getByRole('dialog').locator('label').first();
    const counted = (await row.locator('.figure').textContent()) ?? '';
    await look(page, 'chips-counts');
    await first.check();
    await page.keyboard.press('Escape');
    await expect(recordsScreen(page).range).toContainText(`of ${counted}`);
  },
);

test('an empty view leads to the period in which it is not empty', longOfThePage, async ({ reading: { page } }) => {
  const filter = JSON.stringify([
    { filters: [{ propertyName: 'client', operator: 'IN', values: ['Brightwater GmbH'] }] },
  ]);
  for (const [name, path, view] of screens) {
    await openView(page, path, { ...view, period: '2031-10', filter });
    await expect(page.getByText('Nothing in October 2031')).toBeVisible();
    await expect(page.getByText(/These filters find [\d,]+ records in November 2026\./)).toBeVisible();
    await lookAgain(page, `chips-nothing-${name}`);
    await page.getByRole('button', { name: 'Show November 2026' }).click();
    await expect(filterBar(page).period).toContainText('November 2026');
    await expect(page.getByText('Nothing in')).toHaveCount(0);
  }
});

test(
  'a search that finds nothing offers the words that find something together',
  longOfThePage,
  async ({ reading: { page } }) => {
    await goTo(page, '#/records?period=all');
    const search = page.getByRole('textbox', { name: /^Search title/ });
    // A wrong letter in a name is forgiven.
    await search.fill('hovrath transfer');
    await expect(recordsScreen(page).rows.first()).toContainText('Horváth');
    await expect(filterBar(page).bar).toContainText('“hovrath”; it is taken for “Horváth”, one letter away.');
    await lookAgain(page, 'chips-misspelt');
    await search.fill('horvath transfer pricing zzz');
    await page.getByRole('button', { name: /^“horvath transfer pricing” \(3 of 4 words\): [\d,]+ records?$/ }).click();
    await expect(search).toHaveValue('horvath transfer pricing');
    await expect(recordsScreen(page).rows.first()).toBeVisible();
    expect(await filterOf(page)).toContain('horvath transfer pricing');
  },
);
