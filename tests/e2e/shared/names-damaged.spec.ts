/** Names and settings that are damaged are told on every screen, no figure is under a plain seal meanwhile, and the good copy brings them back. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { look, goTo, ofThePage, themes, wear } from '../support/look.ts';
import { expect, test } from '../support/test.ts';

test(
  'a flipped bit in a name is reported, and the last good copy is restored',
  ofThePage,
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
    await expect(page.getByTestId('seal')).toHaveText('Names damaged');
    await goTo(page, '#/reports');
    await expect(band).toBeVisible();
    await expect(page.getByTestId('report-notes')).toContainText('Names or settings are damaged');
    for (const theme of themes) {
      await wear(page, theme);
      await look(page, `${project.name}-names-damaged-${theme}`);
    }
    await band.getByRole('button', { name: 'Restore the copy from' }).click();
    await expect(page.getByRole('dialog')).toContainText('nothing is deleted');
    await page.getByTestId('mend-journal').click();
    await expect(band).toHaveCount(0);
    await expect(page.getByTestId('seal')).toContainText('Complete as of');
    await expect(page.getByTestId('report-notes').filter({ hasText: 'damaged' })).toHaveCount(0);
  },
);
