/** The Reports screen, and the panel in which a figure of any screen is explained. */
import { expect, type Page } from 'playwright/test';
import { openView } from '../look.ts';
import { settled } from '../settled.ts';

export function reportScreen(page: Page) {
  const grid = page.getByTestId('report-grid');
  const options = page.getByRole('group', { name: 'What the report shows' });
  const openOptions = async () => {
    if (!(await options.isVisible())) await page.getByTestId('report-options').click();
    await expect(options).toBeVisible();
  };
  const shown = async () => {
    await expect(grid).toBeVisible();
    await settled(page);
  };
  return {
    grid,
    total: page.getByTestId('report-total'),
    /** @param at from 0, the first below the head */
    line: (at: number) => grid.locator(`[data-row="${at}"]`),
    heads: grid.getByRole('columnheader'),
    notes: page.getByTestId('report-notes'),
    changed: page.getByTestId('report-changed'),
    title: (name: string) => page.getByRole('heading', { level: 2, name }),
    shown,
    /** The panel of what the report shows. */
    options,
    openOptions,
    async open(view: Readonly<Record<string, string>> = {}) {
      await openView(page, '/reports', view);
      await shown();
    },
    async save(name: string) {
      await page.getByTestId('report-save').click();
      await page.getByRole('dialog').getByLabel('Name').fill(name);
      await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
      await expect(page.getByRole('heading', { level: 2, name })).toBeVisible();
    },
    /** Takes an entry of the menu beside the title. */
    async more(item: string) {
      await page.getByRole('button', { name: 'More', exact: true }).click();
      await page.getByRole('menuitem', { name: item }).click();
    },
    async groupBy(button: 'Rows' | 'Columns', group: string) {
      await openOptions();
      await options.getByRole('button', { name: button }).click();
      await page.getByRole('combobox', { name: 'Find a group' }).fill(group);
      await page.keyboard.press('Enter');
    },
    /** What the address says of one choice; empty: nothing. */
    inAddress: (choice: string): string =>
      new URLSearchParams(new URL(page.url()).hash.split('?')[1]).get(choice) ?? '',
  };
}

export function explainPanel(page: Page) {
  const panel = page.getByTestId('explain');
  return {
    panel,
    figure: panel.getByTestId('explain-figure'),
    records: panel.getByTestId('explain-records'),
    allRecords: panel.getByTestId('explain-all'),
    fact: (label: string) => panel.locator('dt', { hasText: new RegExp(`^${label}$`) }).locator('+ dd'),
    async close() {
      await page.keyboard.press('Escape');
      await expect(panel).toHaveCount(0);
    },
  };
}
