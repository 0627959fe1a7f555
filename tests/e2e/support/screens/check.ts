/** To check: the list of checks, and what one of them found. */
import type { Page } from 'playwright/test';

export function checkScreen(page: Page) {
  const findings = page.getByTestId('findings');
  return {
    findings,
    rows: findings.locator('tbody tr[data-record]'),
    check: (id: string) => page.locator(`[data-check="${id}"]`),
  };
}
