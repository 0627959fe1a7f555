/** The past is chosen by the seal and says so on every screen; a file that left is remembered, with what changed since. */
import { answerDialogs, ask } from '#tests/e2e/support/host-calls.ts';
import { goTo, ofThePage, openView } from '#tests/e2e/support/look.ts';
import { recordsScreen } from '#tests/e2e/support/screens/records.ts';
import { screenTitle, statusLine } from '#tests/e2e/support/screens/shell.ts';
import { settled } from '#tests/e2e/support/settled.ts';
import { takeBack } from '#tests/e2e/support/toasts.ts';
import { expect, test, type HostInUse } from '#tests/e2e/support/test.ts';
import { runsAll } from '#tests/e2e/support/tier.ts';
import { chooseCases } from '#tests/support/tier.ts';

test('every screen shows the past that was chosen by the seal, names included, until today is asked for', async ({
  changing: host,
}) => {
  const { page } = host;
  const { merges } = await ask(host, 'memory.merges', {});
  expect(merges.map(({ kind }) => kind)).toContain('first');
  const { owners } = await ask(host, 'names.list', {});
  const [[id, entry] = []] = Object.entries(owners);
  if (id === undefined || !entry) throw new Error('The sample has names');
  await ask(host, 'names.keep', { owners: { [id]: { ...entry, name: 'Renamed Today' } }, objects: {} });
  await openView(page, '/reports', { preset: 'people', period: 'last-month' });
  await settled(page);
  await expect(page.getByTestId('report-grid')).toContainText('Renamed Today');
  await statusLine(page).seal.click();
  await page
    .getByRole('list', { name: 'Refreshes' })
    .getByRole('button', { name: /Complete here/ })
    .click();
  await settled(page);
  await expect(statusLine(page).seal).toHaveText(/^As known on /);
  await expect(page.getByTestId('report-grid')).toContainText(entry.name);
  await expect(page.getByTestId('report-grid')).not.toContainText('Renamed Today');
  await expect(page.getByTestId('past')).toBeVisible();
  // The shell says it on all of them.
  for (const [hash, title] of chooseCases(1, [
    ['#/check', 'To check'],
    ['#/', 'Overview'],
    ['#/records', 'Records'],
  ] as const)) {
    await goTo(page, hash);
    await expect(screenTitle(page, title)).toBeVisible();
    await expect(page.getByTestId('past')).toBeVisible();
  }
  // What is listed as open then may be billed today.
  if (runsAll) {
    await goTo(page, '#/reports?preset=not-sent');
    await expect(page.getByTestId('mark-elsewhere')).toHaveAttribute('aria-disabled', 'true');
  }
  // It is the first moment: no change comes before it.
  await goTo(page, '#/changes');
  await expect(page.getByRole('main')).toContainText('Nothing is known here of before this moment');
  await page.getByRole('button', { name: 'Back to today' }).click();
  await expect(page.getByTestId('past')).toHaveCount(0);
  await expect(statusLine(page).seal).toHaveText(/^Complete as of /);
});

/** Writes it as a person does in the second tier, which the first leaves to the call. */
async function billLastMonth(host: HostInUse): Promise<void> {
  const { page } = host;
  if (!runsAll) {
    await ask(host, 'export.run', { period: '2026-10-05', columns: ['title'], bills: true });
    return;
  }
  await openView(page, '/records', { period: 'last-month' });
  await settled(page);
  await recordsScreen(page).openExport('csv');
  await page.getByLabel('This file bills its records').check();
  await page.getByTestId('export-start').click();
}

test('a file that bills its records is listed as sent, says that nothing changed, and can be taken back', async ({
  changing: host,
}, testInfo) => {
  const { page } = host;
  await answerDialogs(host, testInfo.outputPath('records.csv'));
  await billLastMonth(host);
  const findSent = async () => (await ask(host, 'sent.list', {})).files[0];
  await expect.poll(async () => (await findSent())?.state).toMatch(/^(?:handed|saved)$/);
  const name = (await findSent())?.file ?? '';
  await goTo(page, '#/exports');
  const row = page.getByTestId('sent-files').getByRole('row', { name });
  await expect(row).toContainText('bills');
  await row.getByRole('link', { name: 'What changed?' }).click();
  await expect(page.getByTestId('changes-none')).toContainText(`Nothing has changed since ${name} was written`);
  await page.getByTestId('back-to-screen').click();
  await row.getByRole('button', { name: `More for ${name}` }).click();
  await page.getByRole('menuitem', { name: 'It did not leave' }).click();
  await expect(row).toContainText('withdrawn');
  await takeBack(page, 'counts as not sent');
  await expect(row).toContainText('bills');
});

test(
  'the choice of a moment has the focus before its moments are here, and Escape closes it',
  ofThePage,
  async ({ reading: { page } }) => {
    const isAsked = (body: string | null) => body?.includes('memory.merges') === true;
    // These are never answered.
    await page.route('**/api/call', (route) => (isAsked(route.request().postData()) ? undefined : route.fallback()));
    await goTo(page, '#/data');
    await settled(page);
    const { seal } = statusLine(page);
    await seal.click();
    const dialog = page.getByRole('dialog', { name: 'As known on' });
    await expect(dialog).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(seal).toBeFocused();
  },
);
