/** The Overview: its tiles and its three tables. */
import type { Page } from 'playwright/test';

export const overviewScreen = (page: Page) => ({
  tile: (measure: string) => page.getByTestId(`tile-${measure}`),
  people: page.getByTestId('overview-people'),
  clients: page.getByTestId('overview-clients'),
  attention: page.getByTestId('overview-attention'),
});
