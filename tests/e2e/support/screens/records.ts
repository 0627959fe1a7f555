/** The Records screen, and the record that opens over it. */
import type { Page } from 'playwright/test';

export function recordsScreen(page: Page) {
  const table = page.getByTestId('records-table');
  const totals = page.getByTestId('records-totals');
  return {
    table,
    rows: table.locator('tbody tr[data-record]'),
    head: (name: string) => table.getByRole('columnheader', { name }),
    range: page.getByTestId('records-range'),
    totals,
    /** @param ending of the property's name */
    total: (ending: string) => totals.locator(`[data-property$="${ending}"]`),
    details: page.getByTestId('record-details'),
    live: page.getByTestId('record-live'),
    shareButton: page.getByTestId('share'),
    /** Opens the dialog that writes a file. */
    openExport: async (format: 'csv' | 'xlsx' | 'pdf' | 'html' = 'csv') => {
      await page.getByTestId('share').click();
      await page.getByTestId(`share-${format}`).click();
    },
  };
}
