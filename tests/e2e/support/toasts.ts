/** Toasts with an undo. */
import type { Locator, Page } from 'playwright/test';

/** Takes the step back that a toast tells with these words: the toast of the step before may still be leaving. */
export function takeBack(page: Page, said: string): Promise<void> {
  return page.getByRole('alert').filter({ hasText: said }).getByRole('button', { name: 'Undo' }).click();
}

/** A toast goes after some ten seconds, in which a busy machine takes one step: while the pointer is over one, all of them stay. */
export function keepToasts(toast: Locator): Promise<void> {
  return toast.dispatchEvent('mouseover');
}
