/** The keyboard's ways: what is typed reaches the palette, and Enter takes the first that fits wherever a list is narrowed. */
import type { Page } from 'playwright/test';
import { goTo, look, ofThePage, themes, wear } from '../support/look.ts';
import { lookupScreen } from '../support/screens/lookup.ts';
import { palette, screenTitle } from '../support/screens/shell.ts';
import { settled } from '../support/settled.ts';
import { expect, test } from '../support/test.ts';
import { longOfThePage } from '#tests/e2e/support/tier.ts';
import { chooseCases } from '#tests/support/tier.ts';

/** The page is drawn before the shell listens for its keys: a key pressed in between has no effect. */
const listening = (page: Page) => expect(page.getByRole('button', { name: /^Commands/ })).toBeVisible();

test(
  'the palette takes every letter even if a menu was open, and Enter goes there',
  ofThePage,
  async ({ reading: { page } }) => {
    await goTo(page, '#/people');
    await page.getByRole('button', { name: /^Workspace/ }).click();
    await expect(page.getByRole('menuitem').first()).toBeVisible();
    const search = palette(page).field;
    await palette(page).open();
    // The menu closes at the first letter, and would have the focus back for itself.
    await page.keyboard.press('l');
    await expect(page.getByRole('menuitem')).toHaveCount(0);
    await page.keyboard.type('ookup');
    await expect(search).toHaveValue('lookup');
    await page.keyboard.press('Enter');
    await expect(screenTitle(page, 'Lookup')).toBeVisible();
    await expect(palette(page).dialog).toHaveCount(0);
  },
);

test(
  'a page without a focus has it on its screen once the palette closes',
  ofThePage,
  async ({ reading: { page } }) => {
    await goTo(page, '#/people');
    await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
    await palette(page).open();
    await page.keyboard.press('Escape');
    await expect(palette(page).dialog).toHaveCount(0);
    await expect(page.locator('#content')).toBeFocused();
  },
);

test(
  'a question mark shows every key, and every screen with a table leads to it at its first stop',
  ofThePage,
  async ({ reading: { page } }) => {
    await listening(page);
    await page.keyboard.press('?');
    const keys = page.getByRole('dialog', { name: 'Keys' });
    await expect(keys.getByRole('region')).toHaveCount(9);
    await expect(keys.getByText('Mark as reviewed, or back to open')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(keys).toHaveCount(0);
    // In a field it is a letter.
    await goTo(page, '#/lookup');
    await lookupScreen(page).ids.press('?');
    await expect(lookupScreen(page).ids).toHaveValue('?');
    await expect(keys).toHaveCount(0);
    for (const [hash, table] of chooseCases(1, [
      ['#/records?period=2026-10-05', '[data-testid="records-table"]'],
      ['#/check?check=without-category', '[data-testid="findings"]'],
      ['#/', '[data-testid="overview-people"]'],
      ['#/reports', '[data-testid="report-grid"]'],
    ] as const)) {
      await goTo(page, hash);
      await settled(page);
      await page.locator('#content').focus();
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await expect(page.locator(`:is(${table}, ${table} tbody *):focus`), hash).toHaveCount(1);
    }
  },
);

for (const [reducedMotion, options] of [
  ['no-preference', ofThePage],
  ['reduce', longOfThePage],
] as const) {
  test(
    `the palette opens from within a field, and again while it is closing, with ${reducedMotion} for motion`,
    options,
    async ({ reading: { page } }) => {
      await page.emulateMedia({ reducedMotion });
      await goTo(page, '#/lookup');
      await lookupScreen(page).ids.fill('4711');
      const search = palette(page).field;
      await palette(page).open();
      // In one go: the second is pressed while the palette fades out.
      await page.evaluate(() => {
        const press = (key: string, ctrlKey = false) =>
          document.activeElement?.dispatchEvent(
            new KeyboardEvent('keydown', { key, ctrlKey, bubbles: true, cancelable: true }),
          );
        press('Escape');
        press('k', true);
      });
      await settled(page);
      await expect(search).toBeFocused();
      await page.keyboard.press('Escape');
      await expect(palette(page).dialog).toHaveCount(0);
      await expect(lookupScreen(page).ids).toHaveValue('4711');
      await expect(lookupScreen(page).ids).toBeFocused();
    },
  );
}

/** How far apart the icon of the highlighted entry and its ground are, by WCAG: from 1 to 21. */
const contrast = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const entry = document.querySelector('.mantine-Spotlight-action[data-selected]');
    const icon = entry?.querySelector('svg');
    if (!entry || !icon) return 0;
    const ground = getComputedStyle(entry).backgroundColor;
    const panel = getComputedStyle(document.querySelector('.mantine-Spotlight-content') ?? entry).backgroundColor;
    const canvas = document.createElement('canvas').getContext('2d');
    const luminance = (...layers: string[]) => {
      if (!canvas) return 0;
      for (const layer of layers) {
        canvas.fillStyle = layer;
        canvas.fillRect(0, 0, 1, 1);
      }
      const [r = 0, g = 0, b = 0] = [...canvas.getImageData(0, 0, 1, 1).data].map((each) => {
        const part = each / 255;
        return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const [dark = 0, light = 0] = [
      luminance(panel, ground),
      luminance(panel, ground, getComputedStyle(icon).color),
    ].toSorted((a, b) => a - b);
    return (light + 0.05) / (dark + 0.05);
  });

test(
  'the icon of the highlighted entry is seen in both themes',
  ofThePage,
  async ({ reading: { page } }, { project }) => {
    await goTo(page, '#/lookup');
    for (const theme of themes) {
      await wear(page, theme);
      await palette(page).open();
      await page.keyboard.type('rec');
      await expect(palette(page).first).toContainText('Records');
      await look(page, `${project.name}-palette-${theme}`);
      expect(await contrast(page), theme).toBeGreaterThan(4.5);
      await page.keyboard.press('Escape');
      await expect(palette(page).dialog).toHaveCount(0);
    }
  },
);

test(
  'Enter takes the first property and the first column that fit what is typed',
  longOfThePage,
  async ({ reading: { page } }) => {
    await goTo(page, '#/records?period=all');
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    const property = page.getByRole('combobox', { name: 'Property' });
    await expect(property).toBeFocused();
    await page.keyboard.type('categ');
    await page.keyboard.press('Enter');
    await expect(property).toHaveValue('Category');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);

    const head = page.getByRole('columnheader', { name: 'Description' });
    await expect(head).toHaveCount(0);
    await page.getByRole('button', { name: /^Columns/ }).click();
    await expect(page.getByRole('dialog').getByRole('textbox')).toBeFocused();
    await page.keyboard.type('descr');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog').getByRole('checkbox', { name: 'Description' })).toBeChecked();
    await expect(page.getByRole('dialog').getByRole('textbox')).toHaveValue('');
    // Nothing is typed any more: Enter is done with it.
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  },
);

test(
  'the palette finds people without accents, records by any words and settings, and Enter goes there',
  longOfThePage,
  async ({ reading: { page } }) => {
    await goTo(page, '#/lookup');
    const typed = async (text: string) => {
      await palette(page).open();
      await page.keyboard.type(text);
    };
    const { first } = palette(page);
    await typed('horvath');
    await expect(first).toContainText('Eva Horváth');
    await page.keyboard.press('Enter');
    await expect(screenTitle(page, 'Eva Horváth')).toBeVisible();
    await expect(page.getByTestId('subject-groups').getByRole('rowheader').first()).toBeVisible();
    // Her page is a place of its own: one step leads back to where it was opened.
    await page.getByRole('button', { name: 'Back to Lookup' }).click();
    await expect(screenTitle(page, 'Lookup')).toBeVisible();
    await typed('horvath transfer zzz');
    await expect(first).toContainText('Search the records for “horvath transfer zzz”');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Nothing found for “horvath transfer zzz”')).toBeVisible();
    await page.getByRole('textbox', { name: /^Search title/ }).fill('horvath transfer');
    await expect(page.locator('mark').first()).toHaveText(/^Horváth$|^Transfer$/);
    await typed('fiscal');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('combobox', { name: 'Fiscal year starts in' })).toBeFocused();
  },
);

test(
  'an action is found by its verb, with whom and when filled in, and opens with these choices',
  longOfThePage,
  async ({ changing: { page } }) => {
    await goTo(page, '#/');
    await listening(page);
    const type = async (text: string) => {
      await palette(page).open();
      await palette(page).field.fill(text);
    };
    await type('export brightwater last month');
    await expect(palette(page).dialog.getByText('Export October 2026 of Brightwater GmbH…')).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(screenTitle(page, 'Records')).toBeVisible();
    const dialog = page.getByRole('dialog', { name: /^Export to/ });
    await expect(dialog).toContainText('of this filter');
    await expect(page.getByTestId('export-who')).toContainText('For internal use');
    expect(page.url()).toMatch(/period=last-month&filter=.*Brightwater/);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    // The same again, where its view is in front already.
    await type('export last month of brightwater');
    await page.keyboard.press('Enter');
    await expect(dialog).toBeVisible();
    await page.keyboard.press('Escape');

    await type('print clients last quarter');
    await expect(palette(page).dialog.getByText('Print Clients, Q3 2026')).toBeVisible();
    const printed = page.context().waitForEvent('request', (each) => each.url().includes('/api/download/'));
    await page.keyboard.press('Enter');
    await printed;

    await type('share');
    await expect(palette(page).dialog.getByText('Copy table')).toBeVisible();
    await page.keyboard.press('Escape');
    await type('dark theme');
    await page.keyboard.press('Enter');
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
    await type('number format german germany');
    await page.keyboard.press('Enter');
    await expect(page.getByText(/^Numbers and dates are now written/)).toBeVisible();
  },
);
