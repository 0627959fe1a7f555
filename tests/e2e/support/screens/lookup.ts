/** The Lookup screen: ids in, what was found out. */
import type { Page } from 'playwright/test';

export const lookupScreen = (page: Page) => ({
  ids: page.getByTestId('lookup-ids'),
  price: page.getByTestId('lookup-price'),
  run: page.getByTestId('lookup-run'),
  sum: page.getByTestId('lookup-sum'),
  found: page.getByTestId('lookup-found'),
  missing: page.getByTestId('lookup-missing'),
  /** The texts that are not ids. */
  ignored: page.getByTestId('lookup-ignored').getByRole('listitem'),
});
