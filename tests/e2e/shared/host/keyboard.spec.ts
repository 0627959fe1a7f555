/** From an address and a key to a copied record by keyboard alone: nothing here has a mouse, and every letter goes where the focus is. */
import type { Page } from 'playwright/test';
import { openEmpty } from '#tests/e2e/support/host-calls.ts';
import { peopleScreen } from '#tests/e2e/support/screens/people.ts';
import { recordsScreen } from '#tests/e2e/support/screens/records.ts';
import { explainPanel, reportScreen } from '#tests/e2e/support/screens/reports.ts';
import { filterBar, palette, screenTitle, statusLine } from '#tests/e2e/support/screens/shell.ts';
import { settled } from '#tests/e2e/support/settled.ts';
import { longOfThePage } from '#tests/e2e/support/tier.ts';
import { expect, test } from '#tests/e2e/support/test.ts';

/** Stops of Tab from the start of a screen until its table has the focus, where the way there is the one for all screens. */
const MAX_STOPS = 5;

test.use({ opensAt: '#/' });

async function press(page: Page, ...keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

/** Each name in its line, without waiting for what is saved: the next letters belong to the next row. */
async function typeNames(page: Page, names: readonly string[]): Promise<void> {
  await press(page, 't', 'Tab');
  for (const name of names) {
    await page.keyboard.type(name);
    await press(page, 'Enter');
  }
}

async function goToScreen(page: Page, name: string): Promise<void> {
  await palette(page).take(name);
  await expect(page.getByRole('heading', { name, exact: true })).toBeVisible();
  await settled(page);
}

test(
  'by keyboard alone a service is connected, and its people and clients are named',
  longOfThePage,
  async ({ changing: host, serve }) => {
    const { page } = host;
    const service = await serve({ records: 600 });
    await openEmpty(host);
    const { share } = peopleScreen(page);
    await expect(page.getByRole('button', { name: 'Connect' })).toBeVisible();
    await press(page, 'Tab');
    // In the first field, which is for a mail: who types an address goes on in the field for it.
    await page.keyboard.type(service.url);
    await expect(page.getByLabel('Address')).toHaveValue(service.url);
    await press(page, 'Tab');
    await page.keyboard.type(service.key);
    await press(page, 'Enter');
    await expect(screenTitle(page, 'Overview')).toBeVisible();
    await expect(page.locator('#content')).toBeFocused();
    await palette(page).take('download');
    await expect(statusLine(page).seal).toHaveText(/^Complete as of/);

    await palette(page).take('people & clients');
    await expect(share).toContainText('30 of 30 people have no name');
    await typeNames(page, ['Anna Keller', 'Bo Lindqvist', 'Claire Dubois']);
    await expect(share).toContainText('27 of 30 people have no name');
    await expect(page.getByLabel('Name of Bo Lindqvist')).toHaveValue('Bo Lindqvist');
    await press(page, 'Escape');
    await expect(page.locator('#content')).toBeFocused();
    await tabTo(page, page.getByRole('radio', { name: 'People' }), 9);
    await press(page, 'ArrowRight');
    await expect(share).toContainText('objects have no name');
    const [, before = ''] = /^([\d,]+) of/.exec((await share.textContent()) ?? '') ?? [];
    await typeNames(page, ['Brightwater', 'Hafen Logistik']);
    await expect(share).toContainText(`${Number(before) - 2} of`);
  },
);

test(
  'by keyboard alone records are filtered, given a column, sorted and copied',
  longOfThePage,
  async ({ reading: { page } }) => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const { table, rows, head } = recordsScreen(page);
    await goToScreen(page, 'Records');
    await press(page, 'f');
    await expect(page.getByRole('combobox', { name: 'Property' })).toBeFocused();
    await page.keyboard.type('billable rate');
    await press(page, 'Enter', 'Tab', 'Tab');
    await page.keyboard.type('200');
    await press(page, 'Enter');
    await expect(filterBar(page).chip(/^Change: Billable rate is over 200$/)).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await press(page, 'c');
    await expect(page.getByRole('textbox', { name: 'Find a column' })).toBeFocused();
    await page.keyboard.type('days (auto)');
    await press(page, 'Enter', 'Escape');
    await expect(head('Sort by Total days (auto)')).toBeAttached();
    await settled(page);
    await press(page, 't', 'ArrowDown', 'ArrowRight', 'ArrowRight', 's');
    await expect(head('Sort by Person')).toHaveAttribute('aria-sort', 'ascending');
    await settled(page);
    await press(page, 's');
    await expect(head('Sort by Person')).toHaveAttribute('aria-sort', 'descending');
    await settled(page);
    await expect(table).toBeFocused();
    const count = await rows.count();
    await press(page, 'Control+a', 'Control+c');
    await expect(page.getByText(/^Copied .* with their heads/)).toBeVisible();
    const lines = (await page.evaluate(() => navigator.clipboard.readText())).trimEnd().split('\n');
    expect(lines.length).toBeGreaterThan(count);
    expect(lines[0]).toContain('Total days (auto)');
  },
);

test(
  'by keyboard alone a figure leads to its records, and a record to its history and to the next one',
  longOfThePage,
  async ({ changing: { page } }) => {
    const { panel, figure, allRecords } = explainPanel(page);
    const { table, details, live } = recordsScreen(page);
    const drawer = page.getByRole('dialog');
    await palette(page).take('people');
    await expect(reportScreen(page).title('People')).toBeVisible();
    await settled(page);
    await press(page, 't', 'Control+Home', 'ArrowRight', 'Enter');
    await expect(panel).toBeVisible();
    await expect(figure).toHaveText(/\d/);
    await settled(page);
    await tabTo(page, allRecords, 8);
    await press(page, 'Enter');
    await expect(screenTitle(page, 'Records')).toBeVisible();
    await expect(filterBar(page).figureChip).toContainText('This figure');
    await settled(page);

    await press(page, 't', 'ArrowDown', 'Enter');
    await expect(details).toBeVisible();
    // What opens takes the focus a moment later: it would take it from the button.
    await settled(page);
    await press(page, 'h');
    await expect(drawer.locator('[data-ask-history]')).toBeFocused();
    await press(page, 'Enter');
    await expect(live).toContainText('History');
    await expect(drawer.locator(':focus')).toHaveCount(1);
    const title = await drawer.getByRole('heading').first().textContent();
    await press(page, 'Alt+ArrowDown');
    await expect(drawer.getByRole('heading').first()).not.toHaveText(title ?? '');
    await press(page, 'Escape');
    await expect(drawer).toHaveCount(0);
    await expect(table).toBeFocused();
  },
);

for (const name of ['Records', 'Clients', 'People & clients', 'Data'])
  test(
    `the table of ${name} is at most ${MAX_STOPS} stops of Tab away`,
    longOfThePage,
    async ({ reading: { page } }) => {
      await expect(screenTitle(page, 'Overview')).toBeVisible();
      await goToScreen(page, name);
      await expectTableNear(page, name);
    },
  );

async function tabTo(page: Page, target: ReturnType<Page['locator']>, most: number): Promise<void> {
  const isThere = () => target.evaluate((element) => element === document.activeElement);
  for (let stop = 0; stop <= most; stop += 1) {
    if (await isThere()) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`${String(target)} is more than ${most} stops away`);
}

/** Presses Tab from the start of the screen, and Enter on the stop that leads to the table. */
async function expectTableNear(page: Page, screen: string): Promise<void> {
  const focus = () =>
    page.evaluate(() => ({
      isInTable: document.activeElement?.closest('main table, main [role="treegrid"]') !== null,
      text: document.activeElement?.textContent.slice(0, 40) ?? '',
    }));
  const passed: string[] = [];
  for (let stops = 1; stops <= MAX_STOPS; stops += 1) {
    await page.keyboard.press('Tab');
    const { text } = await focus();
    passed.push(text);
    if (text === 'Skip to the table') await page.keyboard.press('Enter');
    if ((await focus()).isInTable) return;
  }
  throw new Error(`The table of ${screen} is farther away than ${passed.join(' · ')}`);
}
