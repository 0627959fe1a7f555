/** Toasts with an undo. */
import type { Page } from 'playwright/test';

/** Takes the step back that a toast tells with these words: the toast of the step before may still be leaving. */
export function takeBack(page: Page, said: string): Promise<void> {
  return page.getByRole('alert').filter({ hasText: said }).getByRole('button', { name: 'Undo' }).click();
}
