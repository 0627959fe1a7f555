import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readWords } from '../../../support/exports/pdf-reader.ts';
import { goTo } from '../../support/look.ts';
import { settled } from '../../support/settled.ts';
import { expect, test } from '../../support/test.ts';

test('Ctrl+P gives a PDF of every record of the screen, and of every line of a report', async ({
  host,
  dataDirectory,
}) => {
  const { page, electron } = host;
  /** The words of the PDF that comes of the key. */
  const print = async (name: string): Promise<string> => {
    const path = join(dataDirectory, '..', name);
    await electron?.evaluate(({ dialog }, filePath) => {
      dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath });
    }, path);
    const coming = electron
      ? undefined
      : page.waitForEvent('download', (each) => each.suggestedFilename().endsWith('.pdf'));
    await page.keyboard.press('Control+p');
    await (await coming)?.saveAs(path);
    await expect.poll(() => existsSync(path)).toBe(true);
    return readWords(readFileSync(path));
  };

  await goTo(page, '#/records?period=2026-10-05..2026-10-06');
  await settled(page);
  const range = await page.getByTestId('records-range').textContent();
  const [records = 'none'] = /[\d,]+$/.exec(range ?? '') ?? [];
  expect(await print('records.pdf')).toContain(`Records ${records} Lines ${records}`);

  await goTo(page, '#/reports?preset=people&period=2026-10');
  await settled(page);
  const lines = await page.getByTestId('report-grid').locator('[data-row]').getByRole('rowheader').allTextContents();
  const report = await print('report.pdf');
  expect(lines.length).toBeGreaterThan(5);
  for (const line of lines) expect(report).toContain(line.trim());
});
