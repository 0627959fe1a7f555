import { readFileSync } from 'node:fs';
import { readWords } from '#tests/support/exports/pdf-reader.ts';
import { goTo, ofThePage } from '#tests/e2e/support/look.ts';
import { recordsScreen } from '#tests/e2e/support/screens/records.ts';
import { reportScreen } from '#tests/e2e/support/screens/reports.ts';
import { settled } from '#tests/e2e/support/settled.ts';
import { long, runsAll } from '#tests/e2e/support/tier.ts';
import { expect, test, type HostInUse } from '#tests/e2e/support/test.ts';

/** @returns a function that presses the key, and gives the words of the pages that come of it */
async function watchPages({ page, electron }: HostInUse): Promise<() => Promise<string>> {
  if (!electron)
    return async () => {
      const coming = page.context().waitForEvent('request', (each) => each.url().includes('/api/download/'));
      await page.keyboard.press('Control+p');
      const answer = await page.request.get((await coming).url());
      expect(answer.headers()['content-disposition']).toMatch(/^inline; filename=".*\.pdf"$/);
      return readWords(await answer.body());
    };
  await electron.evaluate(({ shell }) => {
    const opened: string[] = [];
    Object.assign(globalThis, { opened });
    shell.openPath = (path) => {
      opened.push(path);
      return Promise.resolve('');
    };
  });
  const readOpened = () => electron.evaluate(() => Reflect.get(globalThis, 'opened') as string[]);
  return async () => {
    const before = (await readOpened()).length;
    await page.keyboard.press('Control+p');
    await expect.poll(async () => (await readOpened()).length).toBe(before + 1);
    return readWords(readFileSync((await readOpened()).at(-1) ?? ''));
  };
}

test('Ctrl+P opens pages of all records and of every line of a report', async ({ changing: host }) => {
  const { page } = host;
  const print = await watchPages(host);
  await goTo(page, '#/records?period=2026-10-05');
  await settled(page);
  const [records = 'none'] = /[\d,]+$/.exec((await recordsScreen(page).range.textContent()) ?? '') ?? [];
  expect(await print()).toContain(`Records ${records} Lines ${records}`);

  // The pages of longer reports are shown where they are made: here the key asks for them.
  const few = runsAll ? {} : { top: '4', chart: '' };
  await reportScreen(page).open({ preset: 'people', period: '2026-10', ...few });
  const lines = await reportScreen(page).grid.locator('[data-row]').getByRole('rowheader').allTextContents();
  const report = await print();
  expect(lines.length).toBeGreaterThan(runsAll ? 5 : 3);
  for (const line of lines) expect(report).toContain(line.trim());
});

test('Ctrl+P opens pages of the Overview and of To check', long, async ({ changing: host }) => {
  const { page } = host;
  const print = await watchPages(host);
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
});

test('Ctrl+P says which screens have no pages', ofThePage, async ({ reading: { page } }) => {
  await goTo(page, '#/settings');
  await settled(page);
  await page.keyboard.press('Control+p');
  await expect(
    page.getByText(
      'This screen is not printed: Overview, To check, Reports, Records and the pages of people and clients are.',
    ),
  ).toBeVisible();
});
