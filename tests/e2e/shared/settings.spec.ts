import { join } from 'node:path';
import { openJournal } from '#electron/journal/journal.ts';
import { ask } from '../support/host-calls.ts';
import { goTo, look, lookAgain, lookAround, ofThePage, themes, wear } from '../support/look.ts';
import { recordsScreen } from '../support/screens/records.ts';
import { screenTitle } from '../support/screens/shell.ts';
import { long, longOfThePage } from '../support/tier.ts';
import { expect, test, type HostInUse } from '../support/test.ts';

async function open({ page }: Pick<HostInUse, 'page'>): Promise<void> {
  await goTo(page, '#/settings');
  await expect(screenTitle(page, 'Settings')).toBeVisible();
}

const settingsOf = (host: HostInUse) => ask(host, 'settings.get', {});

for (const theme of themes) {
  test(
    `the settings are free of accessibility faults in the ${theme} theme`,
    ofThePage,
    async ({ reading }, { project }) => {
      await wear(reading.page, theme);
      await open(reading);
      await expect(reading.page.getByTestId('amount-recorded')).not.toBeEmpty();
      await expect(reading.page.locator('#historyMonths')).toBeVisible();
      await lookAgain(reading.page, `${project.name}-settings-${theme}`);
      await reading.page.locator('#hoursPerDay').fill('0');
      await reading.page.locator('#hoursPerDay').press('Enter');
      const refusal = reading.page.locator('[data-setting="hoursPerDay"]').getByRole('alert');
      await expect(refusal).toHaveText('A number above 0.');
      await reading.page.locator('#zone').click();
      await look(reading.page, `${project.name}-settings-open-${theme}`);
    },
  );
}

test('what a list shows over the next panel can be chosen', ofThePage, async ({ reading }) => {
  await open(reading);
  const choice = reading.page.getByLabel('Written as in');
  await choice.click();
  await choice.fill('German (Germany)');
  await reading.page.getByRole('option', { name: /1\.234\.567,89 · 30\.10\.2026/ }).click({ trial: true });
});

test('a setting takes effect at once, and can be taken back', longOfThePage, async ({ changing: host }) => {
  const { page } = host;
  await open(host);
  await page.getByText('Sunday', { exact: true }).click();
  await expect.poll(async () => (await settingsOf(host)).weekStart).toBe('sunday');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(async () => (await settingsOf(host)).weekStart).toBe('monday');
});

test(
  'an impossible value is refused beside its field, until a possible one is typed',
  longOfThePage,
  async ({ changing: host }) => {
    const { page } = host;
    await open(host);
    const hours = page.getByLabel('Hours of a working day');
    await hours.fill('none');
    await hours.press('Enter');
    await expect(page.locator('[data-setting="hoursPerDay"]').getByRole('alert')).toHaveText('A number above 0.');
    expect((await settingsOf(host)).hoursPerDay).toBe('8');
    await hours.fill('7,5');
    await hours.press('Enter');
    await expect.poll(async () => (await settingsOf(host)).hoursPerDay).toBe('7.5');
    await expect(page.locator('[data-setting="hoursPerDay"]').getByRole('alert')).toBeEmpty();
  },
);

test(
  'a stored setting that is no longer accepted is reported, shown, and corrected in its field',
  longOfThePage,
  async ({ start, dataDirectory }, { project }) => {
    const old = 'https://crm.müller.example/records/{id}';
    const mended = 'https://crm.xn--mller-kva.example/records/{id}';
    const journal = openJournal(join(dataDirectory, 'workspaces/sample/journal.sqlite'));
    journal.saveSetting('recordAddress', old);
    journal.close();
    const host = await start({ dataDirectory });
    const { page } = host;
    await goTo(page, '#/check');
    await expect(page.getByRole('link', { name: 'its address is not accepted any more' })).toBeVisible();
    await open(host);
    const address = page.getByLabel('Address of a record');
    await expect(address).toHaveValue(old);
    await expect(page.getByTestId('refused-settings')).toContainText(`Address of a record: “${old}” was set earlier`);
    await expect(page.locator('[data-setting="recordAddress"]').getByRole('alert')).toContainText(
      'Not accepted any more',
    );
    await look(page, `${project.name}-settings-refused`);
    await address.fill(mended);
    await address.press('Enter');
    await expect(page.getByTestId('refused-settings')).toHaveCount(0);
    await expect(page.locator('[data-setting="recordAddress"]').getByRole('alert')).toBeEmpty();
    expect((await settingsOf(host)).recordAddress).toBe(mended);
  },
);

test(
  'a stored choice that is no longer accepted is replaced by any accepted one, the one in force included',
  longOfThePage,
  async ({ start, dataDirectory }, { project }) => {
    const journal = openJournal(join(dataDirectory, 'workspaces/sample/journal.sqlite'));
    journal.saveSetting('zone', 'Mars/Olympus');
    journal.saveSetting('weekStart', 'wednesday');
    journal.saveSetting('scrub', 'yes');
    journal.close();
    const host = await start({ dataDirectory });
    const { page } = host;
    await open(host);
    const { zone } = await settingsOf(host);
    const notice = page.getByTestId('refused-settings');
    await expect(notice).toContainText('Week starts on: “wednesday” was set earlier');
    await expect(page.getByText('Not accepted any more: “Monday” applies until you choose.')).toBeVisible();
    await expect(page.getByLabel('Time zone')).toHaveAttribute('placeholder', 'Mars/Olympus');
    await lookAgain(page, `${project.name}-settings-choices-refused`);
    await page.getByText('Monday', { exact: true }).click();
    await expect(notice).not.toContainText('Week starts on');
    await page.getByRole('radiogroup', { name: 'Read old records again' }).getByText('Off').click();
    await expect(notice).not.toContainText('Read old records');
    await page.getByLabel('Time zone').fill(zone);
    await page.getByRole('option', { name: zone, exact: true }).click();
    await expect(notice).toHaveCount(0);
    expect(await settingsOf(host)).toMatchObject({ zone, weekStart: 'monday', scrub: false });
  },
);

test('both amounts are shown side by side before one is chosen', longOfThePage, async ({ changing: host }) => {
  const { page } = host;
  await open(host);
  const { totals } = await ask(host, 'report.run', {
    measures: ['a552213_billable_amount', 'a552213_billable_amount_auto'],
  });
  const shown = async (source: string) =>
    (await page.getByTestId(`amount-${source}`).innerText()).replaceAll(/[^\d.]/g, '');
  for (const source of ['recorded', 'auto'])
    await expect(page.getByTestId(`amount-${source}`)).toContainText(/\d.* EUR/);
  expect(Number(await shown('recorded'))).toBeCloseTo(Number(totals['a552213_billable_amount']), 1);
  expect(Number(await shown('auto'))).toBeCloseTo(Number(totals['a552213_billable_amount_auto']), 1);
  await page.getByText('Recorded, else automatic').click();
  await expect.poll(async () => (await settingsOf(host)).amounts).toBe('recorded-else-auto');
});

test(
  'the day’s limit is changed where it is read, and what is left follows',
  longOfThePage,
  async ({ changing: host }) => {
    const { page } = host;
    await goTo(page, '#/data');
    await page.getByTestId('quota-limit').click();
    const field = page.getByRole('textbox', { name: 'Requests a day' });
    await field.fill('0');
    await expect(page.getByText('A whole number from 1 to a million.')).toBeVisible();
    await field.fill('5,000');
    await field.press('Enter');
    await expect(page.getByTestId('quota-limit')).toHaveText('/ 5,000');
    await expect.poll(async () => (await settingsOf(host)).quotaLimit).toBe(5000);
    const { used } = (await ask(host, 'data.status', {})).quota;
    await expect(page.getByTestId('data-quota')).toContainText(`${(5000 - used).toLocaleString('en')} left`);
  },
);

test(
  'a newly connected service takes over no settings of the workspace before',
  long,
  async ({ changing: host, serve }) => {
    const { page } = host;
    const service = await serve({ records: 200 });
    await open(host);
    await page.locator('#currency').fill('CHF');
    await page.locator('#currency').press('Enter');
    await expect.poll(async () => (await settingsOf(host)).currency).toBe('CHF');
    await page.getByRole('button', { name: 'Workspace' }).click();
    await page.getByRole('menuitem', { name: 'Your service' }).click();
    await expect(page.getByRole('heading', { name: 'Connect your service' })).toBeVisible();
    await page.getByRole('textbox', { name: 'Address', exact: true }).fill(service.url);
    await page.getByLabel('API key').fill(service.key);
    await page.getByRole('button', { name: 'Connect' }).click();
    await expect(page.getByText('No records here yet')).toBeVisible();
    await open(host);
    await expect(page.locator('#currency')).toHaveValue('');
  },
);

test(
  'numbers and days are written as in the chosen locale, on screen and in copied tables',
  longOfThePage,
  async ({ changing: host }, { project }) => {
    const { page } = host;
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await goTo(page, '#/records?period=2026-10');
    const cell = page
      .getByRole('gridcell')
      .filter({ hasText: /^\d+\.\d\d$/ })
      .first();
    const plain = await cell.innerText();
    await open(host);
    const choice = page.getByLabel('Written as in');
    await expect(choice).toHaveValue(/^As the system · 1,234,567\.89 · 30 Oct 2026$/);
    const chooseGerman = async () => {
      await choice.click();
      await choice.fill('German (Germany)');
      await page.getByRole('option', { name: /1\.234\.567,89 · 30\.10\.2026/ }).click();
      await expect(page.getByText('Numbers and dates are now written')).toBeVisible();
    };
    await chooseGerman();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(choice).toHaveValue(/^As the system/);
    await chooseGerman();
    await lookAround(page, `${project.name}-settings-locale`);
    await goTo(page, '#/records?period=2026-10');
    const shown = plain.replace('.', ',');
    await expect(page.getByRole('gridcell').filter({ hasText: shown }).first()).toBeVisible();
    await expect(recordsScreen(page).range).toContainText('1.1');
    await page.getByRole('grid').or(page.getByRole('treegrid')).first().focus();
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Control+c');
    await expect
      .poll(() => page.evaluate(() => navigator.clipboard.readText()))
      .toMatch(/^31\.10\.2026 \d\d:\d\d\t.*\t0,75\t/m);
    await lookAgain(page, `${project.name}-records-german`);
    await goTo(page, '#/');
    await lookAgain(page, `${project.name}-overview-german`);
  },
);
