/** The same filter put to the service: the price first, page by page, and what differs from here, field by field. */
import type { Page } from 'playwright/test';
import type { ProvingService } from '#tests/support/hosts/proving-service.ts';
import { ask, connectTo } from '#tests/e2e/support/host-calls.ts';
import { lookAgain, lookAround, ofThePage, openView } from '#tests/e2e/support/look.ts';
import { expect, test, type HostInUse } from '#tests/e2e/support/test.ts';
import { longOfThePage, runsAll } from '#tests/e2e/support/tier.ts';

/** One page of the service in the first tier; three in the second. What a further page costs is shown where pages are read. */
const RECORDS = runsAll ? 450 : 60;

const liveSearch = (page: Page) => ({
  toggle: page.getByTestId('live'),
  ask: page.getByTestId('live-ask'),
  next: page.getByTestId('live-next'),
  sum: page.getByTestId('live-sum'),
  rows: page.getByTestId('live-rows'),
});

/** After the download one record is edited at the service, one is new and one is gone. */
async function connectAndMove(host: HostInUse, service: ProvingService) {
  await connectTo(host, service, { name: 'own' });
  const [edited = ''] = await service.control.move({ kind: 'edit' });
  const [born = ''] = await service.control.move({ kind: 'insert' });
  const [gone = ''] = await service.control.move({ kind: 'remove' });
  return { edited, born, gone };
}

const spentBy = async (host: HostInUse) => (await ask(host, 'data.status', {})).quota.used;

test(
  'a search at the service costs nothing before it is asked, and a request a page',
  ofThePage,
  async ({ changing: host, serve }, { project }) => {
    const { page } = host;
    const live = liveSearch(page);
    await connectAndMove(host, await serve({ records: RECORDS, months: 4 }));
    const before = await spentBy(host);
    await openView(page, '/records', { period: 'all' });
    await live.toggle.click();
    await expect(live.ask).toHaveText('Search · 1 request');
    await page.mouse.move(0, 0);
    await lookAgain(page, `${project.name}-live-unasked`);
    expect(await spentBy(host)).toBe(before);
    await live.ask.click();
    await expect(live.sum).toContainText(`The service has ${RECORDS}; here are ${RECORDS}.`);
    if (runsAll) {
      await expect(live.sum).toContainText('200 records read');
      await expect(page.getByTestId('live-all')).toHaveText('All of them · 2 requests');
      await live.next.click();
      await expect(live.sum).toContainText('400 records read');
      await live.next.click();
    }
    const pages = Math.ceil(RECORDS / 200);
    await expect(live.sum).toContainText(
      `${RECORDS} records read: ${RECORDS - 2} as here, 1 differ, 1 not here yet, 1 only here · ${pages} ${pages === 1 ? 'request' : 'requests'} spent`,
    );
    expect(await spentBy(host)).toBe(before + pages);
    await live.toggle.click();
    await expect(live.rows).toHaveCount(0);
  },
);

test(
  'what differs from the service is shown record by record, and field by field',
  longOfThePage,
  async ({ changing: host, serve }, { project }) => {
    const { page } = host;
    const live = liveSearch(page);
    const service = await serve({ records: RECORDS });
    const { edited, born, gone } = await connectAndMove(host, service);
    const others = (await service.control.liveRecords('0', 40)).map(({ id }) => id);
    const values = [...new Set([edited, born, gone, ...others])];
    const filter = JSON.stringify([{ filters: [{ propertyName: 'sys_object_id', operator: 'IN', values }] }]);
    await openView(page, '/records', { period: 'all', live: 'yes', filter });
    await live.ask.click();
    await expect(live.sum).toContainText('1 differ, 1 not here yet, 1 only here · 1 request spent');
    const row = (id: string) => live.rows.locator(`tr[data-record="${id}"]`);
    await expect(row(born)).toContainText('live');
    await expect(row(gone)).toContainText('only here');
    await row(edited)
      .getByRole('button', { name: /show them/ })
      .click();
    const fields = live.rows.locator('dl');
    await expect(fields).toContainText('Total minutes');
    expect(await fields.locator('ins').count()).toBeGreaterThan(2);
    await lookAround(page, `${project.name}-live`, [1440, 720]);

    // Another question begins without any answer, and asks for nothing by itself.
    const before = await spentBy(host);
    await openView(page, '/records', { period: 'all', live: 'yes' });
    await page.getByText('List everything').click();
    await expect(live.sum).toHaveCount(0);
    expect(await spentBy(host)).toBe(before);
    await live.ask.click();
    await expect(live.sum).toContainText('100 records read');
    expect(await spentBy(host)).toBe(before + 1);
  },
);

test('a search at a service that is gone says so', longOfThePage, async ({ changing: host, serve }) => {
  const service = await serve({ records: 20 });
  await connectTo(host, service, { name: 'own' });
  await openView(host.page, '/records', { period: 'all', live: 'yes' });
  await service.stop();
  await liveSearch(host.page).ask.click();
  await expect(host.page.getByRole('alert')).toContainText('Nothing listens at this address');
});
