/** From an address and a key to a copied record by keyboard alone: nothing here has a mouse, and every letter goes where the focus is. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright/test';
import { startServiceProcess } from '../../../support/hosts/service-process.ts';
import { ofThePage } from '../../support/look.ts';
import { ownWorkspace, SAMPLE_AS_OF } from '../../support/places.ts';
import { settled } from '../../support/settled.ts';
import { expect, test } from '../../support/test.ts';

/** Stops of Tab from the start of a screen until its table has the focus, where the way there is the one for all screens. */
const MOST_STOPS = 5;

test.use({ opensAt: '#/' });

test(
  'by keyboard alone: connect, name, filter, add a column, sort, drill, history, copy',
  ofThePage,
  async ({ start }) => {
    const folder = mkdtempSync(join(tmpdir(), 'timelog-keyboard-'));
    const service = await startServiceProcess({ records: 600, seed: 7, asOf: SAMPLE_AS_OF });
    try {
      const { page } = await start({ dataDirectory: join(folder, 'data'), args: ownWorkspace });
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      const { keyboard } = page;
      const press = async (...keys: readonly string[]) => {
        for (const key of keys) await keyboard.press(key);
      };
      const table = page.getByTestId('records-table');
      const rows = table.locator('tbody tr[data-record]');
      const drawer = page.getByRole('dialog');

      await test.step('connect', async () => {
        await expect(page.getByRole('button', { name: 'Connect' })).toBeVisible();
        await press('Tab');
        // In the first field, which is for a mail: who types an address goes on in the field for it.
        await keyboard.type(service.url);
        await expect(page.getByLabel('Address')).toHaveValue(service.url);
        await press('Tab');
        await keyboard.type(service.key);
        await press('Enter');
        await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
        await expect(page.locator('#content')).toBeFocused();
        await command(page, 'download');
        await expect(page.getByTestId('seal')).toHaveText(/^Complete as of/);
      });

      await test.step('name three people and two clients', async () => {
        await command(page, 'people & clients');
        await expect(page.getByTestId('names-share')).toContainText('30 of 30 people have no name');
        await press('t', 'Tab');
        // Without waiting for what is saved: the next letters belong to the next row.
        for (const name of ['Anna Keller', 'Bo Lindqvist', 'Claire Dubois']) {
          await keyboard.type(name);
          await press('Enter');
        }
        await expect(page.getByTestId('names-share')).toContainText('27 of 30 people have no name');
        await expect(page.getByLabel('Name of Bo Lindqvist')).toHaveValue('Bo Lindqvist');
        await press('Escape');
        await expect(page.locator('#content')).toBeFocused();
        await tabTo(page, page.getByRole('radio', { name: 'People' }), 9);
        await press('ArrowRight');
        const share = page.getByTestId('names-share');
        await expect(share).toContainText('objects have no name');
        const [, before = ''] = /^([\d,]+) of/.exec((await share.textContent()) ?? '') ?? [];
        await press('t', 'Tab');
        for (const name of ['Brightwater', 'Hafen Logistik']) {
          await keyboard.type(name);
          await press('Enter');
        }
        await expect(share).toContainText(`${Number(before) - 2} of`);
      });

      await test.step('filter, add a column, sort', async () => {
        await command(page, 'records');
        await settled(page);
        await press('f');
        await expect(page.getByRole('combobox', { name: 'Property' })).toBeFocused();
        await keyboard.type('billable rate');
        await press('Enter', 'Tab', 'Tab');
        await keyboard.type('200');
        await press('Enter');
        await expect(page.getByTestId('filter-words')).toHaveText('Billable rate is over 200');
        await expect(drawer).toHaveCount(0);
        await press('c');
        await expect(page.getByRole('textbox', { name: 'Find a column' })).toBeFocused();
        await keyboard.type('days (auto)');
        await press('Enter', 'Escape');
        await expect(table.getByRole('columnheader', { name: 'Sort by Total days (auto)' })).toBeAttached();
        await settled(page);
        await press('t', 'ArrowDown', 'ArrowRight', 'ArrowRight', 's');
        const person = table.getByRole('columnheader', { name: 'Sort by Person' });
        await expect(person).toHaveAttribute('aria-sort', 'ascending');
        await settled(page);
        await press('s');
        await expect(person).toHaveAttribute('aria-sort', 'descending');
        await settled(page);
        await expect(table).toBeFocused();
      });

      await test.step('drill from a figure to its records', async () => {
        await command(page, 'people');
        await expect(page.getByRole('heading', { level: 2, name: 'People' })).toBeVisible();
        await settled(page);
        await press('t', 'Control+Home', 'ArrowRight');
        await press('Enter');
        const panel = page.getByTestId('explain');
        await expect(panel.getByTestId('explain-figure')).toHaveText(/\d/);
        await settled(page);
        await tabTo(page, panel.getByTestId('explain-all'), 8);
        await press('Enter');
        await expect(page.getByRole('heading', { level: 1, name: 'Records' })).toBeVisible();
        await expect(page.getByTestId('words-chip')).toContainText('This figure');
        await settled(page);
      });

      await test.step('a record, its history, the next one', async () => {
        await press('t', 'ArrowDown', 'Enter');
        await expect(drawer.getByTestId('record-details')).toBeVisible();
        await expect(drawer.locator(':focus')).toHaveCount(1);
        await press('h', 'Enter');
        await expect(drawer.getByTestId('record-live')).toContainText('History');
        await expect(drawer.locator(':focus')).toHaveCount(1);
        const title = await drawer.getByRole('heading').first().textContent();
        await press('Alt+ArrowDown');
        await expect(drawer.getByRole('heading').first()).not.toHaveText(title ?? '');
        await press('Escape');
        await expect(drawer).toHaveCount(0);
      });

      await test.step('copy', async () => {
        await expect(table).toBeFocused();
        await press('Control+a', 'Control+c');
        const count = await rows.count();
        await expect(page.getByText(/^Copied .* with their heads/)).toBeVisible();
        const lines = (await page.evaluate(() => navigator.clipboard.readText())).trimEnd().split('\n');
        expect(lines.length).toBeGreaterThan(count);
        expect(lines[0]).toContain('Total days (auto)');
      });

      await test.step(`every table is at most ${MOST_STOPS} stops away`, async () => {
        for (const name of ['Clients', 'Records', 'People & clients', 'Data']) {
          await command(page, name);
          await expect(page.getByRole('heading', { name, exact: true })).toBeVisible();
          await settled(page);
          await expectTableNear(page, name);
        }
      });
    } finally {
      await service.stop();
      rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
    }
  },
);

/** Takes what the palette lists first under these words. */
async function command(page: Page, words: string): Promise<void> {
  await page.keyboard.press('Control+k');
  const field = page.locator('[data-palette] input');
  await expect(field).toBeFocused();
  await page.keyboard.type(words);
  await expect(page.locator('[data-palette] [data-selected]').first()).toContainText(new RegExp(words, 'i'));
  await page.keyboard.press('Enter');
  await expect(field).toHaveCount(0);
}

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
  for (let stops = 1; stops <= MOST_STOPS; stops += 1) {
    await page.keyboard.press('Tab');
    const { text } = await focus();
    passed.push(text);
    if (text === 'Skip to the table') await page.keyboard.press('Enter');
    if ((await focus()).isInTable) return;
  }
  throw new Error(`The table of ${screen} is farther away than ${passed.join(' · ')}`);
}
