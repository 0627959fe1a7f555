/** Names and settings that are damaged are told on every screen, no figure is under a plain seal meanwhile, and the good copy brings them back. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { goTo, lookAround } from '../support/look.ts';
import { reportScreen } from '../support/screens/reports.ts';
import { statusLine } from '../support/screens/shell.ts';
import { expect, test } from '../support/test.ts';
import { longOfThePage } from '#tests/e2e/support/tier.ts';

test(
  'a flipped bit in a name is reported, and the last good copy is restored',
  longOfThePage,
  async ({ start, dataDirectory }, { project }) => {
    const journal = join(dataDirectory, 'workspaces/sample/journal.sqlite');
    // The first opening keeps a good copy.
    await (await start({ dataDirectory })).stop();
    const database = new DatabaseSync(journal);
    const name = String(database.prepare('SELECT name FROM owner_name ORDER BY id').get()?.['name']);
    database.close();
    const bytes = readFileSync(journal);
    const at = bytes.indexOf(name);
    bytes[at] = (bytes[at] ?? 0) ^ 1;
    writeFileSync(journal, bytes);

    const { page } = await start({ dataDirectory });
    const band = page.getByTestId('journal-damage');
    await goTo(page, '#/data');
    await expect(band).toContainText(`Names and settings are damaged. 1 person (${name}) is lost.`);
    await expect(statusLine(page).seal).toHaveText('Names damaged');
    await goTo(page, '#/reports');
    await expect(band).toBeVisible();
    await expect(reportScreen(page).notes).toContainText('Names or settings are damaged');
    await lookAround(page, `${project.name}-names-damaged`);
    await band.getByRole('button', { name: 'Restore the copy from' }).click();
    await expect(page.getByRole('dialog')).toContainText('nothing is deleted');
    await page.getByTestId('mend-journal').click();
    await expect(band).toHaveCount(0);
    await expect(statusLine(page).seal).toContainText('Complete as of');
    await expect(reportScreen(page).notes.filter({ hasText: 'damaged' })).toHaveCount(0);
  },
);
