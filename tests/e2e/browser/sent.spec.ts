/** What was sent, told on screen: October's record that the CRM moves to November, and what is not billed yet. */
import type { Page } from 'playwright/test';
import { ask, connectTo } from '../support/host-calls.ts';
import { goTo, openView } from '../support/look.ts';
import { recordsScreen } from '../support/screens/records.ts';
import { settled } from '../support/settled.ts';
import { takeBack } from '../support/toasts.ts';
import { long } from '../support/tier.ts';
import { expect, test } from '../support/test.ts';

const DAY = 86_400_000;

async function openBill(page: Page, period: string): Promise<void> {
  await openView(page, '/records', { period });
  await settled(page);
  await recordsScreen(page).openExport('csv');
  await page.getByLabel('This file bills its records').check();
}

test(
  'a record of October’s file that is November’s now is named, refused, and billed again with a reason',
  long,
  async ({ changing: host, serve }) => {
    const startAt = Date.parse('2026-11-02T08:00:00Z');
    const service = await serve({ records: 300, seed: 5, startAt, frozen: true, asOf: '2026-11-01' });
    const { page } = host;
    await connectTo(host, service);
    const { rows } = await ask(host, 'records.page', { period: '2026-10', columns: ['title'], limit: 1 });
    const id = rows[0]?.id ?? '';
    await openBill(page, '2026-10');
    await page.getByTestId('export-start').click();
    const findFirst = async () => (await ask(host, 'sent.list', {})).files.at(-1);
    await expect.poll(async () => (await findFirst())?.state).toBe('handed');
    const october = (await findFirst())?.file ?? '';

    await service.control.move({ kind: 'shift', ids: [id], to: '2026-11' });
    await service.control.advance(DAY);
    await ask(host, 'sync.run', {});
    await page.reload();
    await openBill(page, '2026-11');
    const choice = page.getByTestId('bill-choice');
    await expect(choice).toContainText(`1 record is billed already by ${october}`);
    await page.getByTestId('export-start').click();
    await expect(page.getByRole('dialog')).toContainText(`billed already by ${october}`);
    await page.getByRole('dialog').getByRole('button', { name: 'Back' }).click();
    await page.getByLabel('Why they are billed again').fill('Moved by the client');
    await page.getByTestId('export-start').click();
    await expect.poll(async () => (await ask(host, 'sent.list', {})).files.length).toBe(2);

    await goTo(page, '#/exports');
    await expect(page.getByTestId('sent-files')).toContainText('again: Moved by the client');
    await expect(page.getByTestId('sent-files')).toContainText(`1 record billed before by ${october}`);
    await openView(page, '/records', { period: '2026-11', record: id });
    await expect(page.getByTestId('record-sent').getByRole('link', { name: october })).toBeVisible();
    await expect(page.getByTestId('record-sent')).toContainText('does not select it any more');
  },
);

test(
  'what is not billed yet is a report, and is marked as billed elsewhere with a reason',
  long,
  async ({ changing: host }) => {
    const { page } = host;
    const { rows } = await ask(host, 'report.run', { measures: ['billable_value'], groupBy: ['client'] });
    const client = rows[0]?.key['client'] ?? '';
    await goTo(page, `#/client/${encodeURIComponent(client)}`);
    await page.getByTestId('not-sent-yet').click();
    await expect(page.getByTestId('report-grid')).toContainText(client);
    await page.getByTestId('mark-elsewhere').click();
    await page.getByLabel('Why, or where').fill('Invoice 12 on paper');
    await page.getByRole('button', { name: 'Mark', exact: true }).click();
    await expect(page.getByTestId('report-grid')).toHaveCount(0);
    await takeBack(page, 'marked as billed elsewhere');
    await expect(page.getByTestId('report-grid')).toContainText(client);
    await goTo(page, '#/exports');
    await expect(page.getByTestId('sent-files').getByRole('row', { name: 'Invoice 12 on paper' })).toContainText(
      'withdrawn',
    );
  },
);
