/** What is around every screen: menu, status line, period and filters, and the palette of commands. */
import { expect, type Page } from 'playwright/test';

export const screenLink = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name });

export const screenTitle = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });

export const statusLine = (page: Page) => ({
  seal: page.getByTestId('seal'),
  refresh: page.getByTestId('refresh'),
  pause: page.getByTestId('pause'),
  trouble: page.getByTestId('trouble'),
});

export function filterBar(page: Page) {
  const bar = page.getByRole('group', { name: 'Filters' });
  return {
    bar,
    period: page.getByTestId('period'),
    /** The filters as a sentence, where chips do not say all of it. */
    words: page.getByTestId('filter-words'),
    /** A figure whose records are shown. */
    figureChip: page.getByTestId('words-chip'),
    chip: (name: RegExp) => bar.getByRole('button', { name }),
  };
}

export function palette(page: Page) {
  const dialog = page.getByRole('dialog', { name: 'Commands' });
  const field = dialog.getByRole('textbox');
  const first = dialog.locator('[data-selected]').first();
  const open = async () => {
    // The page is drawn before the shell listens for its keys.
    await expect(page.getByRole('button', { name: /^Commands/ })).toBeVisible();
    await page.keyboard.press('Control+k');
    await expect(field).toBeFocused();
  };
  return {
    dialog,
    field,
    /** The entry that Enter takes. */
    first,
    open,
    /** Takes what is listed first under these words. */
    async take(words: string) {
      await open();
      await page.keyboard.type(words);
      await expect(first).toContainText(new RegExp(words, 'i'));
      await page.keyboard.press('Enter');
      await expect(field).toHaveCount(0);
    },
  };
}
