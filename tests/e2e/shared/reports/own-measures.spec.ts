/** A measure of one's own: written with its errors told, shown, explained by its numbers, saved with the report and in every file. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '#tests/support/hosts/terminal.ts';
import { lookAgain, lookAround } from '#tests/e2e/support/look.ts';
import { explainPanel, reportScreen } from '#tests/e2e/support/screens/reports.ts';
import { expect, test } from '#tests/e2e/support/test.ts';
import { longOfThePage } from '#tests/e2e/support/tier.ts';

const ID = 'Cost per hour = recorded_cost / logged_hours';

test('is written with its errors told, and shown once its units fit', longOfThePage, async ({ reading: { page } }) => {
  const report = reportScreen(page);
  await report.open({ preset: 'clients', period: '2026-10', measures: 'billable_value,logged_hours' });
  await report.openOptions();
  await page.getByRole('button', { name: /^Figures/ }).click();
  await page.getByRole('button', { name: 'New measure…' }).click();
  const dialog = page.getByRole('dialog', { name: 'New measure…' });
  await dialog.getByLabel('Name').fill('Cost per hour');
  await dialog.getByLabel('Formula').fill('[Cost] + [Logged hours]');
  await expect(dialog.getByRole('status').first()).toHaveText(
    'Cost is money and Logged hours is hours: only what has the same unit can be added.',
  );
  await lookAgain(page, 'own-measure-wrong');
  await dialog.getByLabel('Formula').fill('[Cost] / ');
  await dialog.getByRole('combobox', { name: 'Find a measure to insert' }).fill('logged hours');
  await page.keyboard.press('Enter');
  await expect(dialog.getByLabel('Formula')).toHaveValue('[Cost] / [Logged hours]');
  await expect(dialog.getByRole('status').first()).toHaveText('Results in money per hour.');
  await lookAround(page, 'own-measure', [720]);
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await expect(report.grid.getByRole('columnheader', { name: 'Cost per hour' }).first()).toBeVisible();
});

test('is explained by its numbers, and saved with its report', longOfThePage, async ({ changing: { page } }) => {
  const report = reportScreen(page);
  const head = report.grid.getByRole('columnheader', { name: 'Cost per hour' }).first();
  await report.open({ preset: 'clients', period: '2026-10', measures: `billable_value,${ID}` });
  await expect(head).toBeVisible();
  await lookAgain(page, 'own-measure-shown');
  await expect(page.getByTestId('report-basis')).toContainText('Cost per hour = Cost / Logged hours');
  await report.line(0).getByRole('gridcell').last().click();
  await expect(explainPanel(page).fact('Formula')).toHaveText('Cost / Logged hours');
  await expect(explainPanel(page).fact('From')).toHaveText(/^Cost [\d,]+\.\d\d \/ Logged hours [\d,]+\.\d\d$/);
  await page.keyboard.press('Escape');
  await report.save('Costs');
  // The saved report has it, not the address.
  expect(page.url()).not.toContain('measures');
  await expect(head).toBeVisible();
});

test('stands in every file', longOfThePage, async ({ dataDirectory }) => {
  const command = 'report --group-by client --period 2026-10 --workspace sample'.split(' ');
  const write = async (format: string): Promise<string> => {
    const out = join(dataDirectory, `own.${format}`);
    const { code, stderr } = await run([
      ...command,
      '--measures',
      `billable_value,${ID}`,
      '--data-dir',
      dataDirectory,
      '--format',
      format,
      '--out',
      out,
    ]);
    expect({ code, stderr }).toMatchObject({ code: 0 });
    return out;
  };
  expect(readFileSync(await write('csv'), 'utf8')).toContain('Client,Billable value (EUR),Cost per hour (EUR),Records');
  expect(readFileSync(await write('json'), 'utf8')).toContain(ID);
  const sheet = execFileSync('unzip', ['-p', await write('xlsx')], { encoding: 'utf8', maxBuffer: 2 ** 26 });
  expect(sheet).toContain('Cost per hour (EUR)');
  expect(execFileSync('pdftotext', ['-layout', await write('pdf'), '-'], { encoding: 'utf8' })).toContain(
    'Cost per hour',
  );
});
