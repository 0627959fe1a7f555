/** People & clients: the table in which ids get their names. */
import type { Page } from 'playwright/test';

export function peopleScreen(page: Page) {
  const table = page.getByTestId('names-table');
  return {
    table,
    rows: table.locator('tbody tr[data-index]'),
    /** How many have no name yet. */
    share: page.getByTestId('names-share'),
    search: page.getByRole('searchbox', { name: 'Find an id or a name' }),
  };
}
