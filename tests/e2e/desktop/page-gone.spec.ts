/** The window whose page has ended. The end itself is only told here: a test cannot follow a page through a real one. */
import type { ElectronApplication, Page } from 'playwright/test';
import { screenTitle } from '../support/screens/shell.ts';
import { expect, test } from '../support/test.ts';
import { long } from '../support/tier.ts';

const tellGone = (electron: ElectronApplication | undefined) =>
  electron?.evaluate(({ BrowserWindow }) => {
    const [window] = BrowserWindow.getAllWindows();
    (window?.webContents as NodeJS.EventEmitter | undefined)?.emit('render-process-gone', {}, { reason: 'crashed' });
  });

/** Whether the page is the one it was. */
const isMarked = (page: Page) => page.evaluate(() => 'marked' in window).catch(() => true);

test(
  'a page that has ended is loaded again, where it was, until that is a loop: then the person is asked',
  long,
  async ({ host: { page, electron } }) => {
    await page.evaluate(() => (location.hash = '#/lookup'));
    const lookup = screenTitle(page, 'Lookup');
    await expect(lookup).toBeVisible();
    for (let times = 0; times < 3; times += 1) {
      await page.evaluate(() => void Object.assign(window, { marked: true }));
      await tellGone(electron);
      await expect.poll(() => isMarked(page)).toBe(false);
      await expect(lookup).toBeVisible();
    }
    // The second of its buttons closes the window.
    await electron?.evaluate(({ dialog }) => {
      dialog.showMessageBox = () => Promise.resolve({ response: 1, checkboxChecked: false });
    });
    const closed = page.waitForEvent('close');
    await tellGone(electron);
    await closed;
  },
);
