import { existsSync, readFileSync } from 'node:fs';
import { readWords } from '../../../support/exports/pdf-reader.ts';
import { goTo } from '../../support/look.ts';
import { settled } from '../../support/settled.ts';
import { expect, test } from '../../support/test.ts';

test('Ctrl+P opens pages of all that a screen holds, and says which screens have none', async ({ host }) => {
  const { page, electron } = host;
  /** Paths that the system was given to open. */
  const opened: string[] = [];
  await electron?.evaluate(({ shell }) => {
    const paths: string[] = [];
    Object.assign(globalThis, { opened: paths });
    shell.openPath = (path) => {
      paths.push(path);
      return Promise.resolve('');
    };
  });
  /** The words of the pages that come of the key. */
  const print = async (): Promise<string> => {
    if (electron) {
      await page.keyboard.press('Control+p');
      const read = () => electron.evaluate(() => Reflect.get(globalThis, 'opened') as string[]);
      await expect.poll(async () => (await read()).length).toBe(opened.length + 1);
      const path = (await read()).at(-1) ?? '';
      opened.push(path);
      expect(existsSync(path)).toBe(true);
      return readWords(readFileSync(path));
    }
    const coming = page.context().waitForEvent('request', (each) => each.url().includes('/api/download/'));
    await page.keyboard.press('Control+p');
    const answer = await page.request.get((await coming).url());
    expect(answer.headers()['content-disposition']).toMatch(/^inline; filename=".*\.pdf"$/);
    return readWords(await answer.body());
  };

  await goTo(page, '#/records?period=2026-10-05..2026-10-06');
  await settled(page);
  const range = await page.getByTestId('records-range').textContent();
  const [records = 'none'] = /[\d,]+$/.exec(range ?? '') ?? [];
  expect(await print()).toContain(`Records ${records} Lines ${records}`);

  await goTo(page, '#/reports?preset=people&period=2026-10');
  await settled(page);
  const lines = await page.getByTestId('report-grid').locator('[data-row]').getByRole('rowheader').allTextContents();
  const report = await print();
  expect(lines.length).toBeGreaterThan(5);
  for (const line of lines) expect(report).toContain(line.trim());

  await goTo(page, '#/overview?period=2026-10');
  await settled(page);
  const overview = await print();
  for (const title of ['Figures', 'People', 'Needs attention', '13 months', 'Clients'])
    expect(overview).toContain(title);

  await goTo(page, '#/check');
  await settled(page);
  const checks = await print();
  expect(checks).toContain('To check');
  expect(checks).toContain('What differs');

  await goTo(page, '#/settings');
  await settled(page);
  await page.keyboard.press('Control+p');
  await expect(
    page.getByText('This screen is not printed: Overview, To check, Reports and Records are.'),
  ).toBeVisible();
});
